"use client";

import { clsx } from "clsx";
import { Hash, Lock } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { ChannelListOptions } from "./channel-list-options";
import { badgeText, channelLabel } from "./sidebar-channels";
import { TabMarks } from "./tab-marks";
import { useReadShortcuts } from "./use-read-shortcuts";
import { useSidebarChannels } from "./use-sidebar-channels";

type ChannelSectionProps = { channels: SidebarChannelDto[]; createChannel: ReactNode };

/** The sidebar's channels with what is unread in them, live. */
export function ChannelSection({ channels: rendered, createChannel }: ChannelSectionProps) {
  const channels = useSidebarChannels(rendered);
  const pathname = usePathname();
  const open = channels.find(({ id }) => `${pathname}/`.startsWith(`${paths.channel(id)}/`));
  useReadShortcuts(channels, open?.id ?? null);
  return (
    <>
      <TabMarks channels={channels} />
      <div className="flex items-center justify-between ps-2.5 pb-1">
        <h2 className="font-medium text-text-muted text-xs">Channels</h2>
        <div className="flex items-center">
          <ChannelListOptions />
          {createChannel}
        </div>
      </div>
      {channels.length === 0 ? (
        <p className="px-2.5 py-2 text-sm text-text-muted">
          You are in no channel yet. Create one, or browse those there are.
        </p>
      ) : (
        <ul>
          {channels.map((channel) => (
            <li key={channel.id}>
              <ChannelLink channel={channel} current={channel === open} />
            </li>
          ))}
        </ul>
      )}
    </>
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
