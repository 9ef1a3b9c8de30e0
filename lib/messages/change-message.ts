import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { publish } from "@/lib/events/publish";
import type { Refusal } from "@/lib/messages/draft";

/** The webhook that posted a message, proven again by its token's hash under the row's lock. */
export type WebhookOwner = { webhookId: bigint; tokenHash: Buffer };

/** What of a message its change may build on. */
export type Changeable = { id: bigint; channelId: bigint; content: string; embeds: Prisma.JsonValue };

export type ChangeRefusal = Extract<Refusal, "unknown_webhook" | "paused" | "archived"> | "unknown_message";

/** What to do in the transaction that holds the channel's lock; answers the columns to write. Throwing undoes everything. */
type Change = (tx: Prisma.TransactionClient, message: Changeable) => Promise<Prisma.MessageUncheckedUpdateInput>;

/**
 * Changes a message that this webhook posted, and gives it the channel's next revision in the same transaction, so that every
 * reader learns of it. Locks are taken as the door takes them: webhook first, then channel. Null means done.
 */
export async function changeWebhookMessage(
  { webhookId, tokenHash }: WebhookOwner,
  messageId: bigint,
  change: Change,
): Promise<{ refused: ChangeRefusal } | null> {
  const outcome = await db().$transaction(async (tx) => {
    const [webhook] = await tx.$queryRaw<{ paused: boolean }[]>`
      SELECT paused_at IS NOT NULL AS paused FROM webhooks
      WHERE id = ${webhookId} AND token_hash = ${tokenHash} AND deleted_at IS NULL FOR NO KEY UPDATE`;
    if (!webhook) return { refused: "unknown_webhook" as const };
    if (webhook.paused) return { refused: "paused" as const };
    const where = { id: messageId, webhookId, deletedAt: null };
    const found = await tx.message.findFirst({ where, select: { channelId: true } });
    if (!found) return { refused: "unknown_message" as const };
    const [channel] = await tx.$queryRaw<{ rev: bigint; msg_seq: bigint; archived: boolean }[]>`
      SELECT rev, msg_seq, archived_at IS NOT NULL AS archived FROM channels
      WHERE id = ${found.channelId} FOR NO KEY UPDATE`;
    // Read again under the lock: another change may have been faster.
    const message = await tx.message.findFirst({
      where,
      select: { id: true, channelId: true, content: true, embeds: true },
    });
    if (!channel || !message) return { refused: "unknown_message" as const };
    if (channel.archived) return { refused: "archived" as const };
    const rev = channel.rev + 1n;
    await tx.message.update({ where: { id: messageId }, data: { ...(await change(tx, message)), rev } });
    await tx.channel.update({ where: { id: message.channelId }, data: { rev } });
    return { channelId: message.channelId, rev: Number(rev), msgSeq: Number(channel.msg_seq) };
  });
  if (outcome.refused !== undefined) return { refused: outcome.refused };
  publish({ kind: "channel", ...outcome });
  return null;
}

/** The embeds as a column takes them: none is NULL. */
export function embedsColumn(embeds: readonly unknown[]): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return embeds.length > 0 ? (embeds as Prisma.InputJsonValue) : Prisma.DbNull;
}
