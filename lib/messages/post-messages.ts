import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/publish";
import type { CommittedRow } from "@/lib/messages/commit-drafts";
import type { MessageDraft, PostResult } from "@/lib/messages/draft";
import { commitInGroup } from "@/lib/messages/group-commit";
import { withFilesInPlace } from "@/lib/uploads/store-file";

/**
 * The one door: the only code that inserts messages, for people, all dialects, tests and seed. Answers in the order of
 * `drafts`, each after its commit; readers are told then. Throws when the database can't be reached.
 */
export async function postMessages(drafts: readonly MessageDraft[]): Promise<PostResult[]> {
  return Promise.all(drafts.map(post));
}

async function post(draft: MessageDraft): Promise<PostResult> {
  const files = (draft.attachments ?? []).map(({ file }) => file);
  const row = await withFilesInPlace(files, () => commitInGroup(draft));
  if (row.refused) return { refused: row.refused };
  if (row.id === null || row.channel_id === null) return findEarlier(draft, row);
  publish({ kind: "channel", channelId: row.channel_id, rev: Number(row.rev), msgSeq: Number(row.seq) });
  return { messageId: row.id, channelId: row.channel_id, replayed: false };
}

/** The message that took this draft's nonce or idempotency key before. */
async function findEarlier(draft: MessageDraft, row: CommittedRow): Promise<PostResult> {
  if (draft.kind === "user") {
    const earlier = await db().message.findFirstOrThrow({
      where: { channelId: draft.channelId, userId: draft.userId, nonce: draft.nonce },
      select: { id: true, channelId: true },
    });
    return { messageId: earlier.id, channelId: earlier.channelId, replayed: true };
  }
  if (!draft.idempotency) throw new Error(`Draft ${row.ord} was neither inserted nor refused.`);
  const { key, bodyHash } = draft.idempotency;
  const earlier = await db().idempotencyKey.findUniqueOrThrow({
    where: { webhookId_key: { webhookId: draft.webhookId, key } },
    select: { bodyHash: true, messageId: true, channelId: true },
  });
  if (!bodyHash.equals(earlier.bodyHash)) return { refused: "key_reused" };
  return { messageId: earlier.messageId, channelId: earlier.channelId, replayed: true };
}
