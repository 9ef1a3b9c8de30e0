import type { AuditKind } from "@/lib/audit/actions";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { everyHour, inPortions } from "@/lib/repeat";

const DAY_MS = 24 * 3_600_000;

const kind: AuditKind = "sign-ins";

/** Deletes entries of sign-ins that have become too old, now and every hour from now on. Starts once per process, answers at once. */
export function forgetOldSignIns(): void {
  everyHour("forget-sign-ins", deleteOldSignIns, "old sign-ins were not deleted from the audit log");
}

/** Deletes the entries of sign-ins, failures and sign-outs that are older than `SIGN_IN_LOG_DAYS`, a portion at a time. */
export async function deleteOldSignIns(): Promise<void> {
  const before = new Date(Date.now() - env.signInLogDays * DAY_MS);
  // The oldest come first in the index of kind and id, so that looking ends at the first one that is still to be kept.
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM audit_entries WHERE id IN (
        SELECT id FROM (SELECT id, created_at FROM audit_entries WHERE kind = ${kind} ORDER BY id LIMIT ${atMost}) oldest
        WHERE created_at < ${before})`,
  );
}
