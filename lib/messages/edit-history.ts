import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Embed, MessageEditDto } from "@/lib/messages/dto";
import { withShownImages } from "@/lib/messages/shown-images";

/**
 * What a message said before its edits, oldest first: a person's for its author and the channel's managers, a webhook's for everybody
 * in the channel, where each version has stood. Throws `forbidden` to others, `not_found` for a message of another channel.
 */
export async function editHistory(
  { user, channel, canManage }: AccessibleChannel,
  messageId: bigint,
): Promise<MessageEditDto[]> {
  const message = await db().message.findFirst({
    where: { id: messageId, channelId: channel.id, deletedAt: null },
    select: {
      authorKind: true,
      userId: true,
      webhookId: true,
      edits: { orderBy: { id: "asc" }, select: { content: true, embeds: true, createdAt: true } },
    },
  });
  if (!message) throw new AppError("not_found", "This message is not here any more.");
  if (message.authorKind === "user" && message.userId !== user.id && !canManage) {
    throw new AppError("forbidden", "Only the author and the channel's managers can see what a message said before.");
  }
  return message.edits.map(({ content, embeds, createdAt }) => ({
    content,
    embeds: withShownImages((embeds ?? []) as Embed[], [], message.userId ?? message.webhookId),
    until: createdAt.toISOString(),
  }));
}
