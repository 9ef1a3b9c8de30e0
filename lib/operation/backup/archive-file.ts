import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isEncrypted } from "@/lib/operation/backup/age";
import { processWide } from "@/lib/process/process-wide";
import { hasCode } from "@/lib/text/errors";

// An archive that was cut off or overwritten differs in size or at an end. Reading all of it could take hours.
const END_BYTES = 64 * 1024;
const TAR_MARK = { from: 257, text: "ustar" };

/** An archive as it was when it was completed. `ends` is null if an earlier version made it. */
export type ArchiveRecord = { path: string; bytes: bigint | null; ends: Uint8Array | null };

/** Returns whether a file that begins with these bytes can be an archive. */
export function isArchive(start: Buffer): boolean {
  const { from, text } = TAR_MARK;
  return start.toString("latin1", from, from + text.length) === text || isEncrypted(start);
}

/** Returns the SHA-256 of an archive's first and last 64 KiB, by which it's recognised later. */
export async function digestOfEnds(file: string): Promise<Buffer> {
  return (await readEnds(file)).digest;
}

// A disk that doesn't answer may hold a read forever, and each occupies one of Node's few threads.
const looking = processWide("archives-looked-at", () => new Map<string, Promise<ArchiveLook>>());

/**
 * What an archive is: `problem` says why it can't be restored, as a sentence; null if it's there and whole. A damaged one
 * may still hold what was in it.
 */
export type ArchiveLook = { problem: string | null; mayHold: boolean };

/** Looks at an archive itself. */
export function lookAtArchive(record: ArchiveRecord): Promise<ArchiveLook> {
  const known = looking.get(record.path);
  if (known !== undefined) return known;
  const look = lookAt(record).finally(() => looking.delete(record.path));
  looking.set(record.path, look);
  return look;
}

async function lookAt({ path: file, bytes, ends }: ArchiveRecord): Promise<ArchiveLook> {
  const gone = (problem: string) => ({ problem, mayHold: false });
  const held = (problem: string | null) => ({ problem, mayHold: true });
  try {
    const { isFile, size, start, digest } = await readEnds(file);
    if (!isFile) return gone(`${file} isn't a file.`);
    if (size === 0) return gone(`${file} is empty.`);
    if (bytes !== null && BigInt(size) !== bytes) return held(`${file} has ${size} bytes instead of ${bytes}.`);
    const isSame = ends === null ? isArchive(start) : digest.equals(ends);
    return held(isSame ? null : `${file} was damaged or changed after it was made.`);
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return gone(`There is no ${file}.`);
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return held(`${file} can't be read${code}.`);
  }
}

async function readEnds(file: string) {
  // Opening a named pipe would wait for a writer.
  const handle = await open(/* turbopackIgnore: true */ file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    const [isFile, size] = [found.isFile(), found.size];
    if (!isFile) return { isFile, size, start: Buffer.alloc(0), digest: Buffer.alloc(0) };
    const read = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(END_BYTES), 0, END_BYTES, from);
      return buffer.subarray(0, bytesRead);
    };
    const start = await read(0);
    const end = await read(Math.max(0, size - END_BYTES));
    return { isFile, size, start, digest: createHash("sha256").update(start).update(end).digest() };
  } finally {
    await handle.close();
  }
}
