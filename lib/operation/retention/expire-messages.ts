import { setTimeout as sleep } from "node:timers/promises";
import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { onOneInstance } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { INSTALL } from "@/lib/files/uploads/quota";
import { clearMessages, forgetPayloads, renewInChannel } from "@/lib/messages/change-message";
import { BEFORE_ALL } from "@/lib/messages/imported-place";
import { log } from "@/lib/process/log";
import { inPortions, MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/retention.md

const EVERY_MS = 15 * MINUTE_MS;
// How many messages are deleted under the channel's lock at once: few enough that a post waits about 10 ms.
const AT_ONCE = 100;
// Rests twice as long as it worked, which leaves the database to posts most of the time.
const REST = 2;

export const expireMessagesJob: TimedJob = {
  name: "expire-messages",
  label: "Delete messages past their retention",
  every: EVERY_MS,
  work: expireMessages,
  failure: "couldn't delete messages past their retention",
};

/**
 * Deletes the messages of all channels that are older than their retention. One instance does this at a time; on others
 * it does nothing. Ends early once `goOn` returns false. A channel that fails is logged and left for the next run.
 */
export async function expireMessages(goOn: () => boolean = () => true): Promise<void> {
  const due = await dueChannels();
  if (due.length === 0) return;
  await onOneInstance("parley_retention", async () => {
    for (const id of due) {
      if (!goOn()) return;
      await expireChannel(id, goOn).catch((error: unknown) =>
        log.warn({ err: error, channelId: `${id}` }, "couldn't delete a channel's messages past their retention"),
      );
    }
  });
}

// The channels whose messages don't stay forever, and the time before which they're deleted.
const policy = Prisma.sql`
  SELECT c.id, now() - make_interval(days => coalesce(c.retention_days, w.retention_days)) AS before
  FROM channels c CROSS JOIN workspaces w WHERE coalesce(c.retention_days, w.retention_days) > 0
  AND c.deleted_at IS NULL`;

/** Returns the channels whose first message is past their retention. */
async function dueChannels(): Promise<bigint[]> {
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT p.id FROM (${policy}) p CROSS JOIN LATERAL (
      SELECT m.created_at FROM messages m WHERE m.channel_id = p.id AND m.thread_root_id IS NULL ORDER BY m.seq LIMIT 1
    ) first
    WHERE first.created_at < p.before ORDER BY p.id`;
  return rows.map(({ id }) => id);
}

/** Deletes replies first, so that a root is deleted with the last of them. */
async function expireChannel(id: bigint, goOn: () => boolean): Promise<void> {
  const replies = await expirePart(id, Prisma.sql`m.thread_root_id IS NOT NULL`, expireReplies, goOn);
  const roots = await expirePart(id, Prisma.sql`m.thread_root_id IS NULL`, expireRoots, goOn);
  if (!replies && !roots) return;
  const { rev, msgSeq } = await db().channel.findUniqueOrThrow({ where: { id }, select: { rev: true, msgSeq: true } });
  publish({ kind: "channel", channelId: id, rev: Number(rev), msgSeq: Number(msgSeq) });
  publish({ kind: "files", channelId: id });
}

type Row = { id: bigint; seq: bigint; due: boolean };

/** Returns whether it deleted anything. */
async function expirePart(id: bigint, part: Prisma.Sql, expire: Expire, goOn: () => boolean): Promise<boolean> {
  let [after, deleted] = [BEFORE_ALL, false];
  await inPortions(async (atMost) => {
    // The policy is read each time, because it may have been changed meanwhile. Tombstones with replies were cleared before.
    const rows = await db().$queryRaw<Row[]>`
      SELECT m.id, m.seq, m.created_at < p.before AS due FROM messages m, (${policy} AND c.id = ${id}) p
      WHERE m.channel_id = ${id} AND ${part} AND m.seq > ${after} AND (m.deleted_at IS NULL OR m.reply_count = 0)
      ORDER BY m.seq LIMIT ${atMost}`;
    const due = rows.filter((row) => row.due);
    for (let start = 0; start < due.length; start += AT_ONCE) {
      if (!goOn()) return 0;
      const began = performance.now();
      await expireTogether(id, due.slice(start, start + AT_ONCE), expire);
      deleted = true;
      await sleep(REST * (performance.now() - began));
    }
    const last = rows.at(-1);
    after = last?.seq ?? after;
    // Messages are in the order of their time, so the rest stays. What a wrong clock put out of order is left for later runs.
    return last?.due ? rows.length : 0;
  });
  return deleted;
}

// Long enough to wait for a busy channel's lock.
const PATIENCE = { maxWait: 15_000, timeout: 30_000 };

/** Deletes these messages of one channel and returns how many there were, and how many revisions after `rev` it took. */
type Expire = (tx: Transaction, ids: bigint[], rev: bigint) => Promise<{ messages: number; revs: number }>;

/**
 * Deletes messages of a channel, in the order of their `seq`, under the channel's lock. Moves its `expired_seq`, by which
 * open pages learn of it, and adds to the day's entry in the audit log in the same transaction.
 */
async function expireTogether(
  channelId: bigint,
  rows: readonly { id: bigint; seq: bigint }[],
  expire: Expire,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const upTo = rows.at(-1)?.seq ?? 0n;
  await db().$transaction(async (tx) => {
    const [channel] = await tx.$queryRaw<{ rev: bigint }[]>`
      SELECT rev FROM channels WHERE id = ${channelId} FOR NO KEY UPDATE`;
    if (!channel) return;
    const files = await tx.$queryRaw<File[]>`
      DELETE FROM attachments WHERE message_id = ANY(${ids}::bigint[]) RETURNING hash, size`;
    const { messages, revs } = await expire(tx, ids, channel.rev);
    await tx.$executeRaw`
      UPDATE channels SET rev = rev + ${Math.max(1, revs)}, expired_seq = greatest(expired_seq, ${upTo})
      WHERE id = ${channelId}`;
    await recordExpired(tx, { messages, ...(await freed(tx, files)) });
  }, PATIENCE);
}

/** Deletes replies and counts their threads again. */
const expireReplies: Expire = async (tx, ids, rev) => {
  await forgetPayloads(tx, ids);
  const [done] = await tx.$queryRaw<[{ messages: number; revs: number }]>`
    WITH gone AS (
      DELETE FROM messages WHERE id = ANY(${ids}::bigint[]) RETURNING thread_root_id, deleted_at, event
    ),
    fewer AS (
      SELECT thread_root_id AS id, count(*)::int AS replies, row_number() OVER (ORDER BY thread_root_id) AS place
      FROM gone WHERE deleted_at IS NULL AND event IS NULL GROUP BY thread_root_id
    ),
    recounted AS (
      UPDATE messages m SET rev = ${rev} + f.place, reply_count = m.reply_count - f.replies,
        last_reply_at = CASE WHEN m.reply_count > f.replies THEN m.last_reply_at END,
        last_reply_seq = CASE WHEN m.reply_count > f.replies THEN m.last_reply_seq END
      FROM fewer f WHERE m.id = f.id RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM gone WHERE deleted_at IS NULL) AS messages, (SELECT count(*)::int FROM recounted) AS revs`;
  return done;
};

/** Deletes top-level messages, with the lines in their threads. One whose thread goes on stays as a tombstone. */
const expireRoots: Expire = async (tx, ids, rev) => {
  const living = await tx.$queryRaw<{ id: bigint; deleted: boolean }[]>`
    SELECT m.id, m.deleted_at IS NOT NULL AS deleted FROM messages m WHERE m.id = ANY(${ids}::bigint[])
      AND EXISTS (SELECT FROM messages r WHERE r.thread_root_id = m.id AND r.deleted_at IS NULL AND r.event IS NULL)
    ORDER BY m.seq`;
  const kept = new Set(living.map(({ id }) => id));
  const cleared = living.filter(({ deleted }) => !deleted).map(({ id }) => id);
  let last = rev;
  if (cleared.length > 0) {
    await tx.message.updateMany({ where: { id: { in: cleared } }, data: await clearMessages(tx, cleared) });
    await tx.$executeRaw`
      UPDATE messages m SET rev = ${rev} + t.place
      FROM unnest(${cleared}::bigint[]) WITH ORDINALITY AS t(id, place) WHERE m.id = t.id`;
    last = await renewInChannel(tx, cleared, rev + BigInt(cleared.length));
  }
  const rest = ids.filter((id) => !kept.has(id));
  await forgetPayloads(tx, rest);
  const [done] = await tx.$queryRaw<[{ messages: number }]>`
    WITH gone AS (DELETE FROM messages WHERE id = ANY(${rest}::bigint[]) RETURNING deleted_at)
    SELECT count(*)::int AS messages FROM gone WHERE deleted_at IS NULL`;
  return { messages: cleared.length + done.messages, revs: Number(last - rev) };
};

type File = { hash: Uint8Array<ArrayBuffer>; size: number };

/** Returns how many of these files no message uses anymore, and their total size. */
async function freed(tx: Transaction, files: File[]): Promise<Pick<ExpiredAmount, "files" | "bytes">> {
  if (files.length === 0) return { files: 0, bytes: 0 };
  const size = new Map(files.map((file) => [Buffer.from(file.hash).toString("hex"), file.size]));
  const where = { ownerId: INSTALL, hash: { in: files.map(({ hash }) => hash) }, uses: 0 };
  const unused = await tx.fileUse.findMany({ where, select: { hash: true } });
  const bytes = unused.reduce((sum, { hash }) => sum + (size.get(Buffer.from(hash).toString("hex")) ?? 0), 0);
  return { files: unused.length, bytes };
}

type ExpiredAmount = { messages: number; files: number; bytes: number };

/** Adds to the audit log's entry of this day (in UTC). */
async function recordExpired(tx: Transaction, expired: ExpiredAmount): Promise<void> {
  const action: AuditAction = "workspace.messages_expired";
  const day = new Date().toISOString().slice(0, 10);
  const sum = (field: keyof ExpiredAmount) => Prisma.sql`
    ${Prisma.raw(`'${field}'`)}, (a.details -> 'expired' ->> ${Prisma.raw(`'${field}'`)})::bigint + ${expired[field]}`;
  await tx.$executeRaw`
    INSERT INTO audit_entries AS a (kind, action, actor_name, details, tally_key)
    VALUES (${kindOf(action)}, ${action}, 'Parley', ${JSON.stringify({ expired })}::jsonb, ${`expired:${day}`})
    ON CONFLICT (tally_key) WHERE tally_key IS NOT NULL DO UPDATE SET details = jsonb_build_object('expired',
      jsonb_build_object(${sum("messages")}, ${sum("files")}, ${sum("bytes")}))`;
}
