import { type Readable, store, useStore } from "@/lib/browser/store";
import type { SidebarChannelDto } from "@/lib/channels/dto";

type Counts = Pick<SidebarChannelDto, "unread" | "lastReadSeq">;

// What the sidebar shows, for whoever shows the same counts elsewhere.
const counts = store<ReadonlyMap<string, SidebarChannelDto>>(new Map());

/** Makes the sidebar's counts known to the rest of the page. */
export function publishUnread(channels: readonly SidebarChannelDto[]): void {
  counts.set(new Map(channels.map((channel) => [channel.id, channel])));
}

/** The sidebar's channels as they stand just now, for who has to hear of every change. */
export const sidebarNow: Readable<ReadonlyMap<string, SidebarChannelDto>> = counts;

/** How much is unread in the channel as the sidebar shows it, at most 100; null while that isn't known. */
export function useUnreadCount(channelId: string): number | null {
  return useStore(counts, (known) => known.get(channelId)?.unread ?? null, null);
}

/** How far this person has read in the channel, and whether something is unread there, as the sidebar knows it just now; null while it doesn't. */
export function readingOf(channelId: string): Counts | null {
  return counts.get().get(channelId) ?? null;
}
