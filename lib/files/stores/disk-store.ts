import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { type FileStore, isFileName, type ListedFile } from "@/lib/files/stores/file-store";
import { fileStream } from "@/lib/files/stores/file-stream";
import { env } from "@/lib/process/env";
import { hasCode } from "@/lib/text/errors";

/** Returns the directory of all files on disk. */
export function uploadsDir(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "uploads");
}

/** Returns the directory of files that aren't complete, or whose hash isn't known yet. */
export function incomingDir(): string {
  return path.join(/* turbopackIgnore: true */ uploadsDir(), "incoming");
}

/** Returns the path of the file with this name. */
export function diskPathOf(name: string): string {
  return path.join(/* turbopackIgnore: true */ uploadsDir(), name);
}

/** Keeps files under DATA_DIR. */
export const diskStore: FileStore = {
  label: "the disk",

  // Keeps an existing file but updates its time, so that the sweep spares it: a message is about to use it.
  async put(name, { path: source }) {
    const file = diskPathOf(name);
    const now = new Date();
    const exists = await utimes(file, now, now).then(() => true, unlessMissing);
    if (!exists) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await linkOrCopy(source, file);
    }
    // Also when the file was there already: the process that put it there may not have synced it yet.
    await syncDirectory(path.dirname(file));
    await syncDirectory(uploadsDir());
  },

  async sizeOf(name) {
    return (await stat(diskPathOf(name)).catch(unlessMissing))?.size ?? null;
  },

  async read(name, { range } = {}) {
    const size = await diskStore.sizeOf(name);
    if (size === null) return null;
    const { start, end } = range ?? { start: 0, end: size - 1 };
    return { size: end + 1 - start, body: fileStream(diskPathOf(name), start, end) };
  },

  async onDisk(name, _reader, work) {
    return (await diskStore.sizeOf(name)) === null ? null : work(diskPathOf(name));
  },

  async remove(name) {
    await rm(diskPathOf(name), { force: true });
  },

  async *list() {
    for (const prefix of await namesIn(uploadsDir())) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
      for (const file of await namesIn(diskPathOf(prefix))) {
        const found = isFileName(`${prefix}/${file}`) ? await listed(`${prefix}/${file}`) : null;
        if (found) yield found;
      }
    }
  },
};

async function listed(name: string): Promise<ListedFile | null> {
  const found = await stat(diskPathOf(name)).catch(unlessMissing);
  return found ? { name, size: found.size, modifiedAt: found.mtime } : null;
}

async function namesIn(directory: string): Promise<string[]> {
  return ((await readdir(directory).catch(unlessMissing)) ?? []).toSorted();
}

/** Links or copies the file to `to` atomically, unless something is there already. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Another upload has put the same bytes there.
    if (hasCode(error, "EEXIST")) return;
    // Not every file system has links.
    const copy = `${from}-copy`;
    await copyFile(from, copy);
    const handle = await open(copy, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(copy, to);
  }
}

/** Makes what was added to a directory or renamed in it survive a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open directories, but its file system keeps the order.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}

/** Returns undefined for the error of a file that isn't there. Throws any other. */
export function unlessMissing(error: unknown): undefined {
  if (!hasCode(error, "ENOENT")) throw error;
}
