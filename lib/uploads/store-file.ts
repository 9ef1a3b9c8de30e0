import { createHash, randomUUID } from "node:crypto";
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { AppError, hasCode } from "@/lib/errors";
import { HEAD_BYTES, imageTypeOf } from "@/lib/images/image-type";
import { filePathOf, incomingDir, uploadsDir } from "@/lib/uploads/file-paths";
import { limitText } from "@/lib/uploads/limit-text";
import type { StoredFile } from "@/lib/uploads/stored-file";
import { discardUnnamed, sweepNowAndThen } from "@/lib/uploads/sweep-files";

// Why: docs/decisions/files.md

/**
 * Writes the bytes under DATA_DIR for this upload only; `withFilesInPlace` puts them where their hash says. The caller
 * must call `removeTemporary` in the end. Once it returns, the bytes survive a power failure. Throws `too_large` after
 * more than `limit` bytes, and whatever `bytes` throws, and then leaves nothing behind.
 */
export async function storeFile(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  try {
    return { ...(await write(temporary, bytes, limit)), temporary };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    sweepNowAndThen();
  }
}

/** Removes the uploads' temporary files. Files used by messages stay. */
export async function removeTemporary(files: readonly StoredFile[]): Promise<void> {
  await Promise.all(
    files.flatMap(({ temporary }) => (temporary === undefined ? [] : [rm(temporary, { force: true })])),
  );
}

/**
 * Runs `commit`, which stores messages with these files, with the files in their final places. Then deletes files that
 * no message uses. Throws what `commit` throws.
 */
export async function withFilesInPlace<T>(files: readonly StoredFile[], commit: () => Promise<T>): Promise<T> {
  if (files.length === 0) return commit();
  try {
    for (const file of files) await putInPlace(file);
    const result = await commit();
    // A refused post with the same bytes may have deleted the file just before our commit became visible.
    for (const file of files) await putInPlace(file);
    return result;
  } finally {
    await discardUnnamed(files.map(({ hash }) => hash));
  }
}

async function write(temporary: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
  const handle = await open(temporary, "wx+", 0o600);
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > limit) throw new AppError("too_large", `A file can be at most ${limitText(limit)}.`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    const image = imageTypeOf(await readHead(handle));
    const kind = image ?? { contentType: "application/octet-stream", width: null, height: null };
    return { hash: hash.digest(), size, ...kind };
  } finally {
    await handle.close();
  }
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
  return buffer.subarray(0, bytesRead);
}

/**
 * Keeps an existing file with the same hash, but updates its time so the sweep spares it: a message is about to use it.
 */
async function putInPlace({ hash, temporary }: StoredFile): Promise<void> {
  if (temporary === undefined) return;
  const file = filePathOf(hash);
  const now = new Date();
  try {
    await utimes(file, now, now);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await linkOrCopy(temporary, file);
  }
  // Also when the file was there already: the process that put it there may not have synced it yet.
  await syncDirectory(path.dirname(file));
  await syncDirectory(uploadsDir());
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

async function syncDirectory(directory: string): Promise<void> {
  // Windows can't open directories, but its file system keeps the order.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}
