import { db } from "@/lib/db/client";

/** Returns how many sessions of this test's database wait for a lock. */
export async function lockWaits(): Promise<number> {
  const waiting = await db().$queryRaw<unknown[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}
