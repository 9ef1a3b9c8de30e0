import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { INSTALL } from "@/lib/files/uploads/quota";
import { clearMessages, forgetPayloads, renewInChannel } from "@/lib/messages/change-message";

// Long enough to wait for a busy channel's lock.
const PATIENCE = { maxWait: 15_000, timeout: 30_000 };

/** Deletes these messages of one channel and returns how many there were, and how many revisions after `rev` it took. */
export type Expire = (tx: Transaction, ids: bigint[], rev: bigint) => Promise<{ messages: number; revs: number }>;

/**
 * Deletes messages of a channel, in the order of their `seq`, under the channel's lock. Moves its `expired_seq`, by which
 * open pages learn of it, and adds to the day's entry in the audit log in the same transaction.
 */
export async function expireTogether(
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
export const expireReplies: Expire = async (tx, ids, rev) => {
  await forgetPayloads(tx, ids);
  const [done] = await tx.$queryRaw<[{ messages: number; revs: number }]>`
    WITH gone AS (
      DELETE FROM messages WHERE id = ANY(${ids}::bigint[]) RETURNING thread_root_id, deleted_at
    ),
    fewer AS (
      SELECT thread_root_id AS id, count(*)::int AS replies, row_number() OVER (ORDER BY thread_root_id) AS place
      FROM gone WHERE deleted_at IS NULL GROUP BY thread_root_id
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

/** Deletes top-level messages. One whose thread goes on stays as a tombstone. */
export const expireRoots: Expire = async (tx, ids, rev) => {
  const living = await tx.$queryRaw<{ id: bigint; deleted: boolean }[]>`
    SELECT m.id, m.deleted_at IS NOT NULL AS deleted FROM messages m WHERE m.id = ANY(${ids}::bigint[])
      AND EXISTS (SELECT FROM messages r WHERE r.thread_root_id = m.id AND r.deleted_at IS NULL)
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
