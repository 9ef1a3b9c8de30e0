import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { CommittedRow, MessageDraft, PostedMessage, PostResult, WebhookDraft } from "@/lib/messages/draft";
import { claimedBy } from "@/lib/messages/post/claims";
import { commitTogether } from "@/lib/messages/post/commit-drafts";
import { commitInGroup, tellReaders } from "@/lib/messages/post/group-commit";
import { unlessAlone } from "@/lib/messages/post/post-storm";
import { refuseIfFull } from "@/lib/process/full-disk";
import { record } from "@/lib/process/recorder";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";
import { traced } from "@/lib/process/tracing";

// Why: docs/decisions/one-statement-posts.md

const KNOWN_FOR_MS = 24 * HOUR_MS;

/**
 * Posts messages for people, all webhook formats, tests and seed. Returns results in the order of `drafts`, each after
 * its commit and after telling readers. Throws if the database can't be reached or is full.
 */
export async function postMessages(drafts: readonly MessageDraft[]): Promise<PostResult[]> {
  return Promise.all(drafts.map(postMessage));
}

/** Posts one message like `postMessages`. */
export function postMessage(draft: MessageDraft): Promise<PostResult> {
  return post(unlessAlone(draft));
}

/**
 * Posts the messages of one webhook's request together, or none of them. Only the first may have an idempotency key or
 * signature; if it's known, or if the webhook can't post, the only result says so.
 */
export async function postTogether(given: readonly WebhookDraft[]): Promise<PostResult[]> {
  refuseIfFull("database");
  const drafts = given.map(unlessAlone);
  const files = drafts.flatMap(filesOf);
  const rows = await withFilesInPlace(files, () => traced("commit messages", () => commitTogether(drafts)));
  tellReaders(rows);
  const refusal = rows.map(refusalOf).find((each) => each !== null);
  if (refusal) return [refusal];
  const [draft] = drafts;
  const [row] = rows;
  if (draft && row?.id === null) {
    const earlier = await findEarlier(draft, row);
    return earlier ? [earlier] : postTogether(drafts);
  }
  return rows.map((each, index) => {
    const posted = announced(drafts[index] ?? draft, each);
    if (!posted) throw new Error("A committed row has no message.");
    return posted;
  });
}

const filesOf = ({ attachments = [] }: MessageDraft) => attachments.map(({ file }) => file);

async function post(draft: MessageDraft): Promise<PostResult> {
  refuseIfFull("database");
  const commit = () => traced("commit a message", () => commitInGroup(draft));
  const row = await (draft.attachments?.length ? withFilesInPlace(filesOf(draft), commit) : commit());
  return refusalOf(row) ?? announced(draft, row) ?? (await findEarlier(draft, row)) ?? post(draft);
}

function refusalOf({ refused, reason = "" }: CommittedRow): Exclude<PostResult, PostedMessage> | null {
  if (refused === null) return null;
  return refused === "skipped" ? { refused, reason } : { refused };
}

/** Returns a committed message, after telling what else it changed; null if an earlier one took its place. */
function announced(draft: MessageDraft | undefined, row: CommittedRow): PostedMessage | null {
  if (row.id === null || row.channel_id === null) return null;
  if (row.rev !== null) record()?.message(draft?.kind === "user" ? "person" : "webhook");
  if (row.incidents) publish({ kind: "incidents", channelId: row.channel_id });
  if (draft?.attachments?.length) publish({ kind: "files", channelId: row.channel_id });
  const posted = { messageId: row.id, channelId: row.channel_id, replayed: false };
  return row.replyId == null ? posted : { ...posted, replyId: row.replyId };
}

/**
 * Finds the earlier message with this draft's nonce, idempotency key or signature. Null if it's so old that it has been
 * forgotten.
 */
async function findEarlier(draft: MessageDraft, row: Pick<CommittedRow, "ord">): Promise<PostResult | null> {
  if (draft.kind === "user") {
    const earlier = await db().message.findFirstOrThrow({
      where: { channelId: draft.channelId, userId: draft.userId, nonce: draft.nonce },
      select: { id: true, channelId: true },
    });
    return { messageId: earlier.id, channelId: earlier.channelId, replayed: true };
  }
  if (!draft.idempotency) throw new Error(`Draft ${row.ord} was neither inserted nor refused.`);
  const { key, bodyHash } = draft.idempotency;
  const same = claimedBy(draft.webhookId, draft.idempotency);
  const found = await db().idempotencyKey.findMany({
    where: same,
    select: { key: true, bodyHash: true, messageId: true, channelId: true, skipped: true, createdAt: true },
  });
  const forgotten = new Date(Date.now() - KNOWN_FOR_MS);
  const kept = found.filter(({ createdAt }) => createdAt >= forgotten);
  const earlier = kept.find((each) => key !== null && each.key === key) ?? kept[0];
  if (!earlier) {
    await db().idempotencyKey.deleteMany({ where: { ...same, createdAt: { lt: forgotten } } });
    return null;
  }
  if (!bodyHash.equals(earlier.bodyHash)) return { refused: "key_reused" };
  if (earlier.skipped !== null) return { refused: "skipped", reason: earlier.skipped };
  return { messageId: earlier.messageId, channelId: earlier.channelId, replayed: true };
}

/** Returns the result of an earlier draft with this one's idempotency key or signature, or null if there was none. */
export async function earlierResult(draft: WebhookDraft): Promise<PostResult | null> {
  if (!draft.idempotency) return null;
  return findEarlier(draft, { ord: 0 });
}

/** Deletes idempotency keys older than the promised 24 hours. */
export const oldKeysJob: TimedJob = {
  name: "forget-keys",
  label: "Delete old idempotency keys",
  every: HOUR_MS,
  work: deleteOldKeys,
  failure: "old idempotency keys were not deleted",
};

/** Does so now, in batches. */
export async function deleteOldKeys(): Promise<void> {
  const before = new Date(Date.now() - KNOWN_FOR_MS);
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM idempotency_keys WHERE id IN (
        SELECT id FROM idempotency_keys WHERE created_at < ${before} ORDER BY created_at LIMIT ${atMost}
        FOR UPDATE SKIP LOCKED)`,
  );
}
