import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { shownImage } from "@/lib/files/images/signed-url";
import { asPerson } from "@/lib/people/as-person";
import { type PersonFaceDto, PLAIN_STATUS, type StatusDto, type StatusesDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countProfileWrite } from "@/lib/people/write-limit";
import { AppError } from "@/lib/text/errors";
import { countFitting } from "@/lib/text/page";

// A page is sent at most this many statuses, and at most this many bytes of them. The others are shown on profile cards
// only.
const MOST_SHOWN = 1_000;
const MOST_BYTES = 60_000;

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
  const all = rows.flatMap((row): [string, StatusDto][] => {
    const status = statusOf(row);
    return status ? [[`${row.id}`, status]] : [];
  });
  return Object.fromEntries(all.slice(0, countFitting(all, MOST_BYTES, false).count));
}

/**
 * Sets your status; null clears it. Updates everyone's open pages. Throws `rate_limited` for too many changes, and
 * `invalid` for a custom emoji that doesn't exist.
 */
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
  await asPerson(user, async (tx) => {
    if (status?.emoji.startsWith(":")) await requireEmoji(tx, status.emoji);
    await tx.user.update({ where: { id: user.id }, data, select: { id: true } });
  });
  publish({ kind: "person", userId: user.id });
}

/** Throws `invalid` if there is no custom emoji `:name:`. It can't be deleted before the transaction ends. */
async function requireEmoji(tx: Transaction, emoji: string): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT id FROM custom_emoji WHERE name = ${emoji.slice(1, -1)} FOR KEY SHARE`;
  if (found.length === 0) throw new AppError("invalid", `There is no emoji ${emoji}. Choose another one.`);
}

/**
 * Removes a deleted custom emoji, `:name:`, from statuses: those with a text keep it, the others are cleared. Returns
 * whose they were. They aren't updated on open pages yet.
 */
export async function removeFromStatuses(tx: Transaction, emoji: string): Promise<bigint[]> {
  const kept = await tx.user.updateManyAndReturn({
    where: { statusEmoji: emoji, statusText: { not: "" } },
    data: { statusEmoji: PLAIN_STATUS },
    select: { id: true },
  });
  const cleared = await tx.user.updateManyAndReturn({
    where: { statusEmoji: emoji },
    data: { statusEmoji: null, statusEndsAt: null },
    select: { id: true },
  });
  return [...kept, ...cleared].map(({ id }) => id);
}

/**
 * Returns how these people appear to everyone now. Deactivated ones have no status.
 */
export async function facesOf(userIds: readonly bigint[]): Promise<PersonFaceDto[]> {
  const rows = await db().user.findMany({
    where: { id: { in: [...userIds] } },
    orderBy: { id: "asc" },
    select: { id: true, name: true, avatarUrl: true, deactivatedAt: true, deletedAt: true, ...statusSelect },
  });
  return rows.map(({ id, name, avatarUrl, deactivatedAt, deletedAt, ...row }) => ({
    userId: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
    status: deactivatedAt ? null : statusOf(row),
    ...(deletedAt && { gone: true }),
  }));
}
