import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { tryLock } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { processWide } from "@/lib/process/process-wide";

const SMALLEST = 20;
const LARGEST = 500;
const AIM_MS = 100;
const PATIENCE = { maxWait: 2_000, timeout: 20_000 };

/**
 * Background work that follows posted, edited and deleted messages. A table records the `rev` it has reached in each
 * channel.
 */
export type Work = "search" | "keyword";

const progressOf = (work: Work): Prisma.Sql => Prisma.raw(`${work}_progress`);

/** How many messages a batch processed, and whether more were waiting when it began. */
export type Batch = { taken: number; more: boolean };

/** Where to look for changes: in these channels, or in all. In a large install, looking through all takes longer than a batch. */
export type Among = readonly bigint[] | null;

/** Returns whether any of the channels has changes that this work hasn't processed. */
export async function isBehind(work: Work, among: Among = null): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`SELECT 1 ${behind(work, among)} LIMIT 1`;
  return rows.length > 0;
}

const behind = (work: Work, among: Among): Prisma.Sql => Prisma.sql`
  FROM channels c LEFT JOIN ${progressOf(work)} p ON p.channel_id = c.id
  WHERE c.rev > coalesce(p.rev, 0) ${among === null ? Prisma.empty : Prisma.sql`AND c.id = ANY(${[...among]}::bigint[])`}`;

/**
 * Processes a batch in its own transaction, sized to take about 100 ms. If it throws, none of it is applied. Returns
 * null if another connection is doing this work.
 */
export async function takeBatch(
  work: Work,
  take: (tx: Transaction, size: number) => Promise<Batch>,
): Promise<Batch | null> {
  // Messages range from one word to 70 kB, so the batch size adapts to the time that batches take.
  const pace = processWide(`${work}-pace`, () => ({ size: 100 }));
  const takeInTime = async (tx: Transaction) => {
    const began = performance.now();
    const batch = await take(tx, pace.size);
    const took = performance.now() - began;
    if (took > AIM_MS) pace.size = Math.max(SMALLEST, Math.round((pace.size * AIM_MS) / took));
    else if (batch.more) pace.size = Math.min(LARGEST, pace.size * 2);
    return batch;
  };
  try {
    return await db().$transaction(
      async (tx) => ((await tryLock(tx, `parley_${work}`)) ? takeInTime(tx) : null),
      PATIENCE,
    );
  } catch (error) {
    pace.size = SMALLEST;
    throw error;
  }
}

/**
 * The CTEs `taken` (the next `size` changed messages of the channels where this work is behind, with these columns and
 * their `channel_id`; a column is of the message `x`) and `reached` (records how far each channel is now processed). `MORE` is true if more are
 * waiting. Rows of a channel are written under its lock in the order of their revisions, so none can appear below a
 * revision that was already read. Channels share a batch evenly, those with the least to do first, so a long history
 * doesn't hold up other channels. `reached` joins nothing: PostgreSQL expects few rows of a CTE, and would compare each channel
 * with each message.
 */
export function nextChanges(work: Work, size: number, columns: Prisma.Sql, among: Among = null): Prisma.Sql {
  return Prisma.sql`
    behind AS MATERIALIZED (
      SELECT c.id, c.rev, coalesce(p.rev, 0) AS done ${behind(work, among)} ORDER BY c.rev - coalesce(p.rev, 0) LIMIT ${size}::int
    ),
    share AS MATERIALIZED (SELECT ${size}::int / greatest(count(*), 1) AS size, count(*) = ${size}::int AS is_full FROM behind),
    taken AS MATERIALIZED (
      SELECT m.*, b.id AS channel_id FROM behind b CROSS JOIN LATERAL (
        SELECT rev, ${columns} FROM messages x WHERE channel_id = b.id AND rev > b.done
        ORDER BY rev LIMIT (SELECT size FROM share)
      ) m
    ),
    reached AS MATERIALIZED (
      SELECT id, max(head) AS head, CASE WHEN count(rev) < (SELECT size FROM share) THEN max(head) ELSE max(rev) END AS rev
      FROM (SELECT id, rev AS head, NULL::bigint AS rev FROM behind UNION ALL SELECT channel_id, NULL, rev FROM taken) each
      GROUP BY id
    ),
    noted AS (
      INSERT INTO ${progressOf(work)} (channel_id, rev) SELECT id, rev FROM reached
      ON CONFLICT (channel_id) DO UPDATE SET rev = excluded.rev
    )`;
}

/** For a statement with `nextChanges`: whether more messages are waiting. */
export const MORE = Prisma.sql`(SELECT (SELECT is_full FROM share) OR coalesce(bool_or(rev < head), false) FROM reached)`;

/**
 * Processes batches, with pauses, until nothing is left, another process is doing it, or `goOn` returns false. Returns
 * the number of messages processed.
 */
export async function takeBatches(take: () => Promise<Batch | null>, goOn: () => boolean): Promise<number> {
  let taken = 0;
  while (goOn()) {
    const began = performance.now();
    const batch = await take();
    taken += batch?.taken ?? 0;
    if (!batch?.more) break;
    // Pauses as long as it worked, which leaves the database to posts half of the time.
    await sleep(performance.now() - began);
  }
  return taken;
}
