import type { AccessibleChannel } from "@/lib/channels/access";
import { asMember } from "@/lib/channels/as-member";
import type { ChannelKind, NotificationLevel } from "@/lib/channels/dto";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";

/** A member's notification settings for a channel. */
type NotificationChoice = { notifications?: NotificationLevel | undefined; allReplies?: boolean | undefined };

/**
 * A membership's effective level in a channel of this kind. In a direct message `mentions` means all messages, because
 * each is meant for its members.
 */
export function levelIn(kind: ChannelKind, level: NotificationLevel): NotificationLevel {
  return kind === "direct" && level === "mentions" ? "all" : level;
}

/**
 * Sets which of the channel's messages notify this member, on all devices, and whether they follow all of its threads.
 * Absent settings stay as they are. Throws `forbidden` if they aren't a member.
 */
export async function setNotifications(accessible: AccessibleChannel, choice: NotificationChoice): Promise<void> {
  const { notifications, allReplies } = choice;
  const chosen = { ...(notifications && { notifications }), ...(allReplies !== undefined && { allReplies }) };
  const write = async (tx: Transaction) => {
    const own = { channelId: accessible.channel.id, userId: accessible.user.id };
    return tx.membership.updateMany({ where: { ...own, NOT: chosen }, data: chosen });
  };
  const { count } = await asMember(accessible, write, { otherwise: "Join the channel to get its notifications." });
  if (count > 0) publish({ kind: "user", userId: accessible.user.id });
}

/** The level that the user has chosen for channels they join. */
export async function newChannelNotifications(tx: Transaction, userId: bigint): Promise<NotificationLevel> {
  const select = { newChannelNotifications: true } as const;
  return (await tx.user.findUniqueOrThrow({ where: { id: userId }, select })).newChannelNotifications;
}
