import { recordAudit } from "@/lib/audit/record-audit";
import type { AccessibleChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import { changeAsMember } from "@/lib/messages/change-as-member";
import { clearMessage } from "@/lib/messages/clear-message";

const authors = {
  user: { select: { id: true, name: true } },
  webhook: { select: { id: true, name: true } },
} as const;

/**
 * Deletes one's own message, or, for a manager of the channel, anybody's and any webhook's: then the audit log tells whose message
 * it was, and nothing of what it said. Throws `forbidden`.
 */
export async function deleteMessage(channel: AccessibleChannel, messageId: bigint): Promise<void> {
  const { user: actor } = channel;
  await changeAsMember(channel, messageId, async (tx, message) => {
    const isOwn = message.authorKind === "user" && message.userId === actor.id;
    if (!isOwn && !channel.canManage) {
      throw new AppError("forbidden", "Only the author and the channel's managers can delete a message.");
    }
    if (!isOwn) {
      const { user, webhook } = await tx.message.findUniqueOrThrow({ where: { id: messageId }, select: authors });
      const details = { messageId: `${messageId}` };
      const of = { channel: channel.channel, member: user, webhook };
      await recordAudit(tx, { actor, action: "message.deleted", ...of, details });
    }
    return clearMessage(tx, messageId);
  });
}
