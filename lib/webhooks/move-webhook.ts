import { announce } from "@/lib/audit/leave-notices";
import type { AccessibleChannel } from "@/lib/channels/access";
import type { ChannelNameDto } from "@/lib/channels/dto";
import { channelsWithWebhooksManagedBy } from "@/lib/channels/queries";
import { publish } from "@/lib/events/hub";
import { closeIncidentsOf } from "@/lib/messages/cards/incidents";
import type { ProvenTx } from "@/lib/people/as-person";
import { AppError } from "@/lib/text/errors";
import { asWebhookManager, type ManagedChannel, requireWebhookManager } from "@/lib/webhooks/access";
import { recordAct, requireWebhook } from "@/lib/webhooks/change-webhook";
import { assertRoomForWebhook } from "@/lib/webhooks/create-webhook";

/** Returns the channels that the person may move webhooks to; may include the current one. */
export async function webhookMoveTargets({ user, channel, canManage }: AccessibleChannel): Promise<ChannelNameDto[]> {
  if (channel.kind !== "private") return channelsWithWebhooksManagedBy(user);
  return canManage ? channelsWithWebhooksManagedBy(user, { asManager: true }) : [];
}

/**
 * Moves a webhook with its URL to another channel. Its messages and delivery log stay behind, and it can't change those
 * messages any more. Notifies the creator and both channels' managers if it's someone else's webhook. Throws `conflict`
 * for an archived or full channel, a direct message or the current channel, `not_found` for a webhook that isn't in
 * `from`, and `forbidden` for moving it out of a private channel without managing both channels, because its senders
 * post what only that channel should see.
 */
export async function moveWebhook(
  from: ManagedChannel,
  webhookId: bigint,
  to: ManagedChannel,
  reason: string | null = null,
): Promise<void> {
  const move = async (tx: ProvenTx, now: ManagedChannel) => {
    const there = await requireWebhookManager(now.user, to.channel.id, tx);
    assertMayMove(now, there);
    const [source, target] = [now.channel, there.channel];
    const webhook = await requireWebhook(tx, source, webhookId);
    await assertRoomForWebhook(tx, target);
    // Errors so far concern the old channel, whose members aren't the ones who read the log from now on.
    const fresh = {
      failing: false,
      failedInRow: 0,
      outcomeAt: null,
      lastError: null,
      lastErrorAt: null,
      failureToldAt: null,
    };
    await tx.webhook.update({
      where: { id: webhookId },
      data: { channelId: target.id, expectedSince: new Date(), ...fresh },
      select: { id: true },
    });
    await closeIncidentsOf(tx, webhookId);
    await tx.webhookHour.deleteMany({ where: { webhookId } });
    await tx.webhookEvent.deleteMany({ where: { webhookId } });
    // Two statements, because successes and failures have an index each.
    for (const status of [{ lt: 400 }, { gte: 400 }]) {
      await tx.delivery.updateMany({ where: { webhookId, status }, data: { payload: null, payloadCut: false } });
    }
    const left = source.kind === "direct" ? null : source.name;
    return recordAct(tx, {
      actor: from.user,
      action: "webhook.moved",
      from: source,
      to: target,
      webhook,
      details: { channel: { from: left, to: target.name } },
      why: { reason },
    });
  };
  announce(await asWebhookManager(from, move, { and: to.channel.id }));
  for (const { channel } of [from, to]) publish({ kind: "deliveries", channelId: channel.id, webhookId });
}

function assertMayMove(from: ManagedChannel, to: ManagedChannel): void {
  const [source, target] = [from.channel, to.channel];
  if (target.archivedAt) throw new AppError("conflict", `#${target.name} is archived. Choose another channel.`);
  if (target.id === source.id)
    throw new AppError("conflict", `The webhook is already in #${target.name}. Choose another channel.`);
  if (source.kind === "private" && !(from.canManage && to.canManage)) {
    throw new AppError(
      "forbidden",
      "To move a webhook out of a private channel, you have to manage both channels. Ask a manager.",
    );
  }
}
