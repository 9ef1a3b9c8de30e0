import { constants, type Stats } from "node:fs";
import { access, lstat, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/process/env";
import { fullPlaceIn } from "@/lib/process/full-disk";
import { makeDirectory } from "@/lib/process/make-directory";
import { runningUser } from "@/lib/process/unreadable-file";
import { hasCode } from "@/lib/text/errors";

// Why: docs/decisions/backup.md

/** The file in BACKUP_DIR that tells it from the empty mount point of its disk. */
const MARKER = ".parley-backups";
const MARKER_TEXT =
  "Parley has backed up into this folder. If this file and all archives are missing, Parley takes the folder for the\n" +
  "mount point of a disk that isn't mounted, and doesn't back up into it.\n";

/** Lists the paths of the archives that were completed, in any folder. */
type ListArchives = () => Promise<string[]>;

/** Returns why backups can't go into BACKUP_DIR and what to do, as sentences; null if they can. Changes nothing. */
export async function backupFolderProblem(listArchives: ListArchives): Promise<string | null> {
  const { dir, isDefaultDir } = env.backup;
  let found: Stats;
  try {
    found = await stat(/* turbopackIgnore: true */ dir);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) return folderSentence(error, dir);
    if (await isThere(dir))
      return `${dir} is a link to a folder that doesn't exist. Mount its disk, or set BACKUP_DIR.`;
    // Only this one is created, because DATA_DIR is known to be the right one.
    return isDefaultDir
      ? null
      : `The folder ${dir} in BACKUP_DIR doesn't exist. Mount its disk, or create it once: mkdir -p -m 700 ${dir}`;
  }
  if (!found.isDirectory()) return `${dir} isn't a folder. Set BACKUP_DIR to one.`;
  try {
    await access(/* turbopackIgnore: true */ dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return folderSentence(error, dir);
  }
  const marker = path.join(/* turbopackIgnore: true */ dir, MARKER);
  if (await isThere(marker)) return null;
  const made = (await listArchives()).filter((file) => path.dirname(file) === dir);
  if (made.length === 0) return null;
  for (const file of made) if (await isThere(file)) return null;
  return `${dir} has none of the backups that Parley made there, so its disk isn't mounted. Mount it. If you emptied the folder yourself, run: touch ${marker}`;
}

/** Makes BACKUP_DIR ready for a backup. Throws what `backupFolderProblem` returns. */
export async function openBackupFolder(listArchives: ListArchives): Promise<void> {
  const problem = await backupFolderProblem(listArchives);
  if (problem !== null) throw new Error(problem);
  const { dir, isDefaultDir } = env.backup;
  try {
    if (isDefaultDir) makeDirectory(dir, 0o700);
    await writeFile(path.join(dir, MARKER), MARKER_TEXT, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw new Error(folderSentence(error, dir), { cause: error });
  }
}

/** Says why a file in BACKUP_DIR, or the folder itself, can't be used. */
export function folderSentence(error: unknown, dir: string): string {
  if (fullPlaceIn(error) === "files") {
    return `The disk with ${dir} is full. Free up space, set BACKUP_DIR to another disk, or lower BACKUP_KEEP.`;
  }
  if (hasCode(error, "EROFS")) {
    return `Can't write to ${dir} (read-only file system). Mount it writable; a systemd service also needs ReadWritePaths=${dir}.`;
  }
  if (hasCode(error, "EACCES") || hasCode(error, "EPERM")) {
    const file = error instanceof Error && "path" in error ? String(error.path) : dir;
    return `Can't use ${file} (permission denied). Let ${runningUser()} write to ${dir}, or set BACKUP_DIR.`;
  }
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return `Can't use ${dir}${code}. Set BACKUP_DIR to a folder on a disk.`;
}

async function isThere(file: string): Promise<boolean> {
  return lstat(/* turbopackIgnore: true */ file).then(
    () => true,
    () => false,
  );
}
