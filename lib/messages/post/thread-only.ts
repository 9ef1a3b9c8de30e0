import type { Transaction } from "@/lib/db/transaction";
import type { WebhookDraft } from "@/lib/messages/draft";

/** Returns the draft; one that belongs only into a thread is silent if there is none. */
export async function silentIfAlone<Draft extends WebhookDraft>(tx: Transaction, draft: Draft): Promise<Draft> {
  return draft.threadOnly && !(await threadExists(tx, draft)) ? { ...draft, silent: true } : draft;
}

/** Returns whether the draft's thread key, or its root, has a thread that it can reply in. */
async function threadExists(tx: Transaction, { webhookId, threadKey, threadRootId }: WebhookDraft): Promise<boolean> {
  if (threadRootId != null) return true;
  if (threadKey == null) return false;
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM webhook_threads t JOIN webhooks w ON w.id = t.webhook_id AND w.channel_id = t.channel_id
    WHERE t.webhook_id = ${webhookId} AND t.key = ${threadKey}`;
  return found.length > 0;
}
