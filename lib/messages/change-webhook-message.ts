import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { changeMessage, type MessageChange, publishChange } from "@/lib/messages/change-message";
import type { Refusal, WebhookDraft } from "@/lib/messages/draft";
import { webhookRefusal } from "@/lib/messages/insert-statement";

/** The webhook that posted a message, proven again by its token's hash and sealed secret under the row's lock. */
export type WebhookOwner = Pick<WebhookDraft, "webhookId" | "tokenHash" | "signingSecret">;

export type ChangeRefusal =
  | Extract<Refusal, "unknown_webhook" | "paused" | "archived" | "unsigned">
  | "unknown_message";

// Whether the channel is archived is seen under its own lock.
const REFUSED = Prisma.raw(
  webhookRefusal({ tokenHash: "given.token_hash", secret: "given.secret", archived: "false" }),
);

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
    const [webhook] = await tx.$queryRaw<
      { channelId: bigint; refused: "unknown_webhook" | "paused" | "unsigned" | null }[]
    >`
      SELECT w.channel_id AS "channelId", ${REFUSED} AS refused FROM webhooks w
      CROSS JOIN (SELECT ${tokenHash}::bytea AS token_hash, ${Buffer.from(signingSecret ?? [])}::bytea AS secret) given
      WHERE w.id = ${webhookId} FOR NO KEY UPDATE OF w`;
    if (!webhook) return "unknown_webhook" as const;
    if (webhook.refused) return webhook.refused;
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
