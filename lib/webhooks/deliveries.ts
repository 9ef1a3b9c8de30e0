import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import type { DeliveryDto, DeliveryPayloadDto, WebhookDto } from "@/lib/webhooks/dto";
import { toWebhookDto, webhookSelect } from "@/lib/webhooks/queries";
import { DELIVERIES_KEPT } from "@/lib/webhooks/record-delivery";

/** A webhook of this channel. Throws `not_found` for one of another channel, or a deleted one. */
export async function managedWebhook({ channel }: ManagedChannel, webhookId: bigint): Promise<WebhookDto> {
  const where = { id: webhookId, channelId: channel.id, deletedAt: null };
  const row = await db().webhook.findFirst({ where, select: webhookSelect });
  if (!row) throw new AppError("not_found", "There is no such webhook in this channel. It may have been deleted.");
  return toWebhookDto(row);
}

/** The webhook's latest requests, newest first. Throws `not_found`. */
export async function listDeliveries(channel: ManagedChannel, webhookId: bigint): Promise<DeliveryDto[]> {
  await managedWebhook(channel, webhookId);
  const rows = await db().delivery.findMany({
    where: { webhookId },
    orderBy: { id: "desc" },
    take: DELIVERIES_KEPT,
    select: {
      id: true,
      createdAt: true,
      dialect: true,
      event: true,
      method: true,
      status: true,
      reason: true,
      durationMs: true,
      size: true,
      origin: true,
      message: { select: { channelId: true, seq: true, deletedAt: true } },
    },
  });
  const withPayload = new Set(
    (
      await db().delivery.findMany({
        where: { id: { in: rows.map(({ id }) => id) }, payload: { not: null } },
        select: { id: true },
      })
    ).map(({ id }) => id),
  );
  return rows.map(({ id, createdAt, message, ...row }) => ({
    ...row,
    id: `${id}`,
    createdAt: createdAt.toISOString(),
    message: message && {
      channelId: `${message.channelId}`,
      seq: Number(message.seq),
      deleted: message.deletedAt !== null,
    },
    hasPayload: withPayload.has(id),
  }));
}

/** What a refused request wanted to post. Throws `not_found` when nothing of it was kept, or it has left the log. */
export async function deliveryPayload(
  channel: ManagedChannel,
  webhookId: bigint,
  deliveryId: bigint,
): Promise<DeliveryPayloadDto> {
  await managedWebhook(channel, webhookId);
  const where = { id: deliveryId, webhookId };
  const row = await db().delivery.findFirst({ where, select: { payload: true, payloadCut: true } });
  if (!row?.payload) throw new AppError("not_found", "The payload of this delivery is not kept any more.");
  return { text: row.payload, cut: row.payloadCut };
}
