import { useContext, useLayoutEffect } from "react";
import type { InboxView } from "@/lib/attention/inbox/dto";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { ask, change, known, useKept, useKnown } from "./data";
import { RenderedContext, type Sidebar } from "./rendered";

/** A person's new read position in a channel. `back`: they marked messages as unread. */
export type ReadMove = { channelId: string; lastReadSeq: number; back: boolean };

/** Keeps the sidebar up to date. Used once, around all pages. */
export function useLiveSidebar(rendered: Sidebar): void {
  useKept(paths.api.sidebar, { rendered, current: true });
  useLayoutEffect(() => {
    changeSidebar((now) =>
      now === rendered ? now : { ...rendered, channels: withLaterCounts(rendered.channels, now.channels) },
    );
    // The page may have been rendered before the last answer, and arrived after it.
    ask(paths.api.sidebar);
  }, [rendered]);
}

/** Returns what `select` makes of the sidebar, live. It must return the same object until that changes. */
export function useSidebar<S>(select: (sidebar: Sidebar) => S): S {
  const rendered = useContext(RenderedContext).sidebar;
  return useKnown<Sidebar, S>(paths.api.sidebar, (now) => select(now ?? rendered), select(rendered));
}

/** Returns the user's channels, live. */
export function useMyChannels(): SidebarChannelDto[] {
  return useSidebar(({ channels }) => channels);
}

/** Returns the user's current channels; none before the page is live. */
export function myChannels(): SidebarChannelDto[] {
  return known<Sidebar>(paths.api.sidebar)?.channels ?? [];
}

/** Returns whether the user saved this message for later. */
export function isSaved(messageId: string): boolean {
  return known<Sidebar>(paths.api.sidebar)?.later?.messageIds.includes(messageId) ?? false;
}

/** Returns the same, live. */
export function useSaved(messageId: string): boolean {
  return useSidebar(({ later }) => later?.messageIds.includes(messageId) ?? false);
}

/** Returns the read position in a channel, and whether anything is unread; null if it isn't the user's. */
export function readingOf(channelId: string): Pick<SidebarChannelDto, "unread" | "lastReadSeq"> | null {
  return myChannels().find(({ id }) => id === channelId) ?? null;
}

/** Returns the number of new replies in a thread, at most 100; `rendered` until that is known. */
export function useUnreadInThread(rootId: string, rendered = 0): number {
  const count = (now: Sidebar | null) =>
    now ? (now.threads.find((each) => each.rootId === rootId)?.unread ?? 0) : rendered;
  return useKnown(paths.api.sidebar, count, rendered);
}

/** Returns the number of unread items in a view of the inbox. */
export function inboxCount({ channels, threads, notices, reactions = 0 }: Sidebar, view: InboxView): number {
  const counts = {
    // Direct messages have their own badges.
    mentions: channels.reduce((sum, { kind, mentions }) => sum + (kind === "direct" ? 0 : mentions), 0),
    threads: threads.length,
    reactions,
    notices: notices.unseen,
  };
  return view === "all" ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[view];
}

/** Returns the same, live. */
export function useInboxCount(view: InboxView): number {
  return useSidebar((sidebar) => inboxCount(sidebar, view));
}

/** Changes the sidebar immediately; the server's version follows. */
export function changeSidebar(how: (sidebar: Sidebar) => Sidebar): void {
  change(paths.api.sidebar, how);
}

/** Shows a change of a channel immediately; the server's version follows. */
export function changeChannel(channelId: string, changed: Partial<SidebarChannelDto>): void {
  changeSidebar((sidebar) => ({
    ...sidebar,
    channels: sidebar.channels.map((each) => (each.id === channelId ? { ...each, ...changed } : each)),
  }));
}

/** Returns the channels after a read position has moved, as far as that is known without asking the server. */
export function afterRead(
  channels: SidebarChannelDto[],
  { channelId, lastReadSeq, back }: ReadMove,
): SidebarChannelDto[] {
  return channels.map((channel) => {
    if (channel.id !== channelId || back || lastReadSeq < channel.lastReadSeq) return channel;
    const all = lastReadSeq >= channel.msgSeq;
    return { ...channel, lastReadSeq, ...(all && { unread: 0, mentions: 0 }) };
  });
}

/** Returns the server-rendered channels with later counts from `before`. */
export function withLaterCounts(
  rendered: SidebarChannelDto[],
  before: readonly SidebarChannelDto[],
): SidebarChannelDto[] {
  return rendered.map((channel) => {
    const later = before.find(({ id }) => id === channel.id);
    if (!later || later.msgSeq < channel.msgSeq || later.lastReadSeq < channel.lastReadSeq) return channel;
    const { msgSeq, lastReadSeq, unread, mentions } = later;
    return { ...channel, msgSeq, lastReadSeq, unread, mentions };
  });
}
