import { db } from "@/lib/db/client";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/delivery-log.md

const COUNTED_FOR_MS = 60_000;
// How many pages of the log's table are read to estimate what its payloads take. A smaller log is counted exactly.
const PAGES = 100;

const state = processWide("kept-payloads", () => ({
  counted: Promise.resolve(0),
  until: 0,
  /** Bytes that this process has written since then. */
  added: 0,
}));

/**
 * Returns about how many bytes the payloads in delivery logs take: as of the last minute, and what this process wrote
 * since.
 */
export async function keptPayloadBytes(): Promise<number> {
  if (Date.now() >= state.until) {
    state.until = Date.now() + COUNTED_FOR_MS;
    state.added = 0;
    state.counted = count().catch((error: unknown) => {
      state.until = 0;
      throw error;
    });
  }
  return (await state.counted) + state.added;
}

/** Notes a payload that this process writes. */
export function addKeptPayload(bytes: number): void {
  state.added += bytes;
}

/** Counts again at the next question. For tests, which delete rows. */
export function countPayloadsAgain(): void {
  state.until = 0;
}

async function count(): Promise<number> {
  const [table] = await db().$queryRaw<{ pages: number }[]>`
    SELECT (pg_relation_size('deliveries') / current_setting('block_size')::int)::int AS pages`;
  const percent = Math.min(100, (100 * PAGES) / Math.max(1, table?.pages ?? 0));
  // Long payloads are stored elsewhere and aren't read for their size.
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT coalesce(sum(pg_column_size(payload)), 0)::bigint AS bytes FROM deliveries TABLESAMPLE SYSTEM (${percent}::real)`;
  return Math.round((Number(row?.bytes ?? 0) * 100) / percent);
}
