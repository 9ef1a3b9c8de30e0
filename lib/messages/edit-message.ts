import type { AccessibleChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import { changeAsMember } from "@/lib/messages/change-as-member";
import type { MessageDto } from "@/lib/messages/dto";
import { markdownWithEmoji } from "@/lib/messages/emoji";
import { withNamesAsIds } from "@/lib/messages/named-in-full";

/**
 * Replaces what a person's own message says, and keeps what it said before. Nobody is pinged by an edit. Throws `forbidden` for
 * somebody else's message, `invalid` when neither text nor files would be left.
 */
export async function editMessage(channel: AccessibleChannel, messageId: bigint, written: string): Promise<MessageDto> {
  const content = await withNamesAsIds(markdownWithEmoji(written));
  return changeAsMember(channel, messageId, async (tx, message) => {
    if (message.authorKind !== "user" || message.userId !== channel.user.id) {
      throw new AppError("forbidden", "Only the author can edit a message.");
    }
    if (message.content === content) return null;
    if (content === "" && message.attachmentCount === 0) {
      throw new AppError("invalid", "Write something, or delete the message.");
    }
    await tx.messageEdit.create({ data: { messageId, content: message.content } });
    return { content, editedAt: new Date() };
  });
}
