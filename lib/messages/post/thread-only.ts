import type { Transaction } from "@/lib/db/transaction";
import type { WebhookDraft } from "@/lib/messages/draft";

/**
 * Returns a draft that should only appear in its thread: as it is if its key has a thread to reply in, otherwise silent.
 * The caller holds the lock on the webhook's row.
 */
export async function asThreadOnly(tx: Transaction, draft: WebhookDraft): Promise<WebhookDraft> {
  const { webhookId, threadKey } = draft;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM webhooks w JOIN webhook_threads t ON t.webhook_id = w.id AND t.channel_id = w.channel_id
    WHERE w.id = ${webhookId} AND t.key = ${threadKey ?? ""}`;
  return rows.length > 0 ? draft : { ...draft, silent: true };
}
