import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { asPerson } from "@/lib/people/as-person";
import type { NotificationPreferencesDto } from "@/lib/people/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import type { NotificationPreferencesChange } from "@/lib/people/schema";

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
    const data = { keywords, ...(newChannels && { newChannelNotifications: newChannels }) };
    await tx.user.update({ where: { id }, data, select: { id: true } });
    if (isDeepStrictEqual(before.keywords, keywords)) return;
    const change = { channelId: 0n };
    await tx.keywordChange.upsert({ where: { userId: id }, create: { userId: id, ...change }, update: change });
  });
  publish({ kind: "user", userId: id });
}
