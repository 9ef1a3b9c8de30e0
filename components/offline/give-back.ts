import type { PendingMessage } from "@/components/chat/composer/pending";
import { send } from "@/components/chat/conversation/run/send";
import {
  type Conversation,
  conversationKey,
  keepUnsent,
  takers,
  unsent,
} from "@/components/chat/conversation/run/unsent";

/**
 * Hands unsent messages of an earlier page to their conversation, which shows and sends them if it is open. Each is
 * handed over once.
 */
export function giveBack(conversation: Conversation, messages: readonly PendingMessage[]): void {
  const known = unsent.get(conversationKey(conversation))?.pending ?? [];
  const missing = messages.filter(({ nonce }) => known.every((each) => each.nonce !== nonce));
  const take = takers.get(conversationKey(conversation));
  if (take) for (const message of missing) take(message);
  else if (missing.length > 0) keepUnsent(conversation, [...known, ...missing]);
}

let underWay: Promise<void> | null = null;

/**
 * Sends messages waiting in conversations that aren't open, each conversation's in order. Refused ones stay until their
 * conversation is opened.
 */
export function sendElsewhere(post: typeof send = send): Promise<void> {
  underWay ??= sendAll(post).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function sendAll(post: typeof send): Promise<void> {
  for (const { conversation } of [...unsent.values()]) await sendIn(conversation, post);
}

async function sendIn(conversation: Conversation, post: typeof send): Promise<void> {
  const key = conversationKey(conversation);
  const waiting = () => unsent.get(key)?.pending ?? [];
  const tried = new Set<string>();
  for (;;) {
    // An open conversation sends its own messages; a refused one waits for its author to decide.
    const next = takers.has(key) ? undefined : waiting().find((each) => mayGo(each) && !tried.has(each.nonce));
    if (!next) return;
    tried.add(next.nonce);
    const outcome = await post(conversation.channelId, { ...next, threadId: conversation.threadId });
    // It was opened meanwhile and handles the message itself.
    if (takers.has(key)) return;
    if ("message" in outcome) {
      keepUnsent(
        conversation,
        waiting().filter(({ nonce }) => nonce !== next.nonce),
      );
      continue;
    }
    const { error, offline } = outcome;
    keepUnsent(
      conversation,
      waiting().map((each) => (each.nonce === next.nonce ? { ...each, error, offline } : each)),
    );
    if (offline) return;
  }
}

function mayGo({ error, offline }: PendingMessage): boolean {
  return error === null || offline;
}
