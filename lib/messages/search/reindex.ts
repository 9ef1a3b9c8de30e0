import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ReadingClient } from "@/lib/db/heavy-read";
import { onOneInstance } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { type Batch, takeBatch } from "@/lib/messages/read/follow-changes";
import { DOCUMENT } from "@/lib/messages/search/index-messages";
import { listWords } from "@/lib/messages/search/word-list";
import { processWide } from "@/lib/process/process-wide";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/search.md

const EVERY_MS = 10 * MINUTE_MS;
// How many times as long as it worked it rests, and how long it waits for another process that indexes.
const REST = 3;
const WAIT_MS = 50;
const RULE = 2;

/** Indexes messages again that were indexed by the rule of an earlier version, until none is left. */
export const reindexJob: TimedJob = {
  name: "search-reindex",
  label: "Update the search index after an upgrade",
  every: EVERY_MS,
  work: reindex,
  failure: "couldn't update the search index",
};

/** Does so once, the latest messages first, unless another instance does. Ends early once `goOn` returns false. */
export async function reindex(goOn: () => boolean = () => true): Promise<void> {
  if (!(await isReindexing(db()))) return;
  await onOneInstance("parley_search_reindex", async () => {
    const done: { below: bigint | null } = { below: null };
    while (goOn()) {
      const began = performance.now();
      // With the lock of the indexer, or it could replace the words of an edited message by those it had before.
      const batch = await takeBatch("search", (tx, size) => renew(tx, size, done));
      if (batch?.taken === 0) return;
      await sleep(batch ? (performance.now() - began) * REST : WAIT_MS);
    }
  });
}

/** Indexes the next messages below those that are done again. */
async function renew(tx: Transaction, size: number, done: { below: bigint | null }): Promise<Batch> {
  const [row] = await tx.$queryRaw<{ taken: number; last: bigint | null }[]>`
    WITH older AS MATERIALIZED (
      SELECT message_id FROM message_search WHERE rule IS NULL AND message_id < coalesce(${done.below}::bigint, 9223372036854775807)
      ORDER BY message_id DESC LIMIT ${size}::int
    ),
    renewed AS (
      UPDATE message_search s SET document = ${DOCUMENT}, rule = ${RULE}::smallint
      FROM older JOIN messages m ON m.id = older.message_id WHERE s.message_id = older.message_id RETURNING s.document
    ),
    listed AS (${listWords(Prisma.sql`renewed`)})
    SELECT count(*)::int AS taken, min(message_id) AS last FROM older`;
  const { taken = 0, last = null } = row ?? {};
  if (last !== null) done.below = last;
  return { taken, more: taken === size };
}

/** Returns whether there are messages that an earlier version indexed. Once there are none, there never are. */
export async function isReindexing(client: ReadingClient): Promise<boolean> {
  const known = processWide("search-rule", () => ({ isCurrent: false }));
  if (known.isCurrent) return false;
  const rows = await client.$queryRaw<unknown[]>`SELECT 1 FROM message_search WHERE rule IS NULL LIMIT 1`;
  known.isCurrent = rows.length === 0;
  return rows.length > 0;
}
