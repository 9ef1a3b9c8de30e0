import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/files/images/signed-url";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { MutedPersonDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/presence.md

/**
 * A CTE `muted` for a statement's WITH: the ids of all people and webhooks whom this person has muted. One function
 * creates the ids of all tables, so they don't collide.
 */
export function mutedAuthors(userId: bigint): Prisma.Sql {
  return Prisma.sql`muted AS MATERIALIZED (
    SELECT webhook_id AS id FROM webhook_mutes WHERE user_id = ${userId}
    UNION ALL SELECT muted_id FROM user_mutes WHERE user_id = ${userId})`;
}

/** The condition that the author of the message `x` isn't muted. Deleted authors have no id and can't be muted. */
export const notMuted = Prisma.sql`coalesce(x.webhook_id, x.user_id, 0) NOT IN (SELECT id FROM muted)`;

/** Like `notMuted`, for rows `k` of `message_matches`, which have their message's author. */
export const notMutedMatch = Prisma.sql`k.author_id NOT IN (SELECT id FROM muted)`;

/**
 * Like `notMuted`, for statements about many people: the person `userId` hasn't muted the author of the message `x`. OFFSET 0
 * makes PostgreSQL look up each author instead of comparing all whom the person has muted with each message.
 */
export function notMutedBy(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM webhook_mutes w WHERE w.user_id = ${userId} AND w.webhook_id = x.webhook_id OFFSET 0)
    AND NOT EXISTS (SELECT FROM user_mutes u WHERE u.user_id = ${userId} AND u.muted_id = x.user_id OFFSET 0)`;
}

// Their ids are sent with every page.
const MOST_MUTED = 1_000;

/**
 * Mutes or unmutes a person for this one: their messages don't count as unread or notify. No one else is informed.
 * Throws `not_found` for an unknown person, `invalid` for yourself, and `conflict` beyond 1,000 people.
 */
export async function setPersonMuted(user: SessionUser, mutedId: bigint, muted: boolean): Promise<void> {
  if (mutedId === user.id) throw new AppError("invalid", "You can't mute yourself.");
  const mute = { userId: user.id, mutedId };
  const { count } = await asPerson(user, async (tx) => {
    const there = await tx.user.findUnique({ where: { id: mutedId }, select: { id: true } });
    if (!there) throw new AppError("not_found", "This person doesn't exist.");
    return muted ? addMute(tx, mute) : tx.userMute.deleteMany({ where: mute });
  });
  if (count > 0) publish({ kind: "user", userId: user.id });
}

async function addMute(tx: ProvenTx, mute: { userId: bigint; mutedId: bigint }): Promise<{ count: number }> {
  const others = await tx.userMute.count({ where: { userId: mute.userId, mutedId: { not: mute.mutedId } } });
  if (others >= MOST_MUTED) throw new AppError("conflict", "You can mute at most 1,000 people. Unmute someone first.");
  return tx.userMute.createMany({ data: [mute], skipDuplicates: true });
}

/** Returns the people whom this person has muted, by name. */
export async function mutedPeople(user: SessionUser): Promise<MutedPersonDto[]> {
  const rows = await db().userMute.findMany({
    where: { userId: user.id },
    orderBy: [{ muted: { name: "asc" } }, { mutedId: "asc" }],
    take: MOST_MUTED,
    select: { muted: { select: { id: true, name: true, avatarUrl: true } } },
  });
  return rows.map(({ muted: { id, name, avatarUrl } }) => ({
    id: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
  }));
}

/** Returns the ids of the people whom this person has muted, sorted. */
export async function mutedIds(user: SessionUser): Promise<string[]> {
  const rows = await db().userMute.findMany({
    where: { userId: user.id },
    orderBy: { mutedId: "asc" },
    take: MOST_MUTED,
    select: { mutedId: true },
  });
  return rows.map(({ mutedId }) => `${mutedId}`);
}
