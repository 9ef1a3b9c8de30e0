import { useContext, useLayoutEffect } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { ask, change, known, useKept, useKnown } from "./data";
import { RenderedContext, type Sidebar } from "./rendered";

/** How far somebody has read in a channel now. `back`: they marked messages as unread. */
export type ReadMove = { channelId: string; lastReadSeq: number; back: boolean };

/** Keeps the sidebar up to date: once, around all pages. */
export function useLiveSidebar(rendered: Sidebar): void {
  useKept(paths.api.sidebar, { rendered, keepTrying: true });
  useLayoutEffect(() => {
    changeSidebar((now) =>
      now === rendered ? now : { ...rendered, channels: withLaterCounts(rendered.channels, now.channels) },
    );
    // A page may be rendered before, and arrive after, the last answer.
    ask(paths.api.sidebar);
  }, [rendered]);
}

/** What `select` makes of the sidebar, live. It has to answer the same object until that changes. */
export function useSidebar<S>(select: (sidebar: Sidebar) => S): S {
  const rendered = useContext(RenderedContext).sidebar;
  return useKnown<Sidebar, S>(paths.api.sidebar, (now) => select(now ?? rendered), select(rendered));
}

/** The reader's channels, live. */
export function useMyChannels(): SidebarChannelDto[] {
  return useSidebar(({ channels }) => channels);
}

/** The reader's channels just now; none before the page is live. */
export function myChannels(): SidebarChannelDto[] {
  return known<Sidebar>(paths.api.sidebar)?.channels ?? [];
}

/** How far the reader has read in a channel, and whether something is unread there; null if it isn't theirs. */
export function readingOf(channelId: string): Pick<SidebarChannelDto, "unread" | "lastReadSeq"> | null {
  return myChannels().find(({ id }) => id === channelId) ?? null;
}

/** How many replies in the thread of this message are new to the reader, at most 100. Until that is known, `rendered`. */
export function useUnreadInThread(rootId: string, rendered = 0): number {
  const count = (now: Sidebar | null) =>
    now ? (now.threads.find((each) => each.rootId === rootId)?.unread ?? 0) : rendered;
  return useKnown(paths.api.sidebar, count, rendered);
}

/** Changes the sidebar at once; what the server knows follows. */
export function changeSidebar(how: (sidebar: Sidebar) => Sidebar): void {
  change(paths.api.sidebar, how);
}

/** The channels as they are after a move of the read position, as far as that can be told without asking. */
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

/** The channels as the server rendered them, with the counts of those of `before` that have come further since. */
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
