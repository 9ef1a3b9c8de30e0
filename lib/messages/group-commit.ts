import { type CommittedRow, commitDrafts } from "@/lib/messages/commit-drafts";
import type { MessageDraft } from "@/lib/messages/draft";
import { processWide } from "@/lib/process-wide";
import { isDatabaseUnavailable } from "@/lib/unavailable";

type Waiting = { draft: MessageDraft; resolve: (row: CommittedRow) => void; reject: (error: unknown) => void };

// Two statements at once: while one waits for its commit to reach the disk, the next is being read and checked.
const LANES = 2;
const LARGEST_BATCH = 128;

const queue = processWide("group-commit", () => ({ waiting: [] as Waiting[], lanes: 0 }));

/** Commits the draft together with all that wait in this process. Resolves after the commit; rejects if it isn't stored. */
export function commitInGroup(draft: MessageDraft): Promise<CommittedRow> {
  return new Promise((resolve, reject) => {
    queue.waiting.push({ draft, resolve, reject });
    if (queue.lanes < LANES) void drain();
  });
}

async function drain(): Promise<void> {
  queue.lanes += 1;
  // Yielding once lets posts that arrived in the same turn of the event loop join the first batch.
  await new Promise(setImmediate);
  for (let batch = take(); batch.length > 0; batch = take()) await commit(batch);
  queue.lanes -= 1;
}

function take(): Waiting[] {
  return queue.waiting.splice(0, LARGEST_BATCH);
}

async function commit(batch: Waiting[]): Promise<void> {
  try {
    const rows = await commitDrafts(batch.map((waiting) => waiting.draft));
    for (const [index, waiting] of batch.entries()) {
      const row = rows[index];
      if (row) waiting.resolve(row);
      else waiting.reject(new Error("The statement answered fewer rows than drafts."));
    }
  } catch (error) {
    // The statement was rolled back as a whole: one draft that the database refuses must not take the others with it.
    if (batch.length > 1 && !isDatabaseUnavailable(error)) for (const waiting of batch) await commit([waiting]);
    else for (const waiting of batch) waiting.reject(error);
  }
}
