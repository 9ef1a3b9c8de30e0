import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/publish";
import type { WantedNotificationsDto } from "@/lib/users/dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import { keywordPattern } from "@/lib/users/keywords";

/** What somebody is told of in all their channels. */
export async function wantedNotifications({ id }: SessionUser): Promise<WantedNotificationsDto> {
  const select = { keywords: true, newChannelNotifications: true } as const;
  const { keywords, newChannelNotifications } = await db().user.findUniqueOrThrow({ where: { id }, select });
  return { keywords, newChannels: newChannelNotifications };
}

/** Changes what somebody is told of, in all their tabs. The channels that they are in already stay as they are. */
export async function setWantedNotifications({ id }: SessionUser, settings: WantedNotificationsDto): Promise<void> {
  const { keywords, newChannels } = settings;
  const data = { keywords, keywordPattern: keywordPattern(keywords), newChannelNotifications: newChannels };
  await db().user.update({ where: { id }, data, select: { id: true } });
  publish({ kind: "user", userId: id });
}
