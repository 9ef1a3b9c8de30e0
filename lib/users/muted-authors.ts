import { Prisma } from "@/lib/db/generated/client";

/**
 * For a statement's WITH: `muted`, the ids of all whose messages this person doesn't want to hear of, people and webhooks. Ids are
 * made by one function for all tables, so that none is another's.
 */
export function mutedAuthors(userId: bigint): Prisma.Sql {
  return Prisma.sql`muted AS MATERIALIZED (
    SELECT webhook_id AS id FROM webhook_mutes WHERE user_id = ${userId}
    UNION ALL SELECT muted_id FROM user_mutes WHERE user_id = ${userId})`;
}

/** The condition on messages `x` that none of those wrote them. Who is gone has written as nobody, whom nobody has muted. */
export const notMuted = Prisma.sql`coalesce(x.webhook_id, x.user_id, 0) NOT IN (SELECT id FROM muted)`;

/** The same of rows `k` of `message_matches`, which hold who wrote their message. */
export const notMutedMatch = Prisma.sql`k.author_id NOT IN (SELECT id FROM muted)`;

/** The same where a statement is about many people at once: that the one with the id `userId` has muted none who wrote the message `x`. */
export function notMutedBy(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM webhook_mutes w WHERE w.user_id = ${userId} AND w.webhook_id = x.webhook_id)
    AND NOT EXISTS (SELECT FROM user_mutes u WHERE u.user_id = ${userId} AND u.muted_id = x.user_id)`;
}
