import { db } from "@/lib/db/client";
import { isDatabaseUnavailable } from "@/lib/db/failures";
import { publish } from "@/lib/events/hub";
import { withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { CommittedRow, MessageDraft, PostedMessage, PostResult, WebhookDraft } from "@/lib/messages/draft";
import { commitDrafts, commitTogether } from "@/lib/messages/post/commit-drafts";
import { unlessAlone } from "@/lib/messages/post/post-storm";
import { refuseIfFull } from "@/lib/process/full-disk";
import { processWide } from "@/lib/process/process-wide";
import { record } from "@/lib/process/recorder";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";
import { keepTrace, traced } from "@/lib/process/tracing";

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

/** Tells readers what was committed together: once per channel, because each hint goes to all streams and other processes. */
function tellReaders(rows: readonly CommittedRow[]): void {
  const reached = new Map<bigint, { rev: number; msgSeq: number }>();
  for (const { id, channel_id: channelId, rev, seq } of rows) {
    // An update that changes nothing has no revision.
    if (id === null || channelId === null || rev === null) continue;
    const { rev: before = 0, msgSeq = 0 } = reached.get(channelId) ?? {};
    reached.set(channelId, { rev: Math.max(before, Number(rev)), msgSeq: Math.max(msgSeq, Number(seq)) });
  }
  for (const [channelId, latest] of reached) publish({ kind: "channel", channelId, ...latest });
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
  const { key, signature, bodyHash } = draft.idempotency;
  const known = [...(key === null ? [] : [{ key }]), ...(signature ? [{ signature: new Uint8Array(signature) }] : [])];
  const same = { webhookId: draft.webhookId, OR: known };
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

type WaitingDraft = {
  draft: MessageDraft;
  /** Runs work in the trace of this draft's request. */
  inTrace: <T>(work: () => T) => T;
  resolve: (row: CommittedRow) => void;
  reject: (error: unknown) => void;
};

// A channel's drafts share a lane, because two statements for one channel would wait for each other's lock. While one
// lane waits for the disk, others read, check and commit.
const LANES = 2;
const LARGEST_BATCH = 256;

type Lane = { waiting: WaitingDraft[]; busy: boolean };

const lanes = processWide("group-commit", () =>
  Array.from({ length: LANES }, (): Lane => ({ waiting: [], busy: false })),
);

/** Commits the draft together with all others that wait in this process. Rejects if it isn't stored. */
function commitInGroup(draft: MessageDraft): Promise<CommittedRow> {
  return new Promise((resolve, reject) => {
    const lane = lanes[Number(draft.channelId % BigInt(LANES))];
    if (!lane) throw new Error("A channel id is never negative.");
    lane.waiting.push({ draft, inTrace: keepTrace(), resolve, reject });
    if (!lane.busy) void drain(lane);
  });
}

async function drain(lane: Lane): Promise<void> {
  lane.busy = true;
  // Yields once, so that posts from the same turn of the event loop join the first batch.
  await new Promise(setImmediate);
  while (lane.waiting.length > 0) {
    for (const group of groupsOf(lane.waiting.splice(0, LARGEST_BATCH))) await commit(group);
  }
  lane.busy = false;
}

/** A webhook's drafts with keys, and those that a storm may gather, don't delay the others. */
function groupsOf(batch: WaitingDraft[]): WaitingDraft[][] {
  const groups = new Map<bigint | null, WaitingDraft[]>([[null, []]]);
  for (const waiting of batch) {
    const { draft } = waiting;
    const isApart = draft.kind === "webhook" && (draft.likeness != null || draft.updateKey != null);
    const key = isApart ? draft.webhookId : null;
    const group = groups.get(key);
    if (group) group.push(waiting);
    else groups.set(key, [waiting]);
  }
  return [...groups.values()].filter((group) => group.length > 0);
}

async function commit(batch: WaitingDraft[]): Promise<void> {
  try {
    const drafts = batch.map((waiting) => waiting.draft);
    // Of the requests that share a statement, the first one's trace has it.
    const rows = await (batch[0]?.inTrace ?? keepTrace())(() => commitDrafts(drafts));
    tellReaders(rows);
    for (const [index, waiting] of batch.entries()) {
      const row = rows[index];
      if (row) waiting.resolve(row);
      else waiting.reject(new Error("The statement returned fewer rows than drafts."));
    }
  } catch (error) {
    // The whole statement was rolled back. Retrying one by one keeps a draft that the database refuses from failing the
    // others.
    if (batch.length > 1 && !isDatabaseUnavailable(error)) for (const waiting of batch) await commit([waiting]);
    else for (const waiting of batch) waiting.reject(error);
  }
}
