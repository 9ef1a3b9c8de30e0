import { recordAudit } from "@/lib/audit/record-audit";
import { lockChannels } from "@/lib/channels/lock-channel";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { requireWebhook } from "@/lib/webhooks/change-webhook";
import { assertRoomForWebhook } from "@/lib/webhooks/room-for-webhook";

/**
 * Makes a webhook post to another channel from its commit on, with the URL it has; messages already posted stay. Throws
 * `conflict` for an archived or full channel, a direct message, or the channel it is in, and `not_found` for a webhook that
 * isn't in `from`.
 */
export async function moveWebhook(from: ManagedChannel, webhookId: bigint, to: ManagedChannel): Promise<void> {
  const [source, target] = [from.channel, to.channel];
  if (target.kind === "direct") throw new AppError("conflict", "A webhook can't be moved to a direct message.");
  if (target.archivedAt) throw new AppError("conflict", `#${target.name} is archived. Choose an open channel.`);
  if (target.id === source.id) throw new AppError("conflict", `The webhook is in #${target.name} already.`);
  await db().$transaction(async (tx) => {
    await lockChannels(tx, source.id, target.id);
    const webhook = await requireWebhook(tx, source, webhookId);
    await assertRoomForWebhook(tx, target);
    await tx.webhook.update({ where: { id: webhookId }, data: { channelId: target.id }, select: { id: true } });
    // What came was meant for the other channel, whose people aren't the ones who read the log from now on.
    await tx.delivery.updateMany({ where: { webhookId }, data: { payload: null, payloadCut: false } });
    const left = source.kind === "direct" ? null : source.name;
    await recordAudit(tx, {
      actor: from.user,
      action: "webhook.moved",
      channel: target,
      webhook,
      details: { channel: { from: left, to: target.name }, fromChannelId: `${source.id}` },
    });
  });
}
