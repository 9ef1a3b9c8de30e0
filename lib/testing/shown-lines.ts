import { db } from "@/lib/db/client";
import type { Embed } from "@/lib/messages/dto";

/** A line of a channel, whether it's an open incident, and its thread, without what depends on when it was posted. */
type ShownLine = { card: string; subject: string; isOpen: boolean; replies: string[] };

/** Returns what a webhook's channel shows in the end, in an order that doesn't depend on when it was posted. */
export async function shownBy(webhookId: bigint): Promise<ShownLine[]> {
  const messages = await db().message.findMany({
    where: { webhookId, deletedAt: null },
    select: { id: true, threadRootId: true, content: true, embeds: true, incident: { select: { closedAt: true } } },
  });
  const lines = messages.filter(({ threadRootId }) => threadRootId === null);
  return lines
    .map((line) => {
      const [embed] = embedsOf(line);
      const replies = messages.filter(({ threadRootId }) => threadRootId === line.id).map(textOf);
      const isOpen = line.incident?.closedAt === null;
      return { card: textOf(line), subject: embed?.card?.subject ?? "", isOpen, replies: replies.sort() };
    })
    .sort((one, other) => (one.card < other.card ? -1 : 1));
}

function embedsOf({ embeds }: { embeds: unknown }): Embed[] {
  // Only Parley writes it.
  return Array.isArray(embeds) ? (embeds as Embed[]) : [];
}

function textOf(message: { content: string; embeds: unknown }): string {
  return JSON.stringify([message.content, embedsOf(message).map(inOrder)]);
}

function inOrder(embed: Embed): unknown[] {
  return Object.entries(embed).sort(([one], [other]) => (one < other ? -1 : 1));
}
