import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import type { HintJob } from "@/lib/events/keep-up";
import { type Batch, isBehind, MORE, nextChanges, takeBatch, takeBatches } from "@/lib/messages/read/follow-changes";
import { listWords } from "@/lib/messages/search/word-list";
import { record } from "@/lib/process/recorder";

// Why: docs/decisions/search.md

/** SQL for the words of a message, from its `content` and `embeds`. */
export const DOCUMENT = Prisma.sql`array_to_tsvector(array_remove(string_to_array(parley_search_text(content, embeds), ' '), ''))`;

/**
 * Indexes everything that was posted, edited or deleted so far, in batches with pauses, until nothing is left, another
 * process does it, or `goOn` returns false. Returns the number of messages indexed.
 */
export async function indexMessages(goOn: () => boolean = () => true): Promise<number> {
  return takeBatches(indexBatch, goOn);
}

/** Indexes up to 500 new or changed messages in one transaction. Returns null if another connection is indexing. */
export async function indexBatch(): Promise<Batch | null> {
  return (await isBehind("search")) ? takeBatch("search", take) : { taken: 0, more: false };
}

async function take(tx: Transaction, size: number): Promise<Batch> {
  const [batch] = await tx.$queryRaw<(Batch & { waited: number | null })[]>`
    WITH ${nextChanges("search", size, Prisma.sql`id, seq, created_at, deleted_at, event, content, embeds, author_name`)},
    saved AS (
      INSERT INTO message_search AS s (message_id, document)
      SELECT id, ${DOCUMENT} FROM taken WHERE deleted_at IS NULL AND event IS NULL
      ON CONFLICT (message_id) DO UPDATE SET document = excluded.document WHERE s.document <> excluded.document
      RETURNING message_id, xmax = 0 AS is_new, document
    ),
    listed AS (${listWords(Prisma.sql`saved`)}),
    named AS (
      INSERT INTO shown_names (name) SELECT DISTINCT author_name FROM taken WHERE author_name IS NOT NULL
      ON CONFLICT DO NOTHING
    ),
    dropped AS (
      DELETE FROM message_search WHERE message_id IN (SELECT id FROM taken WHERE deleted_at IS NOT NULL)
    )
    SELECT (SELECT count(*) FROM taken)::int AS taken, ${MORE} AS more,
      (SELECT extract(epoch FROM clock_timestamp() - min(t.created_at))::float8
        FROM taken t JOIN saved s ON s.message_id = t.id WHERE s.is_new AND t.seq > 0) AS waited`;
  if (batch?.waited != null) record()?.indexed(batch.waited);
  return batch ?? { taken: 0, more: false };
}

/** Indexes messages. Only one process works at a time. */
export const indexJob: HintJob = {
  name: "search-index",
  label: "Index new messages for search",
  work: async (goOn) => {
    await indexMessages(goOn);
    return null;
  },
  wakes: ["channel"],
  // A search indexes new messages on its own, so the indexer can wait and handle many posts in one batch.
  settleMs: 1_000,
  failure: "couldn't index messages for search; the next sweep tries again",
};
