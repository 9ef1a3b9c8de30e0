import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";

/**
 * The advisory lock that a backup holds from before its snapshot until its archive is complete. Only one backup of a
 * database runs at a time, and meanwhile no instance deletes files that the snapshot may name.
 */
export const BACKUP_LOCK = 8_242_719_002;

/**
 * Returns whether any instance or command is backing this database up right now. If not, none begins until the
 * transaction ends.
 */
export async function isBackupRunning(tx: Pick<Transaction, "$queryRaw"> = db()): Promise<boolean> {
  // Without a transaction, taken and given back by one statement, so a backup that begins now only waits for it.
  const rows = await tx.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) AS free`;
  return rows[0]?.free === false;
}
