import pg from "pg";
import { BACKUP_LOCK } from "@/lib/files/uploads/backup-lock";
import { env } from "@/lib/process/env";

/** Runs `work` while this database is being backed up, as everyone else sees it. */
export async function duringBackup(work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: env.databaseUrl });
  await holder.connect();
  try {
    await holder.query("SELECT pg_advisory_lock($1)", [BACKUP_LOCK]);
    await work();
    await holder.query("SELECT pg_advisory_unlock($1)", [BACKUP_LOCK]);
  } finally {
    await holder.end();
  }
}
