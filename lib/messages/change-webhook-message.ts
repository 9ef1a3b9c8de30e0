import { db } from "@/lib/db/client";
import { changeMessage, type MessageChange, publishChange } from "@/lib/messages/change-message";
import type { Refusal, WebhookDraft } from "@/lib/messages/draft";

/** The webhook that posted a message, proven again by its token's hash and sealed secret under the row's lock. */
export type WebhookOwner = Pick<WebhookDraft, "webhookId" | "tokenHash" | "signingSecret">;

export type ChangeRefusal =
  | Extract<Refusal, "unknown_webhook" | "paused" | "archived" | "unsigned">
  | "unknown_message";

/**
 * Changes a message that this webhook posted in the channel that it is in now. Locks are taken as the door takes them: webhook first, then
 * channel. Null means done.
 */
export async function changeWebhookMessage(
  { webhookId, tokenHash, signingSecret }: WebhookOwner,
  id: bigint,
  change: MessageChange,
): Promise<{ refused: ChangeRefusal } | null> {
  const outcome = await db().$transaction(async (tx) => {
    const [webhook] = await tx.$queryRaw<{ channelId: bigint; paused: boolean; unsigned: boolean | null }[]>`
      SELECT channel_id AS "channelId", paused_at IS NOT NULL AS paused, signing_secret <> ${Buffer.from(signingSecret ?? [])} AS unsigned FROM webhooks
      WHERE id = ${webhookId} AND token_hash = ${tokenHash} AND deleted_at IS NULL FOR NO KEY UPDATE`;
    if (!webhook) return "unknown_webhook" as const;
    if (webhook.paused) return "paused" as const;
    if (webhook.unsigned) return "unsigned" as const;
    const { channelId } = webhook;
    const found = await tx.message.findFirst({ where: { id, webhookId, channelId }, select: { id: true } });
    if (!found) return "unknown_message" as const;
    return changeMessage(tx, { id, webhookId, channelId }, change);
  });
  if (outcome === "unchanged") return null;
  if (typeof outcome === "string") return { refused: outcome };
  publishChange(outcome);
  return null;
}
