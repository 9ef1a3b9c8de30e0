import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { lockInCommon, onOneInstance } from "@/lib/db/one-instance";
import { unlessMissing } from "@/lib/files/stores/disk-store";
import { env } from "@/lib/process/env";
import { HOUR_MS, type TimedJob } from "@/lib/process/repeat";

// Held in common by everyone who has such directories. It ends with the process, also if that is killed.
const LOCK = "parley_import_directories";

const parent = (): string => path.join(env.dataDir, "importing");

/** Makes a directory under DATA_DIR for one import. The caller removes it. */
export async function makeDirectory(): Promise<string> {
  await mkdir(parent(), { recursive: true, mode: 0o700 });
  return mkdtemp(path.join(parent(), "files-"));
}

/**
 * Keeps other processes from removing this one's directories, and removes those that killed imports left. Returns a
 * function that ends it.
 */
export async function keepDirectories(): Promise<() => Promise<void>> {
  await removeAbandoned();
  return lockInCommon(LOCK);
}

/** Removes the directories that killed imports left under DATA_DIR, unless an import is running. */
export async function removeAbandoned(): Promise<void> {
  if (!(await readdir(parent()).catch(unlessMissing))?.length) return;
  await onOneInstance(LOCK, () => rm(parent(), { recursive: true, force: true }));
}

export const importDirectoriesJob: TimedJob = {
  name: "import-directories",
  label: "Delete what interrupted imports left on disk",
  every: HOUR_MS,
  work: removeAbandoned,
  failure: "couldn't delete what interrupted imports left on disk",
};
