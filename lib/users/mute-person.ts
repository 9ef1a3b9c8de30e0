import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/images/signed-url";
import type { MutedPersonDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";

/**
 * Leaves somebody out of what is unread for this person and of what notifies them, or lets them hear of them again. Nobody else learns
 * of it. Throws `not_found` for who isn't there, and `invalid` for oneself.
 */
export async function setPersonMuted(user: SessionUser, mutedId: bigint, muted: boolean): Promise<void> {
  if (mutedId === user.id) throw new AppError("invalid", "You can't mute yourself.");
  const there = await db().user.findUnique({ where: { id: mutedId }, select: { id: true } });
  if (!there) throw new AppError("not_found", "There is no such person.");
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
