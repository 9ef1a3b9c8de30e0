import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { IS_HELD } from "@/lib/users/held";
import { notMutedBy } from "@/lib/users/muted-authors";

/** Somebody who has been away for an hour and wasn't mailed in this absence. */
export type Absent = {
  id: bigint;
  email: string;
  timeZone: string | null;
  /** When they were here last. */
  seenAt: Date;
  /** The latest message that they were mailed. */
  upTo: bigint;
  /** How often mailing them has failed. */
  attempts: number;
};

/** More than these aren't counted. */
export const MOST_MISSED = 100;

// Only a channel's latest messages are looked at, and of these those of a week.
const LOOKED_AT = 5_000;

/**
 * The people after the id `after` who may be mailed now: away for an hour, not mailed since they were here last, and not waiting for another
 * try. At most `atMost`, by id. Whether they have missed anything is `whoMissed`'s to say.
 */
export function absentPeople(after: bigint, atMost: number): Promise<Absent[]> {
  return db().$queryRaw<Absent[]>`
    SELECT u.id, u.email, u.time_zone AS "timeZone", seen.at AS "seenAt",
      coalesce(d.up_to, 0) AS "upTo", coalesce(d.attempts, 0) AS attempts
    FROM users u LEFT JOIN mail_digests d ON d.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT greatest(max(s.last_seen_at), u.signed_out_at, u.created_at) AS at FROM sessions s WHERE s.user_id = u.id) seen
    WHERE u.id > ${after} AND u.deactivated_at IS NULL AND u.mails_digest AND NOT ${Prisma.raw(IS_HELD)}
      AND seen.at <= now() - interval '1 hour'
      AND (d.absent_since IS NULL OR d.absent_since < seen.at) AND (d.try_at IS NULL OR d.try_at <= now())
    ORDER BY u.id LIMIT ${atMost}`;
}

/** Of these people those who have missed something that they weren't mailed, by id. */
export async function whoMissed(people: readonly Absent[]): Promise<Set<bigint>> {
  const [ids, upTo] = [people.map(({ id }) => id), people.map((person) => person.upTo)];
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT p.id FROM unnest(${ids}::bigint[], ${upTo}::bigint[]) AS p(id, up_to)
    WHERE EXISTS (${missedBy(Prisma.sql`p.id`, Prisma.sql`p.up_to`, 1)})`;
  return new Set(rows.map(({ id }) => id));
}

/** The ids of what somebody has missed and wasn't mailed, newest first, at most `MOST_MISSED`. */
export async function missedMessages({ id, upTo }: Pick<Absent, "id" | "upTo">): Promise<bigint[]> {
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT missed.id FROM (${missedBy(Prisma.sql`${id}::bigint`, Prisma.sql`${upTo}::bigint`, MOST_MISSED)}) missed
    ORDER BY missed.id DESC LIMIT ${MOST_MISSED}`;
  return rows.map((row) => row.id);
}

/**
 * Selects the unread messages of the past week that are meant for a person: in the open channels that they are in and haven't silenced, what
 * others wrote in direct messages, and what mentions them; of replies, those in threads that they follow. `atMost` from each channel.
 */
function missedBy(userId: Prisma.Sql, after: Prisma.Sql, atMost: number): Prisma.Sql {
  const fromOthers = Prisma.sql`x.deleted_at IS NULL AND x.user_id IS DISTINCT FROM m.user_id
    AND x.id > ${after} AND x.created_at > now() - interval '7 days'
    AND ${notMutedBy(Prisma.sql`m.user_id`)}`;
  const mentions = Prisma.sql`(x.mentions_everyone OR x.mentioned_user_ids <> '{}')
    AND (x.mentions_everyone OR m.user_id = ANY(x.mentioned_user_ids))`;
  const unreadReply = Prisma.sql`x.thread_root_id IS NOT NULL AND EXISTS (
    SELECT FROM thread_follows f WHERE f.root_id = x.thread_root_id AND f.user_id = m.user_id AND f.following AND f.last_read_seq < x.seq)`;
  const unread = Prisma.sql`x.thread_root_id IS NULL AND x.seq > greatest(m.last_read_seq, c.msg_seq - ${LOOKED_AT}::bigint)`;
  const last = Prisma.sql`ORDER BY x.seq DESC LIMIT ${atMost}`;
  return Prisma.sql`
    SELECT n.id FROM memberships m JOIN channels c ON c.id = m.channel_id
    CROSS JOIN LATERAL (
      (SELECT x.id FROM messages x WHERE c.kind = 'direct' AND x.channel_id = c.id AND ${unread} AND ${fromOthers} ${last})
      UNION ALL
      (SELECT x.id FROM messages x WHERE c.kind <> 'direct' AND x.channel_id = c.id AND ${unread} AND ${fromOthers} AND ${mentions} ${last})
      UNION ALL
      (SELECT x.id FROM messages x WHERE c.kind = 'direct' AND x.channel_id = c.id AND x.seq > c.msg_seq - ${LOOKED_AT}::bigint
        AND ${unreadReply} AND ${fromOthers} ${last})
      UNION ALL
      (SELECT x.id FROM messages x WHERE c.kind <> 'direct' AND x.channel_id = c.id AND x.seq > c.msg_seq - ${LOOKED_AT}::bigint
        AND ${unreadReply} AND ${fromOthers} AND ${mentions} ${last})) n
    WHERE m.user_id = ${userId} AND m.notifications <> 'none' AND c.archived_at IS NULL`;
}
