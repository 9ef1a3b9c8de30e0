"use client";

import { CheckCheck, Compass, Ellipsis } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LateNotifier } from "@/components/notifications/late-notifier";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useMyChannels } from "@/lib/browser/sidebar";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { isWithin, paths } from "@/lib/paths";
import { ChannelLink } from "./channel-link";
import { TabMarks } from "./tab-marks";
import { markAllRead, useReadShortcuts } from "./use-read-shortcuts";

type ChannelSectionProps = { createChannel: ReactNode; newMessage: ReactNode };

/** The sidebar's channels and direct messages with their unread counts, live. */
export function ChannelSection({ createChannel, newMessage }: ChannelSectionProps) {
  const all = useMyChannels();
  const pathname = usePathname();
  const open = all.find(({ id }) => isWithin(pathname, paths.channel(id)));
  useReadShortcuts(all, open?.id ?? null);
  const channels = all.filter(({ kind }) => kind !== "direct");
  const direct = all.filter(({ kind }) => kind === "direct");
  return (
    <>
      <TabMarks />
      <LateNotifier />
      <SectionHead title="Channels">
        <ChannelListOptions />
        {createChannel}
      </SectionHead>
      <ChannelLinks
        channels={channels}
        open={open}
        whenEmpty="You haven't joined a channel yet. Create one, or browse channels."
      />
      <Link
        href={paths.browse}
        prefetch={false}
        className="target-y mt-1 flex items-center gap-2 rounded-md px-2.5 text-sm text-text-muted hover:bg-surface-hover hover:text-text"
      >
        <Compass aria-hidden="true" className="size-4 shrink-0" />
        Browse channels
      </Link>
      <div className="mt-4">
        <SectionHead title="Direct messages">{newMessage}</SectionHead>
        <ChannelLinks channels={direct} open={open} whenEmpty="Message one or more people. Click + to start." />
      </div>
    </>
  );
}

function SectionHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between ps-2.5 pb-1">
      <h2 className="font-medium text-text-muted text-xs">{title}</h2>
      <div className="flex items-center">{children}</div>
    </div>
  );
}

function ChannelListOptions() {
  return (
    <Menu trigger={<IconButton label="Channel list options" icon={<Ellipsis />} />}>
      <MenuItem icon={<CheckCheck aria-hidden="true" />} onSelect={() => void markAllRead()}>
        Mark all as read
      </MenuItem>
    </Menu>
  );
}

type ChannelLinksProps = { channels: SidebarChannelDto[]; open: SidebarChannelDto | undefined; whenEmpty: string };

function ChannelLinks({ channels, open, whenEmpty }: ChannelLinksProps) {
  if (channels.length === 0) return <p className="px-2.5 py-2 text-sm text-text-muted">{whenEmpty}</p>;
  return (
    <ul>
      {channels.map((channel) => (
        <li key={channel.id}>
          <ChannelLink channel={channel} current={channel === open} />
        </li>
      ))}
    </ul>
  );
}
