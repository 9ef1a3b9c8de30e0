import { markSeen as markNoticesSeen } from "@/lib/attention/notices/queries";
import type { ReadPositionDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isActive } from "@/lib/db/is-active";
import { publish } from "@/lib/events/hub";
import type { ThreadPositionDto } from "@/lib/messages/dto";
import { readAllThreads } from "@/lib/messages/threads/follow-thread";
import type { SessionUser } from "@/lib/people/find-session-user";
import { mutedAuthors, notMuted, notMutedMatch } from "@/lib/people/muted-authors";
import { fromOthers, IN_FLOW, keywordAfter, mentions } from "@/lib/people/notifications/who-is-notified";

const NEWEST = 2n ** 63n - 1n;

/**
 * Marks everything in the inbox as read: each channel up to its last mention or keyword, all threads, reactions and
 * notices. Returns the previous positions of the channels and threads that moved.
 */
export async function readInbox(
  user: SessionUser,
): Promise<{ positions: ReadPositionDto[]; threads: ThreadPositionDto[] }> {
  const [me, before] = [Prisma.sql`${user.id}`, Prisma.sql`old.last_read_seq`];
  const rows = await db().$queryRaw<{ channel_id: bigint; before: bigint; after: bigint }[]>`
    WITH ${mutedAuthors(user.id)},
    old AS MATERIALIZED (SELECT channel_id, last_read_seq FROM memberships WHERE user_id = ${me} ORDER BY channel_id FOR UPDATE)
    UPDATE memberships m SET last_read_seq = last.seq
    FROM old JOIN channels c ON c.id = old.channel_id AND c.kind <> 'direct' AND c.archived_at IS NULL
    CROSS JOIN LATERAL (
      SELECT greatest((
        SELECT x.seq FROM messages x
        WHERE x.channel_id = c.id AND x.seq > old.last_read_seq AND ${IN_FLOW} AND ${fromOthers(me, notMuted)}
          AND ${mentions(me)} ORDER BY x.seq DESC LIMIT 1), (
        SELECT max(k.seq) FROM message_matches k, (SELECT ${me}::bigint AS user_id) m
        WHERE ${keywordAfter(before)} AND ${notMutedMatch})) AS seq) last
    WHERE m.channel_id = old.channel_id AND m.user_id = ${me} AND last.seq > m.last_read_seq AND ${isActive(user.id)}
    RETURNING m.channel_id, old.last_read_seq AS before, m.last_read_seq AS after`;
  for (const { channel_id: channelId, after } of rows) {
    publish({ kind: "read", userId: user.id, channelId, lastReadSeq: Number(after), back: false });
  }
  const threads = await readAllThreads(user);
  await markSeen(user, { reactions: new Date().toISOString(), notices: NEWEST });
  return {
    positions: rows.map((row) => ({ channelId: `${row.channel_id}`, lastReadSeq: Number(row.before) })),
    threads,
  };
}

/** Marks reactions up to a time, and notices up to an id, as seen. */
export async function markSeen(
  user: SessionUser,
  { reactions, notices }: { reactions?: string | undefined; notices?: bigint | undefined },
): Promise<void> {
  const noticesMoved = notices !== undefined && (await markNoticesSeen(user, notices));
  // A time in the future would hide reactions to come.
  const reactionsMoved =
    reactions !== undefined &&
    (await db().$executeRaw`
      UPDATE users SET inbox_seen_at = least(${reactions}::timestamptz, now())
      WHERE id = ${user.id} AND deactivated_at IS NULL AND inbox_seen_at < least(${reactions}::timestamptz, now())`) >
      0;
  if (noticesMoved || reactionsMoved) publish({ kind: "unread", userId: user.id });
}
