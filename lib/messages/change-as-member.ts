import { type AccessibleChannel, seesSenders } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { changeMessage, type MessageChange, publishChange } from "@/lib/messages/change-message";
import type { MessageDto } from "@/lib/messages/dto";
import { findMessage } from "@/lib/messages/queries";

/**
 * Changes a message as a member of its channel, and answers it as it now is. Throws `not_found` for a message of another
 * channel or a deleted one, `forbidden` to who hasn't joined and in an archived channel.
 */
export async function changeAsMember(
  accessible: AccessibleChannel,
  messageId: bigint,
  change: MessageChange,
): Promise<MessageDto> {
  const { channel, membership } = accessible;
  if (!membership) throw new AppError("forbidden", "Join the channel before you do this.");
  const outcome = await db().$transaction((tx) => changeMessage(tx, { id: messageId, channelId: channel.id }, change));
  if (outcome === "unknown_message") throw new AppError("not_found", "This message is not here any more.");
  if (outcome === "archived") throw new AppError("forbidden", "This channel is archived; nothing in it changes.");
  if (outcome !== "unchanged") publishChange(outcome);
  const message = await findMessage(messageId, { senders: seesSenders(accessible) });
  if (!message) throw new Error("A message that was just changed is not there.");
  return message;
}
