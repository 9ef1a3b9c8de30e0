import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/images/signed-url";
import type { MutedPersonDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";

// Why: docs/decisions/profiles.md

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

/**
 * Leaves somebody out of what is unread for this person and of what notifies them, or lets them hear of them again. Nobody else learns
 * of it. Throws `not_found` for who isn't there, and `invalid` for oneself.
 */
export async function setPersonMuted(user: SessionUser, mutedId: bigint, muted: boolean): Promise<void> {
  if (mutedId === user.id) throw new AppError("invalid", "You can't mute yourself.");
  const there = await db().user.findUnique({ where: { id: mutedId }, select: { id: true } });
  if (!there) throw new AppError("not_found", "This person doesn't exist.");
  const mute = { userId: user.id, mutedId };
  const { count } = muted
    ? await db().userMute.createMany({ data: [mute], skipDuplicates: true })
    : await db().userMute.deleteMany({ where: mute });
  if (count > 0) publish({ kind: "user", userId: user.id });
}

/** Whom this person has muted, by name. */
export async function mutedPeople(user: SessionUser): Promise<MutedPersonDto[]> {
  const rows = await db().userMute.findMany({
    where: { userId: user.id },
    orderBy: [{ muted: { name: "asc" } }, { mutedId: "asc" }],
    select: { muted: { select: { id: true, name: true, avatarUrl: true } } },
  });
  return rows.map(({ muted: { id, name, avatarUrl } }) => ({
    id: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
  }));
}

/** The ids of whom this person has muted, in order. */
export async function mutedIds(user: SessionUser): Promise<string[]> {
  const rows = await db().userMute.findMany({
    where: { userId: user.id },
    orderBy: { mutedId: "asc" },
    select: { mutedId: true },
  });
  return rows.map(({ mutedId }) => `${mutedId}`);
}
