import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { z } from "zod";
import { decrypt, encrypt, isEncrypted, WrongPassphraseError } from "@/lib/backup/age";
import { hasCode } from "@/lib/errors";

// The archive is a tar, which age encrypts if there is a passphrase: tar and age open it without Parley. Its last entry has
// the digest of all the others, so an archive without it, or with another, is incomplete or was changed.

const END = "end.json";
const LARGEST_RECORD = 64 * 2 ** 20;

/** What the last entry says about the archive. */
const endSchema = z.object({ entries: z.number(), sha256: z.string() });

/** A problem with an archive. Its message says which archive it is and what to do. */
export class ArchiveError extends Error {}

/** Writes an archive under a temporary name, and gives it its own once it's complete. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  readonly #digest = createHash("sha256");
  #entries = 0;

  private constructor(file: string, passphrase: string | undefined) {
    this.#file = file;
    const tar = chunksOf(this.#packer.readable);
    this.#written = pipeline(
      passphrase === undefined ? tar : encrypt(tar, passphrase),
      createWriteStream(partOf(file), { flags: "wx", mode: 0o600, flush: true }),
    );
    // Reported by the next `add` or `finish`.
    this.#written.catch((error: unknown) => this.#packer.controller.error(error));
  }

  /** Begins an archive, readable only by its owner, encrypted if there is a passphrase. The directory must exist. */
  static create(file: string, passphrase: string | undefined): ArchiveWriter {
    return new ArchiveWriter(file, passphrase);
  }

  /** Adds an entry of exactly `size` bytes. Returns their SHA-256 in hex. Throws what writing throws. */
  async add(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<string> {
    const sha256 = await this.#add(name, size, body);
    this.#digest.update(lineOf(name, size, sha256));
    this.#entries += 1;
    return sha256;
  }

  /** Adds a value as JSON. */
  async addRecord(name: string, value: unknown): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
    await this.add(name, text.length, Readable.from([text]));
  }

  /** Completes the archive: it survives a power failure and has its final name. Returns its size in bytes. */
  async finish(): Promise<number> {
    const end = Buffer.from(JSON.stringify({ entries: this.#entries, sha256: this.#digest.digest("hex") }));
    await this.#add(END, end.length, Readable.from([end]));
    try {
      this.#packer.controller.finalize();
    } catch (error) {
      await this.#fail(error);
    }
    await this.#written;
    await rename(partOf(this.#file), this.#file);
    await syncDirectory(path.dirname(this.#file));
    return (await stat(this.#file)).size;
  }

  /** Gives up and removes what was written. Never throws. */
  async abandon(): Promise<void> {
    this.#packer.controller.error(new Error("The backup was abandoned."));
    await this.#written.catch(() => undefined);
    await rm(partOf(this.#file), { force: true }).catch(() => undefined);
  }

  async #add(name: string, size: number, body: AsyncIterable<Uint8Array>): Promise<string> {
    const digest = createHash("sha256");
    try {
      const entry = this.#packer.controller.add({ name, size, mode: 0o600 }).getWriter();
      for await (const chunk of body) {
        digest.update(chunk);
        await entry.write(chunk);
      }
      await entry.close();
    } catch (error) {
      await this.#fail(error);
    }
    return digest.digest("hex");
  }

  /** Throws why nothing more can be written: if the disk is full, that, and not that the stream has ended. */
  async #fail(error: unknown): Promise<never> {
    this.#packer.controller.error(error);
    await this.#written;
    throw error;
  }
}

/** The name that an archive has until it's complete. */
export function partOf(file: string): string {
  return `${file}.part`;
}

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
    const decoder = createTarDecoder({ strict: true });
    const feeding = pipeline(await openArchive(file, passphrase, onProgress), Writable.fromWeb(decoder.writable));
    feeding.catch(() => undefined);
    for await (const { header, body } of decoder.readable) {
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
    await feeding;
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

  constructor(body: ReadableStream<Uint8Array>) {
    this.bytes = this.#watch(body);
  }

  sha256(): string {
    return this.#digest.digest("hex");
  }

  async *#watch(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunksOf(body)) {
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
  const handle = await open(file, "r").catch((error: unknown) => {
    const reason = hasCode(error, "ENOENT") ? "there is no such file" : String(Reflect.get(Object(error), "code"));
    throw new ArchiveError(`Can't read ${file} (${reason}). Name a backup that npm run backup has made.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    const isTar = buffer.toString("latin1", 257, 262) === "ustar";
    if (bytesRead < 512 && !isEncrypted(buffer)) throw problemWith(file, null);
    if (isTar || isEncrypted(buffer)) return buffer;
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

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const lineOf = (name: string, size: number, sha256: string) => `${name}\n${size}\n${sha256}\n`;

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}
