import { z } from "zod";
import type { AccessibleChannel } from "@/lib/channels/access";
import { asMember } from "@/lib/channels/as-member";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isActive } from "@/lib/db/is-active";
import { publish } from "@/lib/events/hub";
import type { ThreadPositionDto } from "@/lib/messages/dto";
import { noSuchThread } from "@/lib/messages/threads/thread-page";
import type { ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { parseId } from "@/lib/text/text";

/**
 * Follows a thread, marking it as read, or unfollows it. Throws `not_found` for a reply, or a deleted message without
 * replies; `forbidden` if the user isn't a member.
 */
export async function setFollowing(accessible: AccessibleChannel, rootId: bigint, following: boolean): Promise<void> {
  const otherwise = "Join the channel to follow its threads.";
  await asMember(accessible, (tx, now) => follow(tx, now, rootId, following), { otherwise });
  publish({ kind: "unread", userId: accessible.user.id });
}

async function follow(
  tx: ProvenTx,
  { user, channel }: AccessibleChannel,
  rootId: bigint,
  following: boolean,
): Promise<void> {
  const root = await tx.message.findFirst({
    where: {
      id: rootId,
      channelId: channel.id,
      threadRootId: null,
      OR: [{ deletedAt: null }, { replyCount: { gt: 0 } }],
    },
    select: { seq: true, lastReplySeq: true },
  });
  if (!root) throw noSuchThread();
  const key = { rootId, userId: user.id };
  const lastReadSeq = root.lastReplySeq ?? root.seq;
  await tx.threadFollow.upsert({
    where: { rootId_userId: key },
    create: { ...key, following, lastReadSeq },
    update: { following, ...(following && { lastReadSeq }) },
  });
}

/** Moves a follower's read position in a thread forward to `seq` or the thread's end, never back. */
export async function markThreadRead({ user, channel }: AccessibleChannel, rootId: bigint, seq: number): Promise<void> {
  const moved = await db().$executeRaw`
    UPDATE thread_follows f SET last_read_seq = least(${seq}::bigint, coalesce(r.last_reply_seq, r.seq)) FROM messages r
    WHERE r.id = f.root_id AND r.channel_id = ${channel.id} AND f.root_id = ${rootId} AND f.user_id = ${user.id}
      AND f.last_read_seq < least(${seq}::bigint, coalesce(r.last_reply_seq, r.seq)) AND ${isActive(user.id)}`;
  if (moved > 0) publish({ kind: "unread", userId: user.id });
  await settleThreads(user, [rootId]);
}

/**
 * Clears the marks of those of the user's threads that have no unread replies. A root that is locked is left out, because it's
 * about to get a reply. As no lock is waited for, nothing can deadlock.
 */
async function settleThreads({ id }: Pick<SessionUser, "id">, rootIds: readonly bigint[]): Promise<void> {
  await db().$executeRaw`
    UPDATE thread_follows f SET maybe_unread = false, marked_at = clock_timestamp()
    FROM (
      SELECT t.root_id FROM thread_follows t JOIN messages r ON r.id = t.root_id
      WHERE t.root_id = ANY(${rootIds}::bigint[]) AND t.user_id = ${id} AND t.maybe_unread
        AND coalesce(r.last_reply_seq, 0) <= t.last_read_seq
      FOR NO KEY UPDATE OF t SKIP LOCKED FOR SHARE OF r SKIP LOCKED) settled
    WHERE f.root_id = settled.root_id AND f.user_id = ${id} AND ${isActive(id)}`;
}

const MOST_POSITIONS = 5_000;

/** The read positions to restore. */
export const threadPositionsSchema = z.object({
  threads: z
    .array(
      z.object({
        rootId: z.string().refine((id) => parseId(id) !== null, "rootId must be a message ID."),
        lastReadSeq: z.int("lastReadSeq must be a whole number.").min(0),
      }),
    )
    .max(MOST_POSITIONS)
    .default([]),
});

/**
 * Moves the user's read position to the end of each thread that they follow, unless it gets a reply right now. Returns the
 * previous positions of those that moved.
 */
export async function readAllThreads(user: SessionUser): Promise<ThreadPositionDto[]> {
  const rows = await db().$queryRaw<{ root_id: bigint; before: bigint }[]>`
    UPDATE thread_follows f SET last_read_seq = r.last_reply_seq
    FROM (
      SELECT root_id, last_read_seq FROM thread_follows WHERE user_id = ${user.id} AND maybe_unread AND following
      FOR NO KEY UPDATE SKIP LOCKED) old
    CROSS JOIN LATERAL (SELECT channel_id, last_reply_seq FROM messages WHERE id = old.root_id OFFSET 0) r
    JOIN channels c ON c.id = r.channel_id AND c.archived_at IS NULL
    JOIN memberships m ON m.channel_id = r.channel_id AND m.user_id = ${user.id}
    WHERE f.root_id = old.root_id AND f.user_id = ${user.id} AND f.last_read_seq < r.last_reply_seq
      AND ${isActive(user.id)}
    RETURNING f.root_id, old.last_read_seq AS before`;
  if (rows.length > 0) publish({ kind: "unread", userId: user.id });
  await settleThreads(
    user,
    rows.map((row) => row.root_id),
  );
  return rows.map((row) => ({ rootId: `${row.root_id}`, lastReadSeq: Number(row.before) }));
}

/** Undoes `readAllThreads`: moves the user's positions back, never forward. */
export async function restoreThreads(user: SessionUser, to: readonly ThreadPositionDto[]): Promise<void> {
  const ids = to.map(({ rootId }) => BigInt(rootId));
  const seqs = to.map(({ lastReadSeq }) => BigInt(lastReadSeq));
  const later = Prisma.sql`
    SELECT f.root_id, f.user_id, t.seq FROM thread_follows f
    JOIN (SELECT id, min(seq) AS seq FROM unnest(${ids}::bigint[], ${seqs}::bigint[]) AS given(id, seq) GROUP BY id) t
      ON t.id = f.root_id
    WHERE f.user_id = ${user.id} AND f.last_read_seq > t.seq`;
  const move = (those: Prisma.Sql) => db().$executeRaw`
    UPDATE thread_follows f SET last_read_seq = t.seq FROM (${those}) t
    WHERE f.root_id = t.root_id AND f.user_id = t.user_id AND f.last_read_seq > t.seq AND ${isActive(user.id)}`;
  let moved = await move(Prisma.sql`${later} FOR NO KEY UPDATE OF f SKIP LOCKED`);
  // Those that get a reply right now are waited for one by one: with others locked, that could deadlock.
  const rest = await db().$queryRaw<{ root_id: bigint }[]>`${later} AND ${isActive(user.id)} LIMIT ${MOST_POSITIONS}`;
  for (const { root_id } of rest) moved += await move(Prisma.sql`${later} AND f.root_id = ${root_id}`);
  if (moved > 0) publish({ kind: "unread", userId: user.id });
}
