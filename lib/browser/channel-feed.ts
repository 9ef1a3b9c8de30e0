import type { StreamEvent } from "@/lib/live/streams/types";
import { emitter } from "./store";

/** An event of the open channel. */
export type ChannelEvent = Extract<
  StreamEvent,
  { type: "ready" | "changes" | "reset" | "expired" | "typing" | "deliveries" }
>;

/** Emits the open channel's events. What they're about is held by the page that shows it, not by a cache. */
export const channelFeed = emitter<ChannelEvent>();

/** Calls `listener` with every event of this channel while it is open. Call the returned function to stop. */
export function onChannelEvent(channelId: string, listener: (event: ChannelEvent) => void): () => void {
  return channelFeed.subscribe((event) => {
    if (event.channelId === channelId) listener(event);
  });
}
