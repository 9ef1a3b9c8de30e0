import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { takeTurn } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { asPerson } from "@/lib/people/as-person";
import type { NotificationPreferencesDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { NotificationPreferencesChange } from "@/lib/people/schema";

/** SQL for whether anyone has keywords. Until then, nothing is matched, and nothing notes how far matching would be. */
export const ANYONE_HAS_KEYWORDS = Prisma.sql`EXISTS (SELECT FROM users WHERE keywords <> '{}')`;

/** Returns someone's keywords and default level. */
export async function notificationPreferences({ id }: SessionUser): Promise<NotificationPreferencesDto> {
  const select = { keywords: true, newChannelNotifications: true } as const;
  const { keywords, newChannelNotifications } = await db().user.findUniqueOrThrow({ where: { id }, select });
  return { keywords, newChannels: newChannelNotifications };
}

/**
 * Saves the preferences that are given and updates their tabs. Channels they're already in keep their level. Unread messages are
 * matched with new keywords afterwards.
 */
export async function setNotificationPreferences(
  user: SessionUser,
  settings: NotificationPreferencesChange,
): Promise<void> {
  const { id } = user;
  await asPerson(user, async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: { id }, select: { keywords: true } });
    const { keywords = before.keywords, newChannels } = settings;
    if (before.keywords.length === 0 && keywords.length > 0) await passOverIfFirst(tx);
    const data = { keywords, ...(newChannels && { newChannelNotifications: newChannels }) };
    await tx.user.update({ where: { id }, data, select: { id: true } });
    if (isDeepStrictEqual(before.keywords, keywords)) return;
    const change = { channelId: 0n };
    await tx.keywordChange.upsert({ where: { userId: id }, create: { userId: id, ...change }, update: change });
  });
  publish({ kind: "user", userId: id });
}

/**
 * Keeps messages from being matched that were posted while no one had keywords. Call it before the first keywords are
 * stored. Matching takes the same turn for each batch.
 */
async function passOverIfFirst(tx: Transaction): Promise<void> {
  await takeTurn(tx, "parley_keyword");
  await tx.$executeRaw`
    INSERT INTO keyword_progress (channel_id, rev)
    SELECT c.id, c.rev FROM channels c LEFT JOIN keyword_progress p ON p.channel_id = c.id
    WHERE c.rev > coalesce(p.rev, 0) AND NOT ${ANYONE_HAS_KEYWORDS}
    ON CONFLICT (channel_id) DO UPDATE SET rev = excluded.rev`;
}
