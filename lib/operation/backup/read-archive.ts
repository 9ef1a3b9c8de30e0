import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { z } from "zod";
import { tarEntries } from "@/lib/files/tar-entries";
import { decrypt, isEncrypted, WrongPassphraseError } from "@/lib/operation/backup/age";
import { isArchive } from "@/lib/operation/backup/archive-file";
import { END, lineOf } from "@/lib/operation/backup/write-archive";
import { unreadableFile } from "@/lib/process/unreadable-file";

const LARGEST_RECORD = 64 * 2 ** 20;

const endSchema = z.object({ entries: z.number(), sha256: z.string() });

/** A problem with an archive. Its message says which archive it is and what to do. */
export class ArchiveError extends Error {}

/** One file in an archive. A body that isn't read is skipped. */
export type Entry = { name: string; size: number; body: AsyncIterable<Uint8Array> };

/**
 * Passes every entry of an archive to `visit`, in order, then resolves if the archive was complete and unchanged. Throws
 * an ArchiveError if it isn't, and what `visit` throws.
 */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
  visit: (entry: Entry) => Promise<void>,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<void> {
  const all = createHash("sha256");
  let entries = 0;
  let end: z.infer<typeof endSchema> | null = null;
  // What `visit` threw, unless it got that from the archive.
  let ours: { error: unknown } | null = null;
  try {
    for await (const { header, body } of tarEntries(await openArchive(file, passphrase, onProgress))) {
      if (end !== null) throw new Error("Something follows the end.");
      const entry = new WatchedBody(body);
      if (header.name === END) {
        end = endSchema.parse(JSON.parse((await readWhole(entry.bytes)).toString()));
        continue;
      }
      await visit({ name: header.name, size: header.size, body: entry.bytes }).catch((error: unknown) => {
        if (!entry.failed) ours = { error };
        throw error;
      });
      for await (const _ of entry.bytes);
      all.update(lineOf(header.name, header.size, entry.sha256()));
      entries += 1;
    }
  } catch (error) {
    throw ours === null ? problemWith(file, error) : error;
  }
  if (end === null || end.entries !== entries || end.sha256 !== all.digest("hex")) throw problemWith(file, null);
}

/** Hashes the bytes of an entry as they are read, and notes if they can't be. */
class WatchedBody {
  readonly bytes: AsyncGenerator<Uint8Array>;
  failed = false;
  readonly #digest = createHash("sha256");

  constructor(body: AsyncIterable<Uint8Array>) {
    this.bytes = this.#watch(body);
  }

  sha256(): string {
    return this.#digest.digest("hex");
  }

  async *#watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        this.#digest.update(chunk);
        yield chunk;
      }
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}

async function openArchive(
  file: string,
  passphrase: string | undefined,
  onProgress: (bytes: number) => void,
): Promise<AsyncIterable<Uint8Array>> {
  const start = await readStart(file);
  const bytes = counting(createReadStream(file, { highWaterMark: 256 * 1024 }), onProgress);
  if (!isEncrypted(start)) return bytes;
  if (passphrase === undefined) {
    throw new ArchiveError(`${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`);
  }
  return decrypt(bytes, passphrase);
}

async function* counting(bytes: AsyncIterable<Buffer>, onProgress: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    yield chunk;
    onProgress(chunk.length);
  }
}

async function readStart(file: string): Promise<Buffer> {
  const cannotRead = (error: unknown) => {
    throw new ArchiveError(unreadableFile(file, error, "Name a backup that npm run backup has made."));
  };
  const handle = await open(file, "r").catch(cannotRead);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0).catch(cannotRead);
    if (bytesRead < 512 && !isEncrypted(buffer)) throw problemWith(file, null);
    if (isArchive(buffer)) return buffer;
    throw new ArchiveError(`${file} isn't a backup of Parley. Name a file that npm run backup has made.`);
  } finally {
    await handle.close();
  }
}

function problemWith(file: string, error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error;
  return error instanceof WrongPassphraseError
    ? new ArchiveError(`The passphrase in BACKUP_PASSPHRASE is wrong for ${file}.`, { cause: error })
    : new ArchiveError(
        `${file} is damaged: it's incomplete or was changed. Use another copy of it, or another backup.`,
        {
          cause: error,
        },
      );
}

/** Reads an entry into memory. Throws if it's larger than any record of ours. */
export async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > LARGEST_RECORD) throw new ArchiveError("An entry of the archive is too large.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
