import type { PendingMessage } from "@/components/composer/pending";
import { emitter } from "@/lib/browser/store";

/** A channel, or the thread of one of its messages. */
export type Conversation = { channelId: string; threadId: string | null };

/** What waits, by conversation. It lasts as long as the page does; `unsentChanged` tells whoever makes it last longer. */
export const unsent = new Map<string, { conversation: Conversation; pending: PendingMessage[] }>();
export const unsentChanged = emitter<Conversation>();

/** By conversation, how the open one takes a message that is to be shown and sent there. */
export const takers = new Map<string, (message: PendingMessage) => void>();

/** A conversation as a key of the maps above. */
export function conversationKey({ channelId, threadId }: Conversation): string {
  return `${channelId} ${threadId}`;
}

/** Keeps what is on its way in a conversation while another one is open. */
export function keepUnsent(conversation: Conversation, pending: PendingMessage[]): void {
  const key = conversationKey(conversation);
  if (pending.length > 0) unsent.set(key, { conversation, pending });
  else if (!unsent.delete(key)) return;
  unsentChanged.emit(conversation);
}

/**
 * What was on its way when the conversation was left. What has not failed may have arrived meanwhile, or not: it counts as waiting for
 * a connection, because sending it again with its nonce is safe.
 */
export function takeUnsent(conversation: Conversation): PendingMessage[] {
  const error = "Not sent yet. It'll be sent when you reconnect.";
  const pending = unsent.get(conversationKey(conversation))?.pending ?? [];
  return pending.map((each) => (each.error === null ? { ...each, error, offline: true } : each));
}
