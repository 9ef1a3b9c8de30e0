"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { type FocusEvent, type ReactNode, startTransition, useMemo, useRef, useState } from "react";
import { DeferredNotifier } from "@/components/attention/notifications/deferred-notifier";
import { isUnread } from "@/components/frame/unread/unread-mark";
import { Link } from "@/components/ui/controls/link";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { ChevronDown, Compass, Ellipsis } from "@/components/ui/icons/icons";
import { rowStyle } from "@/components/ui/lists/row-style";
import { useIsLive } from "@/components/ui/lists/use-first-rows";
import { useMyChannels, useSidebar } from "@/lib/browser/sidebar";
import { isWithin, paths } from "@/lib/text/paths";
import { ChannelRow } from "./channel-link";
import { type ChannelGroup, groupChannels } from "./group-channels";
import { TabMarks } from "./tab-marks";
import { useChannelKeys } from "./use-channel-keys";

const UnreadPills = deferredPart(async () => (await import("./unread-pills")).UnreadPills);

const BROWSE = "browse";

const WHEN_EMPTY: Readonly<Record<string, string>> = {
  channels: "Create a channel, or browse the ones you can join.",
  direct: "Message one or more people. Click + to start.",
};

type ChannelNavProps = { createChannel: ReactNode; newMessage: ReactNode; invite: ReactNode };

/** The sidebar's channels and direct messages in their sections, live. Tab reaches one row, and arrow keys the others. */
export function ChannelNav({ createChannel, newMessage, invite }: ChannelNavProps) {
  const channels = useMyChannels();
  const sections = useSidebar((sidebar) => sidebar.sections);
  const pathname = usePathname();
  const openId = channels.find(({ id }) => isWithin(pathname, paths.channel(id)))?.id ?? null;
  const groups = useMemo(() => groupChannels(sections, channels, openId), [sections, channels, openId]);
  useChannelKeys(
    groups.flatMap(({ shown }) => shown),
    openId,
  );
  const list = useRef<HTMLElement>(null);
  const rendered = useFirstSections(groups);
  const { tabStop, onFocus } = useTabStop(groups, openId);
  const buttons: Readonly<Record<string, ReactNode>> = { channels: createChannel, direct: newMessage };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <TabMarks />
      <DeferredNotifier />
      <nav ref={list} aria-label="Channels" onFocus={onFocus} className="min-h-0 flex-1 overflow-y-auto px-2 pt-2 pb-3">
        {rendered.map((group) => (
          <section key={group.key} data-section={group.key} className="mb-3 rounded-md">
            <SectionHead group={group} isTabStop={tabStop === group.key}>
              {buttons[group.key]}
            </SectionHead>
            {group.shown.length > 0 && (
              <ul>
                {group.shown.map((channel) => (
                  <ChannelRow
                    key={channel.id}
                    channel={channel}
                    current={channel.id === openId}
                    tabStop={tabStop === channel.id}
                  />
                ))}
              </ul>
            )}
            {group.size === 0 && !group.collapsed && (
              <p className="px-2.5 py-1 text-text-muted text-xs">
                {WHEN_EMPTY[group.key] ?? "Drag channels here, or move them from their menus."}
              </p>
            )}
            {group.key === "channels" && (
              <BrowseLink isTabStop={tabStop === BROWSE} current={pathname === paths.browse} />
            )}
          </section>
        ))}
        {invite}
      </nav>
      {groups.some(({ shown }) => shown.some(isUnread)) && <UnreadPills list={list} groups={groups} />}
    </div>
  );
}

// As many as a large screen shows. A page of the server has only these rows, because each is long as HTML.
const FIRST_ROWS = 50;

/** Returns the sections with their first rows while the page is only HTML, and then with all rows. */
function useFirstSections(groups: readonly ChannelGroup[]): readonly ChannelGroup[] {
  if (useIsLive()) return groups;
  let left = FIRST_ROWS;
  return groups.flatMap((group) => {
    if (left <= 0) return [];
    const shown = group.shown.slice(0, left - 1);
    left -= 1 + shown.length;
    return [{ ...group, shown }];
  });
}

/** Returns the row that Tab reaches, by the id of its channel or the key of its section: the last focused one, or else the open channel. */
function useTabStop(groups: readonly ChannelGroup[], openId: string | null) {
  const [visited, setVisited] = useState({ row: "", openId });
  const rows = new Set(groups.flatMap(({ key, shown }) => [key, ...shown.map(({ id }) => id)]));
  const stays = visited.openId === openId && (rows.has(visited.row) || visited.row === BROWSE);
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.getAttribute("data-row");
    // A press on a link moves the focus and opens a channel: both are rendered at once.
    if (row !== null) startTransition(() => setVisited({ row, openId }));
  };
  return { tabStop: stays ? visited.row : (openId ?? groups[0]?.key), onFocus };
}

type SectionHeadProps = { group: ChannelGroup; isTabStop: boolean; children: ReactNode };

/** A section's heading, which collapses it, and its buttons. */
function SectionHead({ group: { key, title, collapsed }, isTabStop, children }: SectionHeadProps) {
  return (
    <div data-head={key} draggable className="group/head flex items-center">
      <h2 className="min-w-0 flex-1">
        <button
          type="button"
          data-row={key}
          data-toggle
          tabIndex={isTabStop ? undefined : -1}
          aria-expanded={!collapsed}
          className={clsx(rowStyle, "w-full gap-1! px-1! font-medium text-text-muted text-xs! hover:text-text")}
        >
          <ChevronDown
            aria-hidden="true"
            className={clsx("size-4 shrink-0 transition-transform", collapsed && "-rotate-90 rtl:rotate-90")}
          />
          <span className="truncate">{title}</span>
        </button>
      </h2>
      <button
        type="button"
        tabIndex={-1}
        data-menu
        aria-haspopup="menu"
        aria-label={key === "channels" ? "Channel list options" : `Options for ${title}`}
        className={clsx(
          "inline-flex size-7 shrink-0 items-center justify-center rounded-md text-text-muted hover:bg-surface-hover hover:text-text pointer-coarse:size-11",
          key !== "channels" &&
            "not-pointer-coarse:invisible aria-expanded:visible group-hover/head:visible group-has-focus-visible/head:visible",
        )}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
      {children}
    </div>
  );
}

function BrowseLink({ isTabStop, current }: { isTabStop: boolean; current: boolean }) {
  return (
    <Link
      href={paths.browse}
      data-row={BROWSE}
      tabIndex={isTabStop ? undefined : -1}
      aria-current={current ? "page" : undefined}
      className={clsx(
        rowStyle,
        current ? "bg-surface-selected text-text" : "text-text-muted hover:bg-surface-hover hover:text-text",
      )}
    >
      <Compass aria-hidden="true" className="size-4 shrink-0" />
      Browse channels
    </Link>
  );
}
