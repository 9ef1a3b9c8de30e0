import { db } from "@/lib/db/client";
import { likenessOf } from "@/lib/messages/cards/likeness";
import type { CommittedRow, MessageDraft, WebhookDraft } from "@/lib/messages/draft";
import { mayStorm } from "@/lib/messages/post/busy-webhooks";
import type { AlikeDraft, Placing, Root, Storms } from "@/lib/messages/post/storms";
import { hasThread } from "@/lib/messages/post/thread-only";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/storms.md

/** Returns the draft without its likeness if no storm can gather it: then it's posted faster. */
export function unlessAlone<Draft extends MessageDraft>(draft: Draft): Draft {
  if (draft.kind !== "webhook" || draft.likeness == null) return draft;
  const isOwn = draft.sentBy != null || (draft.attachments ?? []).length > 0;
  return !isOwn && mayStorm(draft.webhookId) ? draft : { ...draft, likeness: null };
}

/** Whether the draft's likeness decides where it goes. */
export function isAlike(draft: MessageDraft): draft is AlikeDraft {
  return draft.kind === "webhook" && draft.likeness != null && draft.threadRootId == null;
}

/** Posts a new line, or gathers it in the thread of its cause while the webhook storms. */
export async function postInStorm(
  storms: Storms,
  given: AlikeDraft,
  insert: (draft: WebhookDraft) => Promise<CommittedRow>,
): Promise<CommittedRow> {
  if (await hasThread(storms.tx, given)) return insert(given);
  // A thing's line is composed under the lock.
  const likeness = given.thing ? likenessOf(given.embeds, given.content) : given.likeness;
  const draft = { ...given, likeness: likeness ?? given.likeness };
  const placing = await storms.place(draft);
  const row = await insert(placed(draft, placing));
  if (row.id === null) return row;
  if (placing.isReply) {
    await storms.openThread(draft, placing.root);
    storms.count(draft.webhookId, placing.root);
  } else placing.root.id = row.id;
  return row;
}

type Item = { draft: MessageDraft; ord: number };

/** Posts drafts of which a storm may gather some, with a statement for all lines and one for all replies. */
export async function postAlike(
  storms: Storms,
  items: readonly Item[],
  insertAll: (drafts: readonly MessageDraft[]) => Promise<CommittedRow[]>,
): Promise<CommittedRow[]> {
  await storms.read(items.map(({ draft }) => draft).filter(isAlike));
  let waiting: (Item & { placing: Placing | null })[] = [];
  for (const item of items) {
    waiting.push({ ...item, placing: isAlike(item.draft) ? await storms.place(item.draft) : null });
  }
  const rows: CommittedRow[] = [];
  while (waiting.length > 0) {
    const now = waiting.filter(({ placing }) => !placing?.isReply || placing.root.id !== null);
    const inserted = await insertAll(now.map(({ draft, placing }) => (placing ? placed(draft, placing) : draft)));
    for (const row of inserted) {
      const item = now[row.ord];
      if (!item) throw new Error("The statement returned a row for no draft.");
      rows.push({ ...row, ord: item.ord });
      note(storms, item, row);
    }
    waiting = withRoots(waiting.filter((item) => !now.includes(item)));
  }
  return rows;
}

function note(storms: Storms, { draft, placing }: Item & { placing: Placing | null }, { id }: CommittedRow): void {
  if (!placing || id === null || draft.kind !== "webhook") return;
  if (placing.isReply) storms.count(draft.webhookId, placing.root);
  else placing.root.id = id;
}

/** A line that wasn't posted, such as a repeat, is no root: the first of those that wait for it becomes a line instead. */
function withRoots<Waiting extends { placing: Placing | null }>(waiting: Waiting[]): Waiting[] {
  const lines = new Set<Root>();
  return waiting.map((item) => {
    const { placing } = item;
    if (!placing?.isReply || placing.root.id !== null || lines.has(placing.root)) return item;
    lines.add(placing.root);
    return { ...item, placing: { root: placing.root, isReply: false, again: false } };
  });
}

/** Gathered messages are silent, and so is a line for a cause that people were notified of. */
function placed<Draft extends MessageDraft>(draft: Draft, placing: Placing): Draft {
  if (placing.isReply) return { ...draft, threadRootId: placing.root.id, threadKey: null, silent: true };
  return placing.again ? { ...draft, silent: true } : draft;
}

export const oldStormsJob: TimedJob = {
  name: "forget-storms",
  label: "Delete old storms",
  every: HOUR_MS,
  work: deleteOldStorms,
  failure: "couldn't delete old storms",
};

/** Deletes storms that have been over for an hour, in portions. */
export async function deleteOldStorms(): Promise<void> {
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM storms WHERE id IN (
        SELECT id FROM storms WHERE last_at < ${new Date(Date.now() - HOUR_MS)} LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
}
