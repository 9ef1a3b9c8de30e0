import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/images/signed-url";
import type { PersonFaceDto, StatusDto, StatusesDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import { countProfileWrite } from "@/lib/users/write-limit";

// A page is sent at most this many statuses. The others are shown on profile cards only.
const MOST_SHOWN = 2_000;

/** The columns of a person's status. */
export const statusSelect = { statusEmoji: true, statusText: true, statusEndsAt: true } as const;

type StatusRow = { statusEmoji: string | null; statusText: string; statusEndsAt: Date | null };

/** Returns a row's status, or null if there is none or it has ended. */
export function statusOf({ statusEmoji, statusText, statusEndsAt }: StatusRow): StatusDto | null {
  if (statusEmoji === null || (statusEndsAt && statusEndsAt.getTime() <= Date.now())) return null;
  return { emoji: statusEmoji, text: statusText, endsAt: statusEndsAt?.toISOString() ?? null };
}

/** Returns the current statuses of active people. */
export async function currentStatuses(): Promise<StatusesDto> {
  const rows = await db().user.findMany({
    where: {
      statusEmoji: { not: null },
      deactivatedAt: null,
      OR: [{ statusEndsAt: null }, { statusEndsAt: { gt: new Date() } }],
    },
    orderBy: { id: "asc" },
    take: MOST_SHOWN,
    select: { id: true, ...statusSelect },
  });
  return Object.fromEntries(
    rows.flatMap((row) => {
      const status = statusOf(row);
      return status ? [[`${row.id}`, status]] : [];
    }),
  );
}

/** Sets your status; null clears it. Updates everyone's open pages. Throws `rate_limited` for too many changes. */
export async function setStatus(
  user: SessionUser,
  status: { emoji: string; text: string; endsAt: Date | null } | null,
): Promise<void> {
  await countProfileWrite(user.id);
  const data = {
    statusEmoji: status?.emoji ?? null,
    statusText: status?.text ?? "",
    statusEndsAt: status?.endsAt ?? null,
  };
  await db().user.update({ where: { id: user.id }, data, select: { id: true } });
  publish({ kind: "person", userId: user.id });
}

/**
 * Returns how these people appear to everyone now. Deleted people are left out, and deactivated ones have no status.
 */
export async function facesOf(userIds: readonly bigint[]): Promise<PersonFaceDto[]> {
  const rows = await db().user.findMany({
    where: { id: { in: [...userIds] } },
    orderBy: { id: "asc" },
    select: { id: true, name: true, avatarUrl: true, deactivatedAt: true, ...statusSelect },
  });
  return rows.map(({ id, name, avatarUrl, deactivatedAt, ...row }) => ({
    userId: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
    status: deactivatedAt ? null : statusOf(row),
  }));
}
