import { channelTitle } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { Embed } from "@/lib/messages/dto";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { firstCodePoints } from "@/lib/text/text";

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
