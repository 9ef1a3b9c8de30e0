import { constants, type Dirent } from "node:fs";
import { access, lstat, opendir } from "node:fs/promises";
import path from "node:path";
import { type Finding, fail } from "@/server/doctor/findings";
import { chownCommand } from "@/server/machine/data-owner";

const LEVELS = 3;
// A folder of uploads may have thousands of files; a start as root leaves many, so some of them show it.
const MOST_IN_FOLDER = [1_000, 300, 20] as const;
const MOST_NAMED = 3;

// What a file system puts there, and what PostgreSQL checks itself.
const IGNORED = new Set(["lost+found", path.join("postgres", "cluster")]);
// Read, never written.
const ONLY_READ = "senders";

/**
 * Looks for what the server's user can't use in DATA_DIR, such as what was created by a start as another user. Looks at
 * the upper folders and at samples below.
 */
export async function checkContents(dataDir: string): Promise<Finding[]> {
  const found: string[] = [];
  const look = async (folder: string, level: number): Promise<void> => {
    let left = MOST_IN_FOLDER[level] ?? 0;
    for await (const entry of await opendir(path.join(dataDir, folder))) {
      const name = path.join(folder, entry.name);
      if (IGNORED.has(name)) continue;
      if (!(await canUse(dataDir, name, entry))) found.push(path.join(dataDir, name));
      else if (entry.isDirectory() && level + 1 < LEVELS) await look(name, level + 1);
      left -= 1;
      if (left === 0) break;
    }
  };
  await look("", 0);
  if (found.length === 0) return [];
  const { uid, gid } = await lstat(dataDir);
  const named = found.slice(0, MOST_NAMED).join(", ");
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : "";
  return [
    fail(
      `Parley's user can't write to ${named}${more}, so uploads or backups fail.`,
      `Run ${chownCommand(dataDir, uid, gid)} as root, and chmod -R u+rwX if that isn't enough.`,
    ),
  ];
}

/** A directory must be writable. A file of our own needn't be, but one of another user's is as good as lost. */
async function canUse(dataDir: string, name: string, entry: Dirent): Promise<boolean> {
  const file = path.join(dataDir, name);
  const { R_OK, W_OK, X_OK } = constants;
  const isOnlyRead = name === ONLY_READ || name.startsWith(`${ONLY_READ}${path.sep}`);
  // A link leads to where the operator wants it.
  if (entry.isSymbolicLink()) return true;
  if (entry.isDirectory()) return allows(file, isOnlyRead ? R_OK | X_OK : R_OK | W_OK | X_OK);
  if (!(await allows(file, R_OK))) return !(await exists(file));
  return isOnlyRead || (await allows(file, W_OK)) || (await isOurs(file));
}

async function allows(file: string, mode: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}

/** Whether it's still there: a running Parley deletes files. */
function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

async function isOurs(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  return found === null || found.uid === process.geteuid?.();
}
