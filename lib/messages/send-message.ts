import type { AccessibleChannel } from "@/lib/channels/access";
import { AppError } from "@/lib/errors";
import type { MessageDto } from "@/lib/messages/dto";
import { postMessages } from "@/lib/messages/post-messages";
import { findMessage } from "@/lib/messages/queries";

/**
 * Posts a person's message, or with a `threadId` their reply; the same nonce again answers the first one. Throws `forbidden` to
 * who hasn't joined or when the channel is archived, `not_found` when there is no such message to reply to.
 */
export async function sendMessage(
  { user, channel }: AccessibleChannel,
  { content, nonce, threadId }: { content: string; nonce: string; threadId: bigint | null },
): Promise<MessageDto> {
  const draft = {
    kind: "user" as const,
    userId: user.id,
    channelId: channel.id,
    nonce,
    content,
    threadRootId: threadId,
  };
  const [result] = await postMessages([{ ...draft, embeds: [], allowedMentions: null }]);
  if (result && "refused" in result && result.refused === "unknown_thread") {
    throw new AppError("not_found", "The message that this answers is not here any more.");
  }
  if (!result || "refused" in result) {
    throw new AppError(
      "forbidden",
      result?.refused === "archived"
        ? "This channel is archived and takes no messages."
        : "Join the channel before you write in it.",
    );
  }
  const message = await findMessage(result.messageId);
  if (!message) throw new Error("A message that was just posted is not there.");
  return message;
}
