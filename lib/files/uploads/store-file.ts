import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { HEAD_BYTES, imageTypeOf } from "@/lib/files/images/image-type";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { isReserveReached } from "@/lib/files/stores/reserve";
import { fileStore } from "@/lib/files/stores/stores";
import { afterDeletions } from "@/lib/files/uploads/file-lock";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import type { StoredFile } from "@/lib/files/uploads/stored-file";
import { discardUnnamed, sweepNowAndThen } from "@/lib/files/uploads/sweep-files";
import { fullDisk, refuseIfFull } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import { AppError } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";

// Why: docs/decisions/files.md

/**
 * Writes the bytes under DATA_DIR for this upload only; `withFilesInPlace` puts them into the file store. The caller
 * must call `removeTemporary` in the end. Once it returns, the bytes survive a power failure. Throws `too_large` after
 * more than `limit` bytes, `unavailable` if the disk is full, and whatever `bytes` throws, and then leaves nothing behind.
 */
export async function storeFile(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
  // What names the file couldn't be stored.
  refuseIfFull("database");
  refuseIfFull("files");
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
 * Runs `commit`, which stores messages with these files, with the files in the file store. Then deletes files that no
 * message uses. Throws what `commit` throws, and `unavailable` before it if the store can't be reached.
 */
export async function withFilesInPlace<T>(files: readonly StoredFile[], commit: () => Promise<T>): Promise<T> {
  if (files.length === 0) return commit();
  const placed: StoredFile[] = [];
  try {
    for (const file of files) {
      await putInPlace(file);
      placed.push(file);
    }
    const result = await commit();
    await restoreDeleted(files);
    return result;
  } finally {
    await discardUnnamed(placed.map(({ hash }) => hash));
  }
}

/**
 * Puts files back that were deleted while their message was being committed, because no other one used them. Never
 * throws: the message is there already, and sending it again would double it.
 */
async function restoreDeleted(files: readonly StoredFile[]): Promise<void> {
  for (const file of files) {
    try {
      await afterDeletions(file.hash);
      await putInPlace(file);
    } catch (error) {
      log.error({ err: error, hash: file.hash.toString("hex") }, "couldn't check that a posted file is still there");
    }
  }
}

async function putInPlace({ hash, size, temporary }: StoredFile): Promise<void> {
  if (temporary === undefined) return;
  await fileStore().put(fileNameOf(hash), { path: temporary, size, sha256: hash.toString("hex") });
}

// A large upload takes the database's reserve sooner than `disksJob` notices.
const LOOK_EVERY_BYTES = 4 * 2 ** 20;

async function write(temporary: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<StoredFile> {
  const handle = await open(temporary, "wx+", 0o600);
  try {
    const hash = createHash("sha256");
    let size = 0;
    let looked = 0;
    for await (const chunk of bytes) {
      if (size - looked >= LOOK_EVERY_BYTES) {
        looked = size;
        if (await isReserveReached()) throw fullDisk();
      }
      size += chunk.byteLength;
      if (size > limit) throw new AppError("too_large", `A file can be at most ${sizeText(limit)}.`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    const head = await readHead(handle);
    const contentType = mediaTypeOf(head) ?? "application/octet-stream";
    const kind = imageTypeOf(head) ?? { contentType, width: null, height: null };
    return { hash: hash.digest(), size, ...kind };
  } finally {
    await handle.close();
  }
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
  return buffer.subarray(0, bytesRead);
}

const EBML = "\x1aE\xdf\xa3";
const MP4_AUDIO = ["M4A ", "M4B "];
const QUICKTIME = "qt  ";

/** Returns the type of a video, sound or PDF from a file's first bytes; null if it's anything else. Never throws. */
export function mediaTypeOf(head: Buffer): string | null {
  const start = head.toString("latin1", 0, 64);
  const starts = (text: string, offset = 0) => start.startsWith(text, offset);
  if (starts("%PDF-")) return "application/pdf";
  if (starts("ftyp", 4)) {
    const brand = start.slice(8, 12);
    if (/^(?:avif|avis|heic|heix|mif1)$/.test(brand)) return null;
    if (MP4_AUDIO.includes(brand)) return "audio/mp4";
    return brand === QUICKTIME ? "video/quicktime" : "video/mp4";
  }
  if (starts(EBML)) return start.includes("webm") ? "video/webm" : null;
  if (starts("OggS")) return start.includes("theora") ? "video/ogg" : "audio/ogg";
  if (starts("RIFF") && starts("WAVE", 8)) return "audio/wav";
  if (starts("fLaC")) return "audio/flac";
  return starts("ID3") || isMp3Frame(head) ? "audio/mpeg" : null;
}

// MPEG 1 or 2, layer III, with a bit rate and a sample rate that exist.
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const layer = (second >> 1) & 3;
  const version = (second >> 3) & 3;
  return (
    first === 0xff && second >> 5 === 7 && layer === 1 && version !== 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3
  );
}
