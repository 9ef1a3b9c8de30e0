import { db } from "@/lib/db/client";
import { HOUR_MS, inPortions, repeat } from "@/lib/repeat";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";

const DAY_MS = 24 * 3_600_000;

/** Since when failures are in the log. */
export function failuresSince(): Date {
  return new Date(Date.now() - LOG_LIMITS.failureDays * DAY_MS);
}

/** Deletes failures that have become too old, now and every hour from now on. Starts once per process, answers at once, never throws. */
export function forgetOldFailures(): void {
  repeat("forget-failures", { every: HOUR_MS }, deleteOldFailures, "old deliveries were not deleted");
}

/** Deletes the failures of all webhooks that are too old, a portion at a time. */
export async function deleteOldFailures(): Promise<void> {
  // In the order of their index: PostgreSQL takes each failure for as old as any delivery, and would read all to find so many.
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM deliveries WHERE id IN (
        SELECT id FROM deliveries WHERE status >= 400 AND created_at < ${failuresSince()}
        ORDER BY created_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
}
