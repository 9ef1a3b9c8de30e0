import { asAttachment, type LocalFile } from "@/components/chat/composer/files/local-file";
import type { MessageDto } from "@/lib/messages/dto";
import { mentionsIn } from "@/lib/messages/markdown/mention-grammar";
import type { MeDto } from "@/lib/people/dto";
import { knownMentions } from "./mention-text";

/** A message that this browser is sending. Shown immediately, until the stored one with the same nonce arrives. */
export type PendingMessage = {
  nonce: string;
  content: string;
  files: readonly LocalFile[];
  /** Whether a reply also appears in the channel. */
  inChannel?: boolean | undefined;
  createdAt: string;
  /** Why sending failed; null while it is on its way. */
  error: string | null;
  /** Sending failed for lack of a connection, and is retried when there is one. */
  offline: boolean;
};

/** Returns a pending message in the shape of a stored one, ordered after all others. */
export function pendingAsMessage(
  pending: PendingMessage,
  channelId: string,
  me: Pick<MeDto, "id" | "name" | "avatarUrl">,
): MessageDto {
  return {
    id: pending.nonce,
    channelId,
    seq: Number.MAX_SAFE_INTEGER,
    rev: 0,
    author: { kind: "user", id: me.id, name: me.name, avatarUrl: me.avatarUrl },
    content: pending.content,
    embeds: [],
    parsed: [],
    attachments: pending.files.map(asAttachment),
    mentions: knownMentions(pending.content),
    mentionsEveryone: mentionsIn(pending.content).everyone,
    reactions: [],
    pinned: false,
    threadId: null,
    thread: null,
    nonce: pending.nonce,
    createdAt: pending.createdAt,
    editedAt: null,
    updateCount: 0,
    deleted: false,
  };
}
