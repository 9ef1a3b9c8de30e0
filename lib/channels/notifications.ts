import type { AccessibleChannel } from "@/lib/channels/access";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/publish";

/**
 * What a membership's level means in a channel of this kind. A direct message is meant for everybody in it, so its mentions are
 * all of its messages: that is why one default, `mentions`, serves both kinds.
 */
export function levelIn(kind: ChannelKind, level: NotificationLevel): NotificationLevel {
  return kind === "direct" && level === "mentions" ? "all" : level;
}

/** Sets which messages of the channel notify this member, in all their tabs and on all their devices. Throws `forbidden` for who isn't one. */
export async function setNotifications(accessible: AccessibleChannel, level: NotificationLevel): Promise<void> {
  const { user, channel, membership } = accessible;
  if (!membership) throw new AppError("forbidden", "Join the channel to be notified of its messages.");
  const { count } = await db().membership.updateMany({
    where: { channelId: channel.id, userId: user.id, notifications: { not: level } },
    data: { notifications: level },
  });
  if (count > 0) publish({ kind: "user", userId: user.id });
}
