import { isDeepStrictEqual } from "node:util";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { updateIncident } from "@/lib/messages/cards/incidents";
import { type Changeable, changeMessage, keepVersion } from "@/lib/messages/change-message";
import type { WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";

/** A card that changed: the channel's latest revision and number, and whether an incident changed. */
type ChangedCard = { seq: bigint; rev: bigint; incidents: boolean };

/** Returns what the message says now, given what it said. */
type MakeCard = (message: Changeable, before: readonly Embed[]) => { content: string; embeds: Embed[] };

/**
 * Changes a message of the draft's webhook, keeps its version of before, and opens, changes or closes its incident. Notifies
 * no one. Returns null if nothing had to change.
 */
export async function changeCard(
  tx: Transaction,
  draft: WebhookDraft,
  { id, channelId }: { id: bigint; channelId: bigint },
  make: MakeCard,
): Promise<ChangedCard | null> {
  let incidents = false;
  const changed = await changeMessage(tx, { id, channelId, webhookId: draft.webhookId }, async (_, message) => {
    const before = (message.embeds ?? []) as Embed[];
    const { content, embeds } = make(message, before);
    if (message.content === content && isSame(before, embeds)) return null;
    await keepVersion(tx, message, message.embeds);
    incidents = await updateIncident(tx, draft, { channelId, messageId: id }, embeds);
    const column = embeds.length > 0 ? (embeds as Prisma.InputJsonValue) : Prisma.DbNull;
    return { content, embeds: column, editedAt: new Date(), updateCount: { increment: 1 } };
  });
  if (typeof changed === "string") return null;
  return { seq: BigInt(changed.msgSeq), rev: BigInt(changed.rev), incidents };
}

/** Returns whether these embeds are stored already. */
export function isSame(stored: readonly Embed[], embeds: readonly Embed[]): boolean {
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(embeds)));
}
