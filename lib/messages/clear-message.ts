import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";

/**
 * Deletes what belongs to a message and answers the columns of its tombstone: the row stays, so that absent readers learn of it;
 * everything that it said, showed and pinged is cleared, and so is what it said before it was edited. Replies to it stay.
 */
export async function clearMessage(tx: Transaction, messageId: bigint): Promise<Prisma.MessageUncheckedUpdateInput> {
  await tx.attachment.deleteMany({ where: { messageId } });
  await tx.reaction.deleteMany({ where: { messageId } });
  // The delivery log keeps the payload, in which the message's text could still be read.
  await tx.delivery.updateMany({ where: { messageId }, data: { payload: null, payloadCut: false } });
  await tx.$executeRaw`
    UPDATE deliveries SET payload = NULL, payload_cut = false WHERE more_message_ids @> ARRAY[${messageId}]::bigint[]`;
  await tx.messageEdit.deleteMany({ where: { messageId } });
  // The next post with this update key is a new message.
  await tx.webhookUpdate.deleteMany({ where: { messageId } });
  // The next post with this thread key starts a new thread.
  await tx.webhookThread.deleteMany({ where: { rootId: messageId } });
  return {
    content: "",
    embeds: Prisma.DbNull,
    allowedMentions: Prisma.DbNull,
    mentionedUserIds: [],
    mentionsEveryone: false,
    attachmentCount: 0,
    updateCount: 0,
    pinnedAt: null,
    pinnedById: null,
    deletedAt: new Date(),
  };
}
