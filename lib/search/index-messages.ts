import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { keepUp } from "@/lib/events/keep-up";
import { type Batch, isBehind, MORE, nextChanges, takeBatch, takeBatches } from "@/lib/messages/follow-changes";

// Why: docs/decisions/search.md

/**
 * Makes everything findable that was posted, edited or deleted before now, in batches with pauses between them, until nothing is
 * left, another process is at it, or `goOn` says no. Answers how many messages it took.
 */
export async function indexMessages(goOn: () => boolean = () => true): Promise<number> {
  return takeBatches(indexBatch, goOn);
}

/**
 * Makes what was posted, edited and deleted findable as it is now, up to 500 messages: all of it or, when it throws, nothing.
 * Null while another connection is at it.
 */
export async function indexBatch(): Promise<Batch | null> {
  return (await isBehind("search")) ? takeBatch("search", take) : { taken: 0, more: false };
}

async function take(tx: Transaction, size: number): Promise<Batch> {
  const [batch] = await tx.$queryRaw<Batch[]>`
    WITH ${nextChanges("search", size, Prisma.sql`id, deleted_at, content, embeds, author_name`)},
    saved AS (
      INSERT INTO message_search AS s (message_id, document)
      SELECT id, array_to_tsvector(array_remove(string_to_array(parley_search_text(content, embeds), ' '), ''))
      FROM taken WHERE deleted_at IS NULL
      ON CONFLICT (message_id) DO UPDATE SET document = excluded.document WHERE s.document <> excluded.document
    ),
    named AS (
      INSERT INTO shown_names (name) SELECT DISTINCT author_name FROM taken WHERE author_name IS NOT NULL
      ON CONFLICT DO NOTHING
    ),
    dropped AS (
      DELETE FROM message_search WHERE message_id IN (SELECT id FROM taken WHERE deleted_at IS NOT NULL)
    )
    SELECT (SELECT count(*) FROM taken)::int AS taken, ${MORE} AS more`;
  return batch ?? { taken: 0, more: false };
}

/** Keeps messages findable from now on. Starts once per process; of several processes one at a time does the work. */
export function startIndexer(): void {
  keepUp("search-index", {
    work: async (goOn) => {
      await indexMessages(goOn);
      return null;
    },
    wakes: ["channel"],
    // A search catches up by itself, so the index may wait until many posts can share a batch.
    settleMs: 1_000,
    failure: "couldn't index messages for search; the next sweep tries again",
  });
}
