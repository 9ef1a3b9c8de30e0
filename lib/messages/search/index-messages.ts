import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import type { HintJob } from "@/lib/events/keep-up";
import {
  type Among,
  type Batch,
  isBehind,
  MORE,
  nextChanges,
  takeBatch,
  takeBatches,
} from "@/lib/messages/read/follow-changes";
import { listWords } from "@/lib/messages/search/word-list";
import { log } from "@/lib/process/log";
import { record } from "@/lib/process/recorder";

// Why: docs/decisions/search.md

/** SQL for the words of a message, from its `content` and `embeds`. */
export const DOCUMENT = Prisma.sql`array_to_tsvector(array_remove(string_to_array(parley_search_text(content, embeds), ' '), ''))`;

/**
 * Indexes everything that was posted, edited or deleted so far in these channels, in batches with pauses, until nothing is
 * left, another process does it, or `goOn` returns false. Returns the number of messages indexed.
 */
export async function indexMessages(goOn: () => boolean = () => true, among: Among = null): Promise<number> {
  return takeBatches(() => indexBatch(among), goOn);
}

/** Indexes up to 500 new or changed messages in one transaction. Returns null if another connection is indexing. */
export async function indexBatch(among: Among = null): Promise<Batch | null> {
  if (!(await isBehind("search", among))) return { taken: 0, more: false };
  return takeBatch("search", (tx, size) => take(tx, size, among));
}

// No one else adds words meanwhile, so it needs no ON CONFLICT, with which each row costs more. The documents are materialized,
// or the comparison would make each again.
async function take(tx: Transaction, size: number, among: Among): Promise<Batch> {
  const [batch] = await tx.$queryRaw<(Batch & { waited: number | null })[]>`
    WITH ${nextChanges("search", size, Prisma.sql`id, seq, created_at, deleted_at, event, content, embeds, author_name`, among)},
    known AS MATERIALIZED (
      SELECT message_id, document FROM message_search WHERE message_id = ANY(ARRAY(SELECT id FROM taken))
    ),
    said AS MATERIALIZED (
      SELECT id AS message_id, seq, created_at, ${DOCUMENT} AS document FROM taken WHERE deleted_at IS NULL AND event IS NULL
    ),
    saved AS MATERIALIZED (
      SELECT n.*, k.message_id IS NULL AS is_new FROM said n LEFT JOIN known k USING (message_id)
      WHERE k.document IS DISTINCT FROM n.document
    ),
    added AS (
      INSERT INTO message_search (message_id, document) SELECT message_id, document FROM saved WHERE is_new
    ),
    changed AS (
      UPDATE message_search s SET document = n.document FROM saved n
      WHERE s.message_id = n.message_id AND s.message_id = ANY(ARRAY(SELECT message_id FROM saved WHERE NOT is_new))
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
      (SELECT extract(epoch FROM clock_timestamp() - min(created_at))::float8 FROM saved WHERE is_new AND seq > 0) AS waited`;
  if (batch?.waited != null) record()?.indexed(batch.waited);
  return batch ?? { taken: 0, more: false };
}

/** Indexes messages. Only one process works at a time. */
export const indexJob: HintJob = {
  name: "search-index",
  label: "Index new messages for search",
  work: async (goOn, channelIds) => {
    await indexMessages(goOn, channelIds);
    return null;
  },
  wakes: ["channel"],
  // A search indexes new messages on its own, so the indexer can wait and handle many posts in one batch.
  settleMs: 1_000,
  failure: "couldn't index messages for search; the next sweep tries again",
};

const ENOUGH_MS = 300;
const MOST_MS = 1_500;
const POLL_MS = 10;
// Messages are indexed within a second or with the next search, so those missing are among the latest unless the index
// is far behind.
const LATEST = 200;

/**
 * Waits until everything posted so far can be found in its current version; older messages that were edited follow
 * within seconds. From a backlog it indexes at least one batch and otherwise for 300 ms, and waits at most 1.5 s. Never
 * throws.
 */
export async function catchUp(): Promise<void> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), MOST_MS);
  try {
    await Promise.race([
      index(given.signal),
      new Promise((resolve) => given.signal.addEventListener("abort", resolve)),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function index(given: AbortSignal): Promise<void> {
  const enough = Date.now() + ENOUGH_MS;
  try {
    if (!(await latestAreBehind())) return;
    while (!given.aborted) {
      const batch = await indexBatch();
      if (batch && (!batch.more || Date.now() > enough)) return;
      if (!batch) await sleep(POLL_MS);
    }
  } catch (error) {
    log.debug({ err: error }, "searching without the latest messages");
  }
}

// In a large install, comparing every channel with its progress would take longer than the search.
async function latestAreBehind(): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM (SELECT channel_id, rev FROM messages ORDER BY id DESC LIMIT ${LATEST}) m
    LEFT JOIN search_progress p ON p.channel_id = m.channel_id WHERE m.rev > coalesce(p.rev, 0) LIMIT 1`;
  return rows.length > 0;
}
