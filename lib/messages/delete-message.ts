import { Prisma } from "@/lib/db/generated/client";
import { type ChangeRefusal, changeWebhookMessage, type WebhookOwner } from "@/lib/messages/change-message";

/**
 * Deletes a message that this webhook posted. The row stays as a tombstone, so that absent readers learn of it; everything that
 * it said, showed and pinged is cleared.
 */
export function deleteWebhookMessage(
  owner: WebhookOwner,
  messageId: bigint,
): Promise<{ refused: ChangeRefusal } | null> {
  return changeWebhookMessage(owner, messageId, async (tx) => {
    await tx.attachment.deleteMany({ where: { messageId } });
    return {
      content: "",
      embeds: Prisma.DbNull,
      allowedMentions: Prisma.DbNull,
      mentionedUserIds: [],
      mentionsEveryone: false,
      attachmentCount: 0,
      deletedAt: new Date(),
    };
  });
}
