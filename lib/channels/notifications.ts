import type { AccessibleChannel } from "@/lib/channels/access";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";

/** What a member chooses of a channel. */
type NotificationChoice = { notifications?: NotificationLevel | undefined; allReplies?: boolean | undefined };

/**
 * What a membership's level means in a channel of this kind. A direct message is meant for everybody in it, so its mentions are
 * all of its messages: that is why one default, `mentions`, serves both kinds.
 */
export function levelIn(kind: ChannelKind, level: NotificationLevel): NotificationLevel {
  return kind === "direct" && level === "mentions" ? "all" : level;
}

/**
 * Sets which messages of the channel notify this member, in all their tabs and on all their devices, and whether they follow all of its
 * threads. What isn't given stays. Throws `forbidden` for who isn't a member.
 */
export async function setNotifications(accessible: AccessibleChannel, choice: NotificationChoice): Promise<void> {
  const { user, channel, membership } = accessible;
  if (!membership) throw new AppError("forbidden", "Join the channel to get its notifications.");
  const { notifications = membership.notifications, allReplies = membership.allReplies } = choice;
  const chosen = { notifications, allReplies };
  const { count } = await db().membership.updateMany({
    where: { channelId: channel.id, userId: user.id, NOT: chosen },
    data: chosen,
  });
  if (count > 0) publish({ kind: "user", userId: user.id });
}

/** What a channel that this person comes into notifies them of at first, as they have chosen for all. */
export async function newChannelNotifications(tx: Transaction, userId: bigint): Promise<NotificationLevel> {
  const select = { newChannelNotifications: true } as const;
  return (await tx.user.findUniqueOrThrow({ where: { id: userId }, select })).newChannelNotifications;
}
