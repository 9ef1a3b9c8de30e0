import type { AccessibleChannel } from "@/lib/channels/access";
import { asReader } from "@/lib/channels/as-member";
import { channelTitle } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { assertFits } from "@/lib/files/uploads/quota";
import type { Embed, MessageDto } from "@/lib/messages/dto";
import { assertMayWrite, sendMessage } from "@/lib/messages/post/send-message";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { noSuchMessage } from "@/lib/text/errors";
import { firstCodePoints } from "@/lib/text/text";

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

const MOST_TEXT = 4_000;
const MOST_CARDS = 9;

/**
 * Returns cards that repeat a message as it is now: one that names its author and links to it, and its own. Null if there
 * is none, or it was deleted. The caller has checked that the person who gets it may read it.
 */
export async function quoteCards(where: { id: bigint; channelId?: bigint }): Promise<Embed[] | null> {
  const row = await db().message.findFirst({
    where: { ...where, deletedAt: null },
    select: {
      channelId: true,
      seq: true,
      content: true,
      embeds: true,
      authorKind: true,
      authorName: true,
      createdAt: true,
      user: { select: { name: true } },
      channel: { select: { name: true, kind: true } },
    },
  });
  if (!row) return null;
  const { channel } = row;
  const name = (row.authorKind === "user" ? row.user?.name : row.authorName) ?? "Unknown";
  const text = firstCodePoints(row.content, MOST_TEXT);
  const first: Embed = {
    author: { name },
    ...(text !== "" && { description: text === row.content ? text : `${text}…` }),
    timestamp: row.createdAt.toISOString(),
    quote: {
      channelId: `${row.channelId}`,
      seq: Number(row.seq),
      // A direct message has another name for each of its people.
      channel: channel.kind === "direct" ? "a direct message" : channelTitle(channel),
    },
  };
  // Cards without what would make this one more than a copy.
  const own = storedEmbeds(row.embeds).map(({ isPlain: _, ...embed }) => embed);
  return [first, ...own.slice(0, MOST_CARDS)];
}
