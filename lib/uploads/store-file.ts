import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { AppError } from "@/lib/errors";
import { hasCode } from "@/lib/has-code";
import { HEAD_BYTES, imageTypeOf } from "@/lib/uploads/image-type";
import { limitText } from "@/lib/uploads/limit-text";
import { incomingDir, placeOf, uploadsDir } from "@/lib/uploads/places";
import type { StoredFile } from "@/lib/uploads/stored-file";
import { sweepNowAndThen } from "@/lib/uploads/sweep-files";

/**
 * Puts the bytes under DATA_DIR by their hash; when it answers, they survive a power cut. Throws `too_large` as soon as more than
 * `limit` bytes have come, and whatever `bytes` throws; nothing is left behind then.
 */
export async function storeFile(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  try {
    const file = await write(temporary, bytes, limit);
    await keep(temporary, file.hash);
    return file;
  } finally {
    await rm(temporary, { force: true });
    sweepNowAndThen();
  }
}

async function write(temporary: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
  const handle = await open(temporary, "wx+", 0o600);
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > limit) throw new AppError("too_large", `A file can have at most ${limitText(limit)}.`);
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

/** A file of the same hash is kept, and made new for the sweep: a message is about to name it. */
async function keep(temporary: string, hash: Buffer): Promise<void> {
  const place = placeOf(hash);
  const now = new Date();
  try {
    await utimes(place, now, now);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await rename(temporary, place);
  }
  // Also when it was there: whoever put it there may not have come to this yet.
  await syncDirectory(path.dirname(place));
  await syncDirectory(uploadsDir());
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows opens no directories; its file system keeps the order by itself.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}
