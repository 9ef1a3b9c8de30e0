import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { processWide } from "@/lib/process-wide";

const SMALLEST = 20;
const LARGEST = 500;
const AIM_MS = 100;
const PATIENCE = { maxWait: 2_000, timeout: 20_000 };

/** Some work that follows what is posted, edited and deleted. A table holds up to which `rev` of each channel it has come. */
export type Work = "search" | "keyword";

const progressOf = (work: Work): Prisma.Sql => Prisma.raw(`${work}_progress`);

/** How many messages a batch took, and whether more were waiting when it began. */
export type Batch = { taken: number; more: boolean };

/** Whether a channel has changes that this work hasn't followed. */
export async function isBehind(work: Work): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM channels c LEFT JOIN ${progressOf(work)} p ON p.channel_id = c.id
    WHERE c.rev > coalesce(p.rev, 0) LIMIT 1`;
  return rows.length > 0;
}

/**
 * Takes a batch of some work in a transaction of its own, of a size that takes about 100 ms: all of it or, when it throws, nothing.
 * Null while another connection is at this work.
 */
export async function takeBatch(
  work: Work,
  take: (tx: Transaction, size: number) => Promise<Batch>,
): Promise<Batch | null> {
  // A message may be one word or 70 kB of them, so batches grow and shrink with the time that they take.
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
    return await db().$transaction(async (tx) => ((await lock(tx, work)) ? takeInTime(tx) : null), PATIENCE);
  } catch (error) {
    pace.size = SMALLEST;
    throw error;
  }
}

// In a statement of its own: the next one then sees what whoever had the lock before has committed.
async function lock(tx: Transaction, work: Work): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`parley_${work}`}, 0)) AS mine`;
  return row?.mine ?? false;
}

/**
 * For a statement's WITH: `taken`, the next `size` messages of all channels in which this work is behind, with these columns and their
 * `channel_id`; `reached`, how far it has come with them in each channel, which is noted. `MORE` says whether more are waiting.
 *
 * Rows of a channel are written under its lock, in the order of their revisions, so nothing turns up below one that was read.
 * Channels share a batch evenly and those with the least to do come first: a long history keeps nobody else's messages waiting.
 */
export function nextChanges(work: Work, size: number, columns: Prisma.Sql): Prisma.Sql {
  const table = progressOf(work);
  return Prisma.sql`
    behind AS MATERIALIZED (
      SELECT c.id, c.rev, coalesce(p.rev, 0) AS done
      FROM channels c LEFT JOIN ${table} p ON p.channel_id = c.id
      WHERE c.rev > coalesce(p.rev, 0) ORDER BY c.rev - coalesce(p.rev, 0) LIMIT ${size}::int
    ),
    share AS MATERIALIZED (SELECT ${size}::int / greatest(count(*), 1) AS size, count(*) = ${size}::int AS is_full FROM behind),
    taken AS MATERIALIZED (
      SELECT m.*, b.id AS channel_id FROM behind b CROSS JOIN LATERAL (
        SELECT rev, ${columns} FROM messages WHERE channel_id = b.id AND rev > b.done
        ORDER BY rev LIMIT (SELECT size FROM share)
      ) m
    ),
    reached AS MATERIALIZED (
      SELECT b.id, b.rev AS head, CASE WHEN count(t.rev) < (SELECT size FROM share) THEN b.rev ELSE max(t.rev) END AS rev
      FROM behind b LEFT JOIN taken t ON t.channel_id = b.id GROUP BY b.id, b.rev
    ),
    noted AS (
      INSERT INTO ${table} (channel_id, rev) SELECT id, rev FROM reached
      ON CONFLICT (channel_id) DO UPDATE SET rev = excluded.rev
    )`;
}

/** Of a statement that begins with `nextChanges`: whether more messages are waiting. */
export const MORE = Prisma.sql`(SELECT (SELECT is_full FROM share) OR coalesce(bool_or(rev < head), false) FROM reached)`;

/**
 * Takes batches, with pauses between them, until nothing is left, another process is at it, or `goOn` says no. Answers how many
 * messages they took.
 */
export async function takeBatches(take: () => Promise<Batch | null>, goOn: () => boolean): Promise<number> {
  let taken = 0;
  while (goOn()) {
    const began = performance.now();
    const batch = await take();
    taken += batch?.taken ?? 0;
    if (!batch?.more) break;
    // It pauses for as long as it worked, so that posting has the database half of the time.
    await sleep(performance.now() - began);
  }
  return taken;
}
