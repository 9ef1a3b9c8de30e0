import { useSyncExternalStore } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";

// What the sidebar shows, for whoever shows the same counts elsewhere.
let counts: ReadonlyMap<string, number> = new Map();
const listeners = new Set<() => void>();

/** Makes the sidebar's counts known to the rest of the page. */
export function publishUnread(channels: readonly SidebarChannelDto[]): void {
  counts = new Map(channels.map(({ id, unread }) => [id, unread]));
  for (const listener of listeners) listener();
}

/** How much is unread in the channel as the sidebar shows it, at most 100; null while that isn't known. */
export function useUnreadCount(channelId: string): number | null {
  return useSyncExternalStore(
    subscribe,
    () => counts.get(channelId) ?? null,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
