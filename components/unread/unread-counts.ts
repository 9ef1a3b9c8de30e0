import { store, useStore } from "@/lib/browser/store";
import type { SidebarChannelDto } from "@/lib/channels/dto";

// What the sidebar shows, for whoever shows the same counts elsewhere.
const counts = store<ReadonlyMap<string, number>>(new Map());

/** Makes the sidebar's counts known to the rest of the page. */
export function publishUnread(channels: readonly SidebarChannelDto[]): void {
  counts.set(new Map(channels.map(({ id, unread }) => [id, unread])));
}

/** How much is unread in the channel as the sidebar shows it, at most 100; null while that isn't known. */
export function useUnreadCount(channelId: string): number | null {
  return useStore(counts, (known) => known.get(channelId) ?? null, null);
}
