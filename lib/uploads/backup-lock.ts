import { db } from "@/lib/db/client";

/**
 * The advisory lock that a backup holds from before its snapshot until its archive is complete. Only one backup of a
 * database runs at a time, and meanwhile no instance deletes files that the snapshot may name.
 */
export const BACKUP_LOCK = 8_242_719_002;

/** Returns whether any instance or command is backing this database up right now. */
export async function isBackupRunning(): Promise<boolean> {
  // Taken and given back by one statement, so a backup that begins at this moment only waits for it.
  const rows = await db().$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) AS free`;
  return rows[0]?.free === false;
}
