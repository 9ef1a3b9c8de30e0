import type { PendingMessage } from "@/components/composer/pending";
import { emitter } from "@/lib/browser/store";

/** Where messages wait: in a channel, or in the thread of one of its messages. */
export type Place = { channelId: string; threadId: string | null };

/** What waits, by place. It lasts as long as the page does; `unsentChanged` tells whoever makes it last longer. */
export const unsent = new Map<string, { place: Place; pending: PendingMessage[] }>();
export const unsentChanged = emitter<Place>();

/** By place, how the open one takes a message that is to be shown and sent there. */
export const takers = new Map<string, (message: PendingMessage) => void>();

/** The name of a place. */
export function placeKey({ channelId, threadId }: Place): string {
  return `${channelId} ${threadId}`;
}

/** Keeps what is on its way in a place while another one is open. */
export function keepUnsent(place: Place, pending: PendingMessage[]): void {
  const key = placeKey(place);
  if (pending.length > 0) unsent.set(key, { place, pending });
  else if (!unsent.delete(key)) return;
  unsentChanged.emit(place);
}

/**
 * What was on its way when the place was left. What has not failed may have arrived meanwhile, or not: it counts as waiting for
 * a connection, because sending it again with its nonce is safe.
 */
export function takeUnsent(place: Place): PendingMessage[] {
  const error = "Not sent yet. It is sent again when the connection is there.";
  const pending = unsent.get(placeKey(place))?.pending ?? [];
  return pending.map((each) => (each.error === null ? { ...each, error, offline: true } : each));
}
