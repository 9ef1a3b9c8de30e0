import type { AuditAction } from "@/lib/audit/actions";
import { recordAudit } from "@/lib/audit/record-audit";
import type { AuditDetails } from "@/lib/audit/schema";
import type { AccessibleChannel } from "@/lib/channels/access";
import { lockChannels } from "@/lib/channels/lock-channel";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import { announce, leaveNotices } from "@/lib/notices/tell";
import type { ManagedChannel } from "@/lib/webhooks/access";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { toWebhookDto, type WebhookRow, webhookSelect } from "@/lib/webhooks/queries";

/** The reason, if one was given, of an act that the webhook's creator and the channel's managers are told of. */
type Why = { reason: string | null };

/** What becomes of a webhook, and how the audit log tells it. */
type WebhookChange = {
  data: Prisma.WebhookUncheckedUpdateInput;
  action: AuditAction;
  details?: AuditDetails;
  /** Set when others are to hear of it. */
  why?: Why;
  /** What else is done in the same transaction. */
  besides?: (tx: Transaction) => Promise<void>;
};

/**
 * Changes a webhook as `decide` says, having seen it as it is, records who did, and tells whom it concerns; null changes and records nothing. Throws
 * `not_found` for a webhook of another channel, or a deleted one.
 */
export async function changeWebhook(
  { user, channel }: ManagedChannel,
  webhookId: bigint,
  decide: (webhook: WebhookRow) => WebhookChange | null,
): Promise<WebhookDto> {
  const { webhook, told } = await db().$transaction(async (tx) => {
    await lockChannels(tx, channel.id);
    const before = await requireWebhook(tx, channel, webhookId);
    const change = decide(before);
    if (!change) return { webhook: toWebhookDto(before, user), told: [] };
    const { data, why, besides, ...record } = change;
    await besides?.(tx);
    const after = await tx.webhook.update({ where: { id: webhookId }, data, select: webhookSelect });
    const told = await recordAct(tx, { actor: user, webhook: before, from: channel, to: channel, why, ...record });
    return { webhook: toWebhookDto(after, user), told };
  });
  announce(told);
  return webhook;
}

type Act = {
  actor: { id: bigint; name: string };
  webhook: WebhookRow;
  from: AccessibleChannel["channel"];
  /** Where the webhook is from now on. */
  to: AccessibleChannel["channel"];
  action: AuditAction;
  details?: AuditDetails;
  why?: Why | undefined;
};

/**
 * Records an act in the audit log, and with `why` leaves a notice of it for the webhook's creator and its channels' managers, unless it
 * was the creator's own. Answers whom to announce it to after the commit.
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

/** The webhook, which must be in this channel. Under the channel's lock it stays there. Throws `not_found`. */
export async function requireWebhook(tx: Transaction, channel: { id: bigint }, webhookId: bigint): Promise<WebhookRow> {
  const where = { id: webhookId, channelId: channel.id, deletedAt: null };
  const found = await tx.webhook.findFirst({ where, select: webhookSelect });
  if (found) return found;
  throw new AppError("not_found", "This channel has no webhook with that ID. It may have been deleted or moved.");
}

/**
 * Leaves a webhook out of what is unread for this person, wherever it posts, or lets them hear of it again. Throws `not_found` for
 * a webhook that neither belongs to the channel nor has posted in it.
 */
export async function setMuted({ user, channel }: AccessibleChannel, webhookId: bigint, muted: boolean): Promise<void> {
  const here = await db().webhook.findFirst({
    where: { id: webhookId, OR: [{ channelId: channel.id }, { messages: { some: { channelId: channel.id } } }] },
    select: { id: true },
  });
  if (!here) throw new AppError("not_found", "This channel has no webhook with that ID.");
  const mute = { userId: user.id, webhookId };
  const { count } = muted
    ? await db().webhookMute.createMany({ data: [mute], skipDuplicates: true })
    : await db().webhookMute.deleteMany({ where: mute });
  if (count > 0) publish({ kind: "user", userId: user.id });
}
