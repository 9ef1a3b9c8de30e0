import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { incidentKind } from "@/lib/messages/cards/incident-kind";
import { closeIncidentsOf } from "@/lib/messages/cards/incidents";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { AppError, isAppError, noSuchMessage } from "@/lib/text/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";

// Why: docs/decisions/incidents.md

const MOST_MARKS = 100;
// The others lapse or turn good.
const MOST_CLOSED = 500;

/**
 * Says that cards like this message's aren't incidents of its webhook, and closes those that are open. Repeating it
 * changes nothing. Throws `not_found` for anything but a card of one of the channel's webhooks, `conflict` beyond 100
 * kinds of cards.
 */
export async function markNotIncident(managed: ManagedChannel, messageId: bigint): Promise<void> {
  const { webhookId, kind } = await kindOf(managed, messageId);
  await changeWebhook(managed, webhookId, async (_, tx) => {
    const mark = { webhookId, kind };
    if (await tx.notIncident.findUnique({ where: { webhookId_kind: mark } })) return null;
    if ((await tx.notIncident.count({ where: { webhookId } })) >= MOST_MARKS) {
      const most = `A webhook can have at most ${MOST_MARKS} kinds of cards that aren't incidents.`;
      throw new AppError("conflict", `${most} Remove one in its settings first.`);
    }
    const besides = async () => {
      // Posts lock the webhook first too, so none of them opens an incident between the two.
      await tx.$executeRaw`SELECT FROM webhooks WHERE id = ${webhookId} FOR NO KEY UPDATE`;
      await tx.notIncident.create({ data: { ...mark, madeById: managed.user.id } });
      await closeOthers(tx, mark, messageId);
    };
    return { data: {}, action: "webhook.card_no_incident", details: { cardKind: kind }, besides };
  });
  publish({ kind: "incidents", channelId: managed.channel.id });
  // Its thread says who closed this one, and that can be undone.
  await actOnIncident(managed, messageId, { act: "close" }).catch((error: unknown) => {
    if (!isAppError(error) || error.code !== "conflict") throw error;
  });
}

/** Takes that back for cards like this message's. Doesn't open anything. Throws `not_found` like `markNotIncident`. */
export async function unmarkCard(managed: ManagedChannel, messageId: bigint): Promise<void> {
  const { webhookId, kind } = await kindOf(managed, messageId);
  await unmarkNotIncident(managed, webhookId, kind);
}

/** Lets a kind of card be an incident of the webhook again. Throws `not_found` for a webhook of another channel. */
export async function unmarkNotIncident(managed: ManagedChannel, webhookId: bigint, kind: string): Promise<void> {
  await changeWebhook(managed, webhookId, async (_, tx) => {
    const { count } = await tx.notIncident.deleteMany({ where: { webhookId, kind } });
    return count === 0 ? null : { data: {}, action: "webhook.card_incident_again", details: { cardKind: kind } };
  });
}

async function kindOf({ channel }: ManagedChannel, id: bigint): Promise<{ webhookId: bigint; kind: string }> {
  const where = { id, channelId: channel.id, deletedAt: null };
  const message = await db().message.findFirst({ where, select: { webhookId: true, embeds: true } });
  const kind = message ? incidentKind(storedEmbeds(message.embeds)) : "";
  if (!message || message.webhookId === null || kind === "") throw noSuchMessage();
  return { webhookId: message.webhookId, kind };
}

async function closeOthers(
  tx: Transaction,
  { webhookId, kind }: { webhookId: bigint; kind: string },
  but: bigint,
): Promise<void> {
  const open = await tx.incident.findMany({
    where: { webhookId, closedAt: null, messageId: { not: but } },
    orderBy: { messageId: "desc" },
    take: MOST_CLOSED,
    select: { messageId: true, message: { select: { embeds: true } } },
  });
  const alike = open.filter(({ message }) => incidentKind(storedEmbeds(message.embeds)) === kind);
  const ids = alike.map(({ messageId }) => messageId);
  await closeIncidentsOf(tx, webhookId, ids);
}
