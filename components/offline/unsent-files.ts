import type { PendingMessage } from "@/components/chat/composer/pending";
import type { Conversation } from "@/components/chat/conversation/run/unsent";
import type { KeptUnsent } from "@/lib/browser/kept/types";

/** Returns a pending message as it is stored: its files without object URLs, which only work on this page. */
export function toKeptUnsent(pending: PendingMessage, { channelId, threadId }: Conversation): KeptUnsent {
  const { nonce, content, inChannel, createdAt, error, offline } = pending;
  const files = pending.files.map(({ key, file, pixels }) => ({ key, file, pixels }));
  return { nonce, channelId, threadId, inChannel, content, files, createdAt, error, offline };
}

/** Returns a stored message as a pending one. */
export function toPending({ nonce, content, files, inChannel, createdAt, error, offline }: KeptUnsent): PendingMessage {
  const shown = files.map((each) => ({ ...each, url: URL.createObjectURL(each.file) }));
  return { nonce, content, files: shown, inChannel, createdAt, error, offline };
}
