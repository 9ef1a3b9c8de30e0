import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";
import { asPerson } from "@/lib/people/as-person";
import type { ProfileDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { statusOf, statusSelect } from "@/lib/people/status";
import { utcOffsetOf } from "@/lib/people/time-zone";
import { AppError } from "@/lib/text/errors";

/** Returns a person's card for this viewer, without status and time if they are deactivated. Throws `not_found`, also for one who was deleted. */
export async function findProfile(viewer: SessionUser, userId: bigint): Promise<ProfileDto> {
  const row = await db().user.findUnique({
    where: { id: userId },
    select: {
      name: true,
      avatarUrl: true,
      title: true,
      role: true,
      deactivatedAt: true,
      deletedAt: true,
      createdAt: true,
      timeZone: true,
      showsLocalTime: true,
      ...statusSelect,
    },
  });
  if (!row || row.deletedAt) throw new AppError("not_found", "This person doesn't exist.");
  const deactivated = row.deactivatedAt !== null;
  const tellsTime = row.showsLocalTime && !deactivated;
  return {
    userId: `${userId}`,
    name: row.name,
    avatarUrl: shownImage(row.avatarUrl, userId),
    title: row.title,
    role: row.role,
    deactivated,
    createdAt: row.createdAt.toISOString(),
    status: deactivated ? null : statusOf(row),
    utcOffset: tellsTime && row.timeZone !== null ? utcOffsetOf(row.timeZone, new Date()) : null,
    isMe: userId === viewer.id,
  };
}

/** Your profile settings besides name and avatar. */
export async function ownProfile(user: SessionUser): Promise<{ title: string; showsLocalTime: boolean }> {
  return db().user.findUniqueOrThrow({ where: { id: user.id }, select: { title: true, showsLocalTime: true } });
}

/** Sets whether others see your local time. */
export async function setShowsLocalTime(user: SessionUser, showsLocalTime: boolean): Promise<void> {
  const data = { showsLocalTime };
  await asPerson(user, (tx) => tx.user.update({ where: { id: user.id }, data, select: { id: true } }));
}
