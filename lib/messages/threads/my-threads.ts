import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { UnreadThreadDto } from "@/lib/messages/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { fromOthers, mentions } from "@/lib/people/notifications/who-is-notified";

const MOST_UNREAD = 100;
// The followed threads that are looked up among all messages.
const MOST_LOOKED_AT = 5_000;

// In these statements, OFFSET 0 makes PostgreSQL look up each root by its id. With a plain join it may scan all
// messages of the user's channels.

/** Followed threads (`f`) that may have unread replies. */
export const MAYBE_UNREAD = Prisma.sql`f.maybe_unread`;

/** Selects the `root_id`, `user_id` and `last_read_seq` of a person's followed threads of which `which` holds: those that were marked or read last. */
export function latestFollowed(userId: bigint, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT f.root_id, f.user_id, f.last_read_seq FROM thread_follows f WHERE f.user_id = ${userId} AND f.following AND ${which}
    ORDER BY f.marked_at DESC LIMIT ${MOST_LOOKED_AT})`;
}

/**
 * Returns the user's followed threads with unread replies by others, in channels they are in. The channel counts replies
 * that also appear in it.
 */
export async function unreadThreads(user: SessionUser): Promise<UnreadThreadDto[]> {
  const rows = await db().$queryRaw<{ root_id: bigint; channel_id: bigint; unread: bigint; mentions: bigint }[]>`
    SELECT f.root_id, f.channel_id, n.unread, n.mentions
    FROM (
      SELECT f.root_id, f.user_id, f.last_read_seq, r.channel_id, r.last_reply_at
      FROM ${latestFollowed(user.id, MAYBE_UNREAD)} f
      CROSS JOIN LATERAL (
        SELECT channel_id, last_reply_at FROM messages
        WHERE id = f.root_id AND last_reply_seq > f.last_read_seq OFFSET 0) r
      JOIN memberships m ON m.channel_id = r.channel_id AND m.user_id = f.user_id
      JOIN channels c ON c.id = r.channel_id AND c.archived_at IS NULL
      ORDER BY r.last_reply_at DESC) f
    CROSS JOIN LATERAL (
      SELECT count(*) AS unread, count(*) FILTER (WHERE ${mentions(Prisma.sql`f.user_id`)}) AS mentions
      FROM (
        SELECT x.mentions_everyone, x.mentioned_user_ids FROM messages x
        WHERE x.thread_root_id = f.root_id AND x.seq > f.last_read_seq AND x.in_channel IS NULL AND ${fromOthers(Prisma.sql`f.user_id`)}
        LIMIT ${MOST_UNREAD}) x) n
    WHERE n.unread > 0
    ORDER BY f.last_reply_at DESC LIMIT ${MOST_UNREAD}`;
  return rows.map((row) => ({
    rootId: `${row.root_id}`,
    channelId: `${row.channel_id}`,
    unread: Number(row.unread),
    mentions: Number(row.mentions),
  }));
}
