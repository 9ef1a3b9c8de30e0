import { isDatabaseUnavailable } from "@/lib/db/failures";
import { commitDrafts } from "@/lib/messages/commit-drafts";
import type { CommittedRow, MessageDraft } from "@/lib/messages/draft";
import { processWide } from "@/lib/process-wide";

type Waiting = { draft: MessageDraft; resolve: (row: CommittedRow) => void; reject: (error: unknown) => void };

// A channel's drafts share a lane, because two statements for one channel would wait for each other's lock. While one lane waits for
// its commit to reach the disk, drafts are read and checked, and others commit.
const LANES = 2;
const LARGEST_BATCH = 256;

type Lane = { waiting: Waiting[]; busy: boolean };

const lanes = processWide("group-commit", () =>
  Array.from({ length: LANES }, (): Lane => ({ waiting: [], busy: false })),
);

/** Commits the draft together with all that wait in this process. Resolves after the commit; rejects if it isn't stored. */
export function commitInGroup(draft: MessageDraft): Promise<CommittedRow> {
  return new Promise((resolve, reject) => {
    const lane = lanes[Number(draft.channelId % BigInt(LANES))];
    if (!lane) throw new Error("A channel's id is never negative.");
    lane.waiting.push({ draft, resolve, reject });
    if (!lane.busy) void drain(lane);
  });
}

async function drain(lane: Lane): Promise<void> {
  lane.busy = true;
  // Yielding once lets posts that arrived in the same turn of the event loop join the first batch.
  await new Promise(setImmediate);
  while (lane.waiting.length > 0) await commit(lane.waiting.splice(0, LARGEST_BATCH));
  lane.busy = false;
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
