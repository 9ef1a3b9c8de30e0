import type { AuditAction } from "@/lib/audit/actions";
import { announce, leaveNotices } from "@/lib/audit/leave-notices";
import { recordAudit } from "@/lib/audit/record-audit";
import type { AuditDetails } from "@/lib/audit/schema";
import type { AccessibleChannel } from "@/lib/channels/access";
import { asReader } from "@/lib/channels/as-member";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import type { ProvenTx } from "@/lib/people/as-person";
import { AppError } from "@/lib/text/errors";
import { asWebhookManager, type ManagedChannel } from "@/lib/webhooks/access";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { toWebhookDto, type WebhookRow, webhookSelect } from "@/lib/webhooks/queries";

/** The optional reason for a change that the webhook's creator and the channel's managers are notified of. */
type Why = { reason: string | null };

/** A change to a webhook, and its audit log entry. */
type WebhookChange = {
  data: Prisma.WebhookUncheckedUpdateInput;
  action: AuditAction;
  details?: AuditDetails;
  /** Set if others are notified of the change. */
  why?: Why;
  /** Anything else to do in the same transaction. */
  besides?: (tx: Transaction) => Promise<void>;
};

/**
 * Changes a webhook as `decide` says, records who did it and notifies others; if `decide` returns null, nothing
 * happens. Throws `not_found` for a webhook that is deleted or in another channel.
 */
export async function changeWebhook(
  managed: ManagedChannel,
  webhookId: bigint,
  decide: (webhook: WebhookRow, tx: ProvenTx) => WebhookChange | null | Promise<WebhookChange | null>,
): Promise<WebhookDto> {
  const { webhook, recipientIds } = await asWebhookManager(managed, async (tx, { user, channel }) => {
    const before = await requireWebhook(tx, channel, webhookId);
    const change = await decide(before, tx);
    if (!change) return { webhook: toWebhookDto(before, user), recipientIds: [] };
    const { data, why, besides, ...record } = change;
    await besides?.(tx);
    const after = await tx.webhook.update({ where: { id: webhookId }, data, select: webhookSelect });
    const recipientIds = await recordAct(tx, {
      actor: user,
      webhook: before,
      from: channel,
      to: channel,
      why,
      ...record,
    });
    return { webhook: toWebhookDto(after, user), recipientIds };
  });
  announce(recipientIds);
  publish({ kind: "deliveries", channelId: managed.channel.id, webhookId });
  return webhook;
}

type Act = {
  actor: { id: bigint; name: string };
  webhook: WebhookRow;
  from: AccessibleChannel["channel"];
  /** The webhook's channel after the change. */
  to: AccessibleChannel["channel"];
  action: AuditAction;
  details?: AuditDetails;
  why?: Why | undefined;
};

/**
 * Records a change in the audit log. With `why`, it also leaves a notice for the webhook's creator and its channels'
 * managers, unless the creator made the change. Returns the users to `announce` it to after the commit.
 */
export async function recordAct(tx: Transaction, { actor, webhook, from, to, action, details, why }: Act) {
  const reason = why?.reason ? { reason: why.reason } : {};
  const auditEntryId = await recordAudit(tx, {
    actor,
    action,
    channel: to,
    ...(from.id !== to.id && { fromChannel: from }),
    webhook,
    details: { ...details, ...reason },
  });
  const creatorId = webhook.createdById;
  if (!why || auditEntryId === null || creatorId === actor.id) return [];
  return leaveNotices(tx, { auditEntryId, actor, creatorId, channelIds: [from.id, to.id] });
}

/** Returns the webhook. Under the channel's lock it stays in the channel. Throws `not_found` if it's in another one. */
export async function requireWebhook(tx: Transaction, channel: { id: bigint }, webhookId: bigint): Promise<WebhookRow> {
  const where = { id: webhookId, channelId: channel.id, deletedAt: null };
  const found = await tx.webhook.findFirst({ where, select: webhookSelect });
  if (found) return found;
  throw new AppError("not_found", "This channel has no webhook with that ID. It may have been deleted or moved.");
}

/**
 * Mutes or unmutes a webhook for this person in every channel. Throws `not_found` for a webhook that neither belongs to
 * the channel nor has posted in it.
 */
export async function setWebhookMuted(accessible: AccessibleChannel, webhookId: bigint, muted: boolean): Promise<void> {
  const { count } = await asReader(accessible, async (tx, { user, channel }) => {
    const here = await tx.webhook.findFirst({
      where: { id: webhookId, OR: [{ channelId: channel.id }, { messages: { some: { channelId: channel.id } } }] },
      select: { id: true },
    });
    if (!here) throw new AppError("not_found", "This channel has no webhook with that ID.");
    const mute = { userId: user.id, webhookId };
    if (!muted) return tx.webhookMute.deleteMany({ where: mute });
    return tx.webhookMute.createMany({ data: [mute], skipDuplicates: true });
  });
  const { user } = accessible;
  if (count > 0) publish({ kind: "user", userId: user.id });
}
