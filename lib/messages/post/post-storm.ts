import type { Transaction } from "@/lib/db/transaction";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";

/** Posts a new line, or gathers it in the thread of its cause while the webhook storms. */
export async function postInStorm(
  _tx: Transaction,
  draft: WebhookDraft,
  insert: (draft: WebhookDraft) => Promise<CommittedRow>,
): Promise<CommittedRow> {
  return insert(draft);
}
