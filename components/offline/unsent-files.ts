import type { PendingMessage } from "@/components/composer/pending";
import type { Conversation } from "@/components/conversation/run/unsent";
import type { KeptUnsent } from "@/lib/browser/kept/types";

/** A message on its way as it is kept on the device: its files without the addresses that only this page knows. */
export function toKeptUnsent(pending: PendingMessage, { channelId, threadId }: Conversation): KeptUnsent {
  const { nonce, content, createdAt, error, offline } = pending;
  const files = pending.files.map(({ key, file, pixels }) => ({ key, file, pixels }));
  return { nonce, channelId, threadId, content, files, createdAt, error, offline };
}

/** A kept message as one that is on its way again. */
export function toPending({ nonce, content, files, createdAt, error, offline }: KeptUnsent): PendingMessage {
  const shown = files.map((each) => ({ ...each, url: URL.createObjectURL(each.file) }));
  return { nonce, content, files: shown, createdAt, error, offline };
}
