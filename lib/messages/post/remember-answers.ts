import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { PostResult, Refusal, WebhookDraft } from "@/lib/messages/draft";
import { webhookRefusal } from "@/lib/messages/insert-parts";
import { earlierResult } from "@/lib/messages/post/post-messages";

const REFUSED = Prisma.raw(
  webhookRefusal({ tokenHash: "given.token_hash", secret: "given.secret", archived: "c.archived_at IS NOT NULL" }),
);

/**
 * Skips a draft that would be a new message, and remembers that for its idempotency key and signature. Returns the
 * earlier result if it's a repeat, and the refusal if its webhook can't post.
 */
export async function skipDraft(draft: WebhookDraft, reason: string): Promise<PostResult> {
  const { webhookId, tokenHash, signingSecret, idempotency } = draft;
  const secret = Buffer.from(signingSecret ?? []);
  const { key = null, signature = null, bodyHash = null } = idempotency ?? {};
  const [row] = await db().$queryRaw<{ refused: Exclude<Refusal, "skipped"> | null; claimed: boolean }[]>`
    WITH hook AS MATERIALIZED (
      SELECT w.id, w.channel_id, ${REFUSED} AS refused
      FROM webhooks w JOIN channels c ON c.id = w.channel_id
      CROSS JOIN (SELECT ${tokenHash}::bytea AS token_hash, ${secret}::bytea AS secret) given WHERE w.id = ${webhookId}
    ),
    claimed AS (
      INSERT INTO idempotency_keys (webhook_id, key, signature, body_hash, message_id, channel_id, skipped)
      SELECT id, ${key}, ${signature && Buffer.from(signature)}::bytea, ${bodyHash}::bytea, 0, channel_id, ${reason}
      FROM hook WHERE refused IS NULL AND ${bodyHash}::bytea IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT refused, EXISTS (SELECT FROM claimed) AS claimed FROM hook`;
  if (!row) return { refused: "unknown_webhook" };
  if (row.refused !== null) return { refused: row.refused };
  if (!idempotency || row.claimed) return { refused: "skipped", reason };
  return (await earlierResult(draft)) ?? skipDraft(draft, reason);
}

/** Remembers for a draft's idempotency key and signature which message another webhook has posted for it. */
export async function rememberMessage(
  { webhookId, idempotency }: WebhookDraft,
  { messageId, channelId }: { messageId: bigint; channelId: bigint },
): Promise<void> {
  if (!idempotency) return;
  const { key, signature = null, bodyHash } = idempotency;
  const sign = signature && Buffer.from(signature);
  await db().$executeRaw`
    WITH known AS (
      UPDATE idempotency_keys SET message_id = ${messageId}, channel_id = ${channelId}, skipped = NULL
      WHERE webhook_id = ${webhookId} AND (key = ${key} OR signature = ${sign}::bytea) AND skipped IS NOT NULL RETURNING 1
    )
    INSERT INTO idempotency_keys (webhook_id, key, signature, body_hash, message_id, channel_id)
    SELECT ${webhookId}, ${key}, ${sign}::bytea, ${bodyHash}::bytea, ${messageId}, ${channelId}
    WHERE NOT EXISTS (SELECT FROM known) ON CONFLICT DO NOTHING`;
}
