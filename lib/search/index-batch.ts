import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { processWide } from "@/lib/process-wide";

const SMALLEST = 20;
const LARGEST = 500;
const AIM_MS = 100;
const PATIENCE = { maxWait: 2_000, timeout: 20_000 };

/** How many messages a batch took, and whether more were waiting when it began. */
export type Batch = { indexed: number; more: boolean };

// A message may be one word or 70 kB of them, so batches grow and shrink with the time that they take.
const pace = processWide("search-pace", () => ({ size: 100 }));

/**
 * Makes what was posted, edited and deleted findable as it is now, up to 500 messages: all of it or, when it throws, nothing.
 * Null while another connection is at it.
 */
export async function indexBatch(): Promise<Batch | null> {
  if (!(await isBehind())) return { indexed: 0, more: false };
  try {
    return await db().$transaction(async (tx) => ((await lock(tx)) ? await takeInTime(tx) : null), PATIENCE);
  } catch (error) {
    pace.size = SMALLEST;
    throw error;
  }
}

async function takeInTime(tx: Transaction): Promise<Batch> {
  const began = performance.now();
  const batch = await take(tx, pace.size);
  const took = performance.now() - began;
  if (took > AIM_MS) pace.size = Math.max(SMALLEST, Math.round((pace.size * AIM_MS) / took));
  else if (batch.more) pace.size = Math.min(LARGEST, pace.size * 2);
  return batch;
}

async function isBehind(): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM channels c LEFT JOIN search_progress p ON p.channel_id = c.id WHERE c.rev > coalesce(p.rev, 0) LIMIT 1`;
  return rows.length > 0;
}

// In a statement of its own: the next one then sees what whoever had the lock before has committed.
async function lock(tx: Transaction): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('parley_search', 0)) AS mine`;
  return row?.mine ?? false;
}

// Rows of a channel are written under its lock, in the order of their revisions, so nothing turns up below one that was read.
// Channels share a batch evenly and those with the least to do come first: a long history keeps nobody else's messages waiting.
async function take(tx: Transaction, size: number): Promise<Batch> {
  const [batch] = await tx.$queryRaw<Batch[]>`
    WITH behind AS MATERIALIZED (
      SELECT c.id, c.rev, coalesce(p.rev, 0) AS done
      FROM channels c LEFT JOIN search_progress p ON p.channel_id = c.id
      WHERE c.rev > coalesce(p.rev, 0) ORDER BY c.rev - coalesce(p.rev, 0) LIMIT ${size}::int
    ),
    share AS MATERIALIZED (SELECT ${size}::int / greatest(count(*), 1) AS size FROM behind),
    taken AS MATERIALIZED (
      SELECT m.*, b.id AS channel_id FROM behind b CROSS JOIN LATERAL (
        SELECT id, rev, deleted_at, content, embeds, author_name FROM messages WHERE channel_id = b.id AND rev > b.done
        ORDER BY rev LIMIT (SELECT size FROM share)
      ) m
    ),
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
    ),
    reached AS MATERIALIZED (
      SELECT b.id, b.rev AS head, CASE WHEN count(t.id) < (SELECT size FROM share) THEN b.rev ELSE max(t.rev) END AS rev
      FROM behind b LEFT JOIN taken t ON t.channel_id = b.id GROUP BY b.id, b.rev
    ),
    noted AS (
      INSERT INTO search_progress (channel_id, rev) SELECT id, rev FROM reached
      ON CONFLICT (channel_id) DO UPDATE SET rev = excluded.rev
    )
    SELECT (SELECT count(*) FROM taken)::int AS indexed,
      count(*) = ${size}::int OR coalesce(bool_or(rev < head), false) AS more FROM reached`;
  return batch ?? { indexed: 0, more: false };
}
