import type { AccessibleChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import type { Refusal } from "@/lib/messages/draft";
import type { MessageDto } from "@/lib/messages/dto";
import { markdownWithEmoji } from "@/lib/messages/emoji";
import { withNamesAsIds } from "@/lib/messages/named-in-full";
import { postMessages } from "@/lib/messages/post-messages";
import { findMessage } from "@/lib/messages/queries";
import type { NewAttachment } from "@/lib/uploads/stored-file";

type Sent = { content: string; nonce: string; threadId: bigint | null; attachments?: NewAttachment[] };

/** Throws `forbidden` to who hasn't joined or when the channel is archived. The door asks again: this saves reading what it would refuse. */
export function assertMayWrite({ channel, membership }: AccessibleChannel): void {
  if (!membership) throw forbidden("not_a_member");
  if (channel.archivedAt !== null) throw forbidden("archived");
}

/**
 * Posts a person's message, or with a `threadId` their reply; the same nonce again answers the first one. Throws `forbidden` to
 * who hasn't joined or when the channel is archived, `not_found` when there is no such message to reply to, `invalid` when it
 * has neither text nor files.
 */
export async function sendMessage(
  { user, channel }: AccessibleChannel,
  { content: written, nonce, threadId, attachments = [] }: Sent,
): Promise<MessageDto> {
  const content = await withNamesAsIds(markdownWithEmoji(written));
  if (content === "" && attachments.length === 0) {
    throw new AppError("invalid", "Write something or attach a file to send.");
  }
  const draft = {
    kind: "user" as const,
    userId: user.id,
    channelId: channel.id,
    nonce,
    content,
    attachments,
    threadRootId: threadId,
  };
  const [result] = await postMessages([{ ...draft, embeds: [], allowedMentions: null }]);
  if (result && "refused" in result && result.refused === "unknown_thread") {
    throw new AppError("not_found", "The message that this answers is not here any more.");
  }
  if (!result || "refused" in result) {
    throw forbidden(result?.refused);
  }
  const message = await findMessage(result.messageId);
  if (!message) throw new Error("A message that was just posted is not there.");
  return message;
}

function forbidden(refused: Refusal | undefined): AppError {
  return new AppError(
    "forbidden",
    refused === "archived"
      ? "This channel is archived and takes no messages."
      : "Join the channel before you write in it.",
  );
}
