import { db } from "@/lib/db/client";
import { isBackupRunning } from "@/lib/files/uploads/backup-lock";
import { lookAtArchive } from "@/lib/operation/backup/archive-file";
import { backupFolderProblem } from "@/lib/operation/backup/folder";
import { whyOld } from "@/lib/operation/backup/schedule";

// If none of these is whole, no older one is looked for.
const MOST_LOOKED_AT = 10;
const COMPLETE = { endedAt: { not: null }, error: null } as const;

/** What's wrong with the backups, in a sentence, with the details if there are any. */
export type BackupTrouble = {
  kind: "failed" | "folder" | "gone" | "none" | "late";
  summary: string;
  detail: string | null;
};

/** How the backups are. */
export type BackupState = {
  /** The latest that was begun. */
  latest: BackupDto | null;
  /** The time of the snapshot in the latest backup that this machine could restore; null if there is none. */
  goodAt: Date | null;
  /** The ids of the latest complete backups, newest first, whether or not their archives are still there. */
  completed: bigint[];
  /** Null if all is well, or a backup is being made. */
  trouble: BackupTrouble | null;
};

/** Returns the time of the snapshot in the latest complete backup whose archive is there and whole; null without one. */
export async function lastGoodBackupAt(): Promise<Date | null> {
  return (await lookAtArchives()).goodAt;
}

/** Returns how the backups are: the records, the archives themselves and BACKUP_DIR. */
export async function backupState(now = Date.now()): Promise<BackupState> {
  const [[latest = null], archives] = await Promise.all([lastBackups(1), lookAtArchives()]);
  const { goodAt, completed } = archives;
  const trouble = latest?.state === "running" ? null : await troubleOf(latest, archives, now);
  return { latest, goodAt, completed, trouble };
}

type Archives = { goodAt: Date | null; completed: bigint[]; problem: string | null };

/** Looks at the latest archives until one is whole. `problem` is what's wrong with the newest. */
async function lookAtArchives(): Promise<Archives> {
  const rows = await db().backup.findMany({ where: COMPLETE, orderBy: { id: "desc" }, take: MOST_LOOKED_AT });
  const completed = rows.map(({ id }) => id);
  let newest: string | null = null;
  for (const [index, row] of rows.entries()) {
    const { problem } = await lookAtArchive(row);
    if (index === 0) newest = problem;
    if (problem === null) return { goodAt: row.startedAt, completed, problem: newest };
  }
  return { goodAt: null, completed, problem: newest };
}

async function troubleOf(
  latest: BackupDto | null,
  { goodAt, completed, problem }: Archives,
  now: number,
): Promise<BackupTrouble | null> {
  if (latest?.state === "failed") return { kind: "failed", summary: "The last backup failed.", detail: latest.error };
  const folder = await backupFolderProblem(completePaths);
  if (folder !== null) return { kind: "folder", summary: "The next backup will fail.", detail: folder };
  if (problem !== null) return { kind: "gone", summary: "The last backup can't be restored.", detail: problem };
  if (completed.length === 0 || goodAt === null) {
    return { kind: "none", summary: "There is no backup yet.", detail: null };
  }
  const old = whyOld(goodAt, now);
  return old === null ? null : { kind: "late", summary: old, detail: null };
}

async function completePaths(): Promise<string[]> {
  const rows = await db().backup.findMany({
    where: COMPLETE,
    select: { path: true },
    orderBy: { id: "desc" },
    take: 1_000,
  });
  return rows.map(({ path }) => path);
}

/** A backup and how it ended. Times are ISO 8601 in UTC. */
type BackupDto = {
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
