import type { Transaction } from "@/lib/db/transaction";
import type { WebhookDraft } from "@/lib/messages/draft";

/** Returns the draft; one that belongs only into a thread is silent if there is none. */
export async function silentIfAlone<Draft extends WebhookDraft>(tx: Transaction, draft: Draft): Promise<Draft> {
  return draft.threadOnly && draft.threadRootId == null && !(await hasThread(tx, draft))
    ? { ...draft, silent: true }
    : draft;
}

/** Returns whether there is a thread for the draft's key, so that it's no new line. */
export async function hasThread(tx: Transaction, { webhookId, threadKey }: WebhookDraft): Promise<boolean> {
  if (threadKey == null) return false;
  const [found] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM webhook_threads t JOIN webhooks w ON w.id = t.webhook_id AND w.channel_id = t.channel_id
    WHERE t.webhook_id = ${webhookId} AND t.key = ${threadKey}`;
  return found !== undefined;
}
