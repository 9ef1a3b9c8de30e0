import type { AccessibleChannel } from "@/lib/channels/access";
import { asReader } from "@/lib/channels/as-member";
import { db } from "@/lib/db/client";
import { assertFits } from "@/lib/files/uploads/quota";
import type { MessageDto } from "@/lib/messages/dto";
import { quoteCards } from "@/lib/messages/post/quote-cards";
import { assertMayWrite, sendMessage } from "@/lib/messages/post/send-message";
import { noSuchMessage } from "@/lib/text/errors";

// Why: docs/decisions/link-previews.md

/**
 * Posts a copy of a message to another channel in the user's name: their comment, a card with its author, text and
 * link, its cards, and its files, whose bytes are shared. Returns the new message. The same nonce posts it once. Throws
 * `not_found` if it was deleted, `forbidden` if the user can't post there, `too_large` if its files don't fit.
 */
export async function forwardMessage(
  source: AccessibleChannel,
  messageId: bigint,
  target: AccessibleChannel,
  { content, nonce }: { content: string; nonce: string },
): Promise<MessageDto> {
  assertMayWrite(target, { inThread: false });
  const rows = await db().attachment.findMany({
    where: { messageId, channelId: source.channel.id, message: { deletedAt: null } },
    orderBy: { position: "asc" },
  });
  const embeds = await quoteCards({ id: messageId, channelId: source.channel.id });
  if (!embeds) throw noSuchMessage();
  // Afterwards, so that what was read is theirs to read.
  await asReader(source, async () => {});
  const attachments = rows.map(({ hash, size, contentType, width, height, name, description }) => ({
    file: { hash: Buffer.from(hash), size, contentType, width, height },
    name,
    description,
  }));
  await assertFits(
    target.user.id,
    attachments.map(({ file }) => file),
  );
  return sendMessage(target, { content, nonce, threadId: null, attachments, embeds });
}
