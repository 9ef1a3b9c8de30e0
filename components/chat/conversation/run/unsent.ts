import type { PendingMessage } from "@/components/chat/composer/pending";
import { emitter } from "@/lib/browser/store";

/** A channel, or a thread in it. */
export type Conversation = { channelId: string; threadId: string | null };

/** The outcome of sending without a connection. The page says only that the message waits. */
export const LOST = { error: "Not sent yet.", offline: true };

/** Why a change of a message failed without an answer. */
export const UNREACHED = "Couldn't reach the server. Check your connection and try again.";

/** Unsent messages by conversation, for as long as the page lasts. `unsentChanged` notifies code that stores them longer. */
export const unsent = new Map<string, { conversation: Conversation; pending: PendingMessage[] }>();
export const unsentChanged = emitter<Conversation>();

/** For each open conversation, a function that shows and sends a message there. */
export const takers = new Map<string, (message: PendingMessage) => void>();

/** Returns the key of a conversation in these maps. */
export function conversationKey({ channelId, threadId }: Conversation): string {
  return `${channelId} ${threadId}`;
}

/** Keeps a conversation's unsent messages while another one is open. */
export function keepUnsent(conversation: Conversation, pending: PendingMessage[]): void {
  const key = conversationKey(conversation);
  if (pending.length > 0) unsent.set(key, { conversation, pending });
  else if (!unsent.delete(key)) return;
  unsentChanged.emit(conversation);
}

/**
 * Returns the messages that were unsent when the conversation was left. One that hasn't failed may have arrived; it
 * counts as offline, because retrying with its nonce is safe.
 */
export function takeUnsent(conversation: Conversation): PendingMessage[] {
  const pending = unsent.get(conversationKey(conversation))?.pending ?? [];
  return pending.map((each) => (each.error === null ? { ...each, ...LOST } : each));
}
