import type { StreamEvent } from "@/lib/streams/types";
import { emitter } from "./store";

/** What happens in the channel that is open. */
export type ChannelEvent = Extract<StreamEvent, { type: "ready" | "changes" | "reset" | "typing" }>;

/** Where `applyEvent` puts it, for what is shown of messages: they are held by the run that shows them, not by a cache. */
export const channelFeed = emitter<ChannelEvent>();

/** Calls `listener` with everything that happens in this channel while it is open, until the returned function is called. */
export function onChannelEvent(channelId: string, listener: (event: ChannelEvent) => void): () => void {
  return channelFeed.subscribe((event) => {
    if (event.channelId === channelId) listener(event);
  });
}
