import { db } from "@/lib/db/client";
import { isBackupRunning } from "@/lib/files/uploads/backup-lock";

/** A backup and how it ended. Times are ISO 8601 in UTC. */
export type BackupDto = {
  id: string;
  /** What the archive holds is as it was then. */
  startedAt: string;
  /** Null while it runs, and if Parley or the machine stopped during it. */
  endedAt: string | null;
  state: "running" | "complete" | "failed";
  scheduled: boolean;
  /** The archive's path on the machine that made it. */
  path: string;
  /** The archive's size; null unless it's complete. */
  bytes: number | null;
  /** How many files of messages weren't on disk, and so aren't in the archive. */
  missingFiles: number;
  /** Why it failed, as a sentence; null otherwise. */
  error: string | null;
};

/** Returns the latest backups, newest first, at most `limit` of them. */
export async function lastBackups(limit = 10): Promise<BackupDto[]> {
  const [rows, running] = await Promise.all([
    db().backup.findMany({ orderBy: { id: "desc" }, take: limit }),
    isBackupRunning(),
  ]);
  return rows.map(({ id, startedAt, endedAt, scheduled, path, bytes, missingFiles, error }, index) => {
    // Only one runs at a time, so an older one without an end was interrupted.
    const state = endedAt === null ? (running && index === 0 ? "running" : "failed") : error ? "failed" : "complete";
    return {
      id: String(id),
      scheduled,
      path,
      missingFiles,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      state,
      bytes: bytes === null ? null : Number(bytes),
      error: error ?? (state === "failed" ? "Parley stopped before this backup was complete." : null),
    };
  });
}
