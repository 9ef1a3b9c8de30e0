import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { notifying } from "@/lib/people/notifications/who-is-notified";
import { IS_RESTRICTED } from "@/lib/people/restricted";

/** A person who has been away for an hour and hasn't been emailed in this absence. */
export type Absent = {
  id: bigint;
  email: string;
  timeZone: string | null;
  /** When they were last active. */
  lastSeenAt: Date;
  /** The latest message that they were emailed about. */
  upTo: bigint;
  /** How many attempts have failed. */
  attempts: number;
};

/** The maximum number that is counted. */
export const MOST_MISSED = 100;

/**
 * Returns up to `atMost` people after the id `after`, by id, who can be emailed now: they have been away for an hour,
 * haven't been emailed since they were last active, and aren't waiting for another attempt. `whoMissed` decides
 * whether they missed anything.
 */
export function absentPeople(after: bigint, atMost: number): Promise<Absent[]> {
  return db().$queryRaw<Absent[]>`
    SELECT u.id, u.email, u.time_zone AS "timeZone", here.at AS "lastSeenAt",
      coalesce(d.up_to, 0) AS "upTo", coalesce(d.attempts, 0) AS attempts
    FROM users u LEFT JOIN mail_digests d ON d.user_id = u.id
    CROSS JOIN LATERAL (
      SELECT greatest(max(s.last_seen_at), u.signed_out_at, u.created_at) AS at FROM sessions s WHERE s.user_id = u.id) here
    WHERE u.id > ${after} AND u.deactivated_at IS NULL AND u.mails_digest AND NOT ${Prisma.raw(IS_RESTRICTED)}
      AND here.at <= now() - interval '1 hour'
      AND (d.absent_since IS NULL OR d.absent_since < here.at) AND (d.try_at IS NULL OR d.try_at <= now())
    ORDER BY u.id LIMIT ${atMost}`;
}

/** Returns the ids of those who missed messages that they weren't emailed about. */
export async function whoMissed(people: readonly Absent[]): Promise<Set<bigint>> {
  const [ids, upTo] = [people.map(({ id }) => id), people.map((person) => person.upTo)];
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT p.id FROM unnest(${ids}::bigint[], ${upTo}::bigint[]) AS p(id, up_to)
    WHERE EXISTS (${missedBy(Prisma.sql`p.id`, Prisma.sql`p.up_to`, 1)})`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of messages that someone missed and wasn't emailed about, newest first, at most `MOST_MISSED`. */
export async function missedMessages({ id, upTo }: Pick<Absent, "id" | "upTo">): Promise<bigint[]> {
  const rows = await db().$queryRaw<{ id: bigint }[]>`
    SELECT missed.id FROM (${missedBy(Prisma.sql`${id}::bigint`, Prisma.sql`${upTo}::bigint`, MOST_MISSED)}) missed
    ORDER BY missed.id DESC LIMIT ${MOST_MISSED}`;
  return rows.map((row) => row.id);
}

/**
 * Selects a person's unread direct messages, mentions and keyword matches of the past week, at most `atMost` of each
 * kind per channel. Other messages that notify them (lib/people/notifications/who-is-notified.ts) are left out.
 */
function missedBy(userId: Prisma.Sql, after: Prisma.Sql, atMost: number): Prisma.Sql {
  const zero = Prisma.sql`0::bigint`;
  const also = Prisma.sql`x.id > ${after} AND x.created_at > now() - interval '7 days'`;
  return Prisma.sql`
    SELECT n.id FROM memberships m JOIN channels c ON c.id = m.channel_id
    CROSS JOIN LATERAL (${notifying({ after: zero, matchedAfter: zero, inFull: false, also, atMost })}) n
    WHERE m.user_id = ${userId} AND m.notifications <> 'none' AND c.archived_at IS NULL`;
}
