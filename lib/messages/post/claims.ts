import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";
import { presented, REFUSED } from "@/lib/messages/refused";

/** The outcome of a draft whose idempotency key or signature an earlier request has. */
export const TAKEN: CommittedRow = { ord: 0, refused: null, id: null, channel_id: null, seq: null, rev: null };

/** Claims the request's key and signature for a message. Returns false if an earlier one has them. */
export async function claim(
  tx: Transaction,
  draft: WebhookDraft,
  { id, channelId }: { id: bigint; channelId: bigint },
): Promise<boolean> {
  return insertClaim(tx, draft, { id, channelId, skipped: null });
}

/** The same for a request that isn't posted: a repeat gets the same answer. */
async function claimSkipped(tx: Transaction, draft: WebhookDraft, reason: string): Promise<boolean> {
  return insertClaim(tx, draft, { id: 0n, channelId: draft.channelId, skipped: reason });
}

async function insertClaim(
  tx: Transaction,
  { webhookId, idempotency }: WebhookDraft,
  { id, channelId, skipped }: { id: bigint; channelId: bigint; skipped: string | null },
): Promise<boolean> {
  if (!idempotency) return true;
  const { key, signature, bodyHash } = idempotency;
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys (webhook_id, key, signature, body_hash, message_id, channel_id, skipped)
    VALUES (${webhookId}, ${key}, ${signature ? Buffer.from(signature) : null}, ${bodyHash}, ${id}, ${channelId}, ${skipped})
    ON CONFLICT DO NOTHING`;
  return claimed > 0;
}

/** The condition that a claim has this request's key or signature. */
export function claimedBy(
  webhookId: bigint,
  { key, signature }: NonNullable<WebhookDraft["idempotency"]>,
): Prisma.IdempotencyKeyWhereInput {
  const known = [...(key === null ? [] : [{ key }]), ...(signature ? [{ signature: new Uint8Array(signature) }] : [])];
  return { webhookId, OR: known };
}

/** Returns whether an earlier request has the draft's key or signature. */
export async function isClaimed(tx: Transaction, { webhookId, idempotency }: WebhookDraft): Promise<boolean> {
  if (!idempotency) return false;
  const where = claimedBy(webhookId, idempotency);
  return (await tx.idempotencyKey.findFirst({ where, select: { id: true } })) !== null;
}

/** Returns why the draft's webhook can't post, or null. */
export async function refusalOf(tx: Transaction, draft: WebhookDraft): Promise<CommittedRow["refused"]> {
  const [row] = await tx.$queryRaw<Pick<CommittedRow, "refused">[]>`
    SELECT ${REFUSED} AS refused FROM webhooks w JOIN channels c ON c.id = w.channel_id CROSS JOIN ${presented(draft)}
    WHERE w.id = ${draft.webhookId}`;
  return row ? row.refused : "unknown_webhook";
}

/** Skips a draft, or returns `TAKEN` if an earlier request has its key or signature. */
export async function skip(tx: Transaction, draft: WebhookDraft, reason: string): Promise<CommittedRow> {
  return (await claimSkipped(tx, draft, reason)) ? { ...TAKEN, refused: "skipped", reason } : TAKEN;
}
