import type { AccessibleChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import { changeAsMember } from "@/lib/messages/change-as-member";
import { clearMessage } from "@/lib/messages/clear-message";

/** Deletes one's own message, or, for a manager of the channel, anybody's and any webhook's. Throws `forbidden`. */
export async function deleteMessage(channel: AccessibleChannel, messageId: bigint): Promise<void> {
  await changeAsMember(channel, messageId, async (tx, message) => {
    const isOwn = message.authorKind === "user" && message.userId === channel.user.id;
    if (!isOwn && !channel.canManage) {
      throw new AppError("forbidden", "Only the author and the channel's managers can delete a message.");
    }
    return clearMessage(tx, messageId);
  });
}
