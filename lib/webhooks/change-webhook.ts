import type { AuditAction } from "@/lib/audit/actions";
import { recordAudit } from "@/lib/audit/record-audit";
import type { AuditDetails } from "@/lib/audit/schema";
import { lockChannels } from "@/lib/channels/lock-channel";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { toWebhookDto, webhookSelect } from "@/lib/webhooks/queries";

type Row = Prisma.WebhookGetPayload<{ select: typeof webhookSelect }>;
type Change = { data: Prisma.WebhookUncheckedUpdateInput; action: AuditAction; details?: AuditDetails };

/**
 * Changes a webhook as `decide` says, having seen it as it is, and records who did; null changes and records nothing. Throws
 * `not_found` for a webhook of another channel, or a deleted one.
 */
export async function changeWebhook(
  { user, channel }: ManagedChannel,
  webhookId: bigint,
  decide: (webhook: Row) => Change | null,
): Promise<WebhookDto> {
  return db().$transaction(async (tx) => {
    await lockChannels(tx, channel.id);
    const before = await requireWebhook(tx, channel, webhookId);
    const change = decide(before);
    if (!change) return toWebhookDto(before);
    const { data, ...record } = change;
    const after = await tx.webhook.update({ where: { id: webhookId }, data, select: webhookSelect });
    await recordAudit(tx, { actor: user, channel, webhook: before, ...record });
    return toWebhookDto(after);
  });
}

/** The webhook, which must be in this channel. Under the channel's lock it stays there. Throws `not_found`. */
export async function requireWebhook(tx: Transaction, channel: { id: bigint }, webhookId: bigint): Promise<Row> {
  const where = { id: webhookId, channelId: channel.id, deletedAt: null };
  const found = await tx.webhook.findFirst({ where, select: webhookSelect });
  if (found) return found;
  throw new AppError("not_found", "There is no such webhook in this channel. It may have been deleted.");
}
