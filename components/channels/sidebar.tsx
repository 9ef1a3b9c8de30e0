"use client";

import { clsx } from "clsx";
import { Compass, Hash, Lock } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { useFrame } from "./frame";
import { badgeText, channelLabel } from "./sidebar-channels";
import { useSidebarChannels } from "./use-sidebar-channels";

type SidebarProps = {
  workspaceName: string;
  channels: SidebarChannelDto[];
  createChannel: ReactNode;
  links: ReactNode;
  invite: ReactNode;
  account: ReactNode;
};

/** The frame's left side: the workspace, its channels, and one's own account at the bottom. */
export function Sidebar({ workspaceName, channels, createChannel, links, invite, account }: SidebarProps) {
  const { sidebarOpen, setSidebarOpen } = useFrame();
  return (
    <>
      {sidebarOpen && (
        <button
          type="button"
          aria-label="Hide channels"
          className="fixed inset-0 z-30 animate-late bg-overlay md:hidden"
          onClick={() => setSidebarOpen(false)}
        />
      )}
      <aside
        className={clsx(
          "flex w-66 shrink-0 flex-col border-e bg-surface-sunken max-md:fixed max-md:inset-y-0 max-md:z-40 max-md:w-[min(19rem,85vw)] max-md:transition-transform",
          !sidebarOpen && "max-md:invisible max-md:-translate-x-full",
        )}
      >
        <div className="flex h-13 shrink-0 items-center border-b px-4">
          <Link href={paths.home} className="truncate rounded-md font-semibold text-base">
            {workspaceName}
          </Link>
        </div>
        <nav aria-label="Channels" className="min-h-0 flex-1 overflow-y-auto px-2 py-3">
          <div className="flex items-center justify-between ps-2.5 pb-1">
            <h2 className="font-medium text-text-muted text-xs">Channels</h2>
            {createChannel}
          </div>
          <ChannelLinks channels={channels} />
          <Link
            href={paths.browse}
            className="target-y mt-1 flex items-center gap-2 rounded-md px-2.5 text-sm text-text-muted hover:bg-surface-hover hover:text-text"
          >
            <Compass aria-hidden="true" className="size-4 shrink-0" />
            Browse channels
          </Link>
        </nav>
        <div className="flex shrink-0 flex-col gap-1 border-t p-2">
          {links}
          {invite}
          {account}
        </div>
      </aside>
    </>
  );
}

function ChannelLinks({ channels: rendered }: { channels: SidebarChannelDto[] }) {
  const channels = useSidebarChannels(rendered);
  const pathname = usePathname();
  if (channels.length === 0) {
    return (
      <p className="px-2.5 py-2 text-sm text-text-muted">
        You are in no channel yet. Create one, or browse those there are.
      </p>
    );
  }
  return (
    <ul>
      {channels.map((channel) => (
        <li key={channel.id}>
          <ChannelLink
            channel={channel}
            current={pathname === paths.channel(channel.id) || pathname.startsWith(`${paths.channel(channel.id)}/`)}
          />
        </li>
      ))}
    </ul>
  );
}

function ChannelLink({ channel, current }: { channel: SidebarChannelDto; current: boolean }) {
  const Icon = channel.kind === "private" ? Lock : Hash;
  return (
    <Link
      href={paths.channel(channel.id)}
      aria-current={current ? "page" : undefined}
      aria-label={channelLabel(channel)}
      className={clsx(
        "target-y flex items-center gap-2 rounded-md px-2.5 text-sm",
        current ? "bg-surface-selected text-text" : "hover:bg-surface-hover hover:text-text",
        !current && (channel.unread > 0 ? "text-text" : "text-text-muted"),
        channel.unread > 0 && "font-semibold",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{channel.name}</span>
      <CountBadge channel={channel} />
    </Link>
  );
}

/** How often one is meant, or else, more quietly, how much is unread. */
function CountBadge({ channel: { unread, mentions } }: { channel: SidebarChannelDto }) {
  if (unread === 0 && mentions === 0) return null;
  return (
    <span
      className={clsx(
        "rounded-full px-1.5 text-xs tabular-nums",
        mentions > 0
          ? "bg-accent font-semibold text-accent-text"
          : "bg-surface-hover font-medium text-text-muted ring-1 ring-border ring-inset",
      )}
    >
      {mentions > 0 ? `@${badgeText(mentions)}` : badgeText(unread)}
    </span>
  );
}
