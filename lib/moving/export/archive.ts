import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { streamed } from "@/lib/files/stores/file-stream";
import { fileStore } from "@/lib/files/stores/stores";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import type { SessionUser } from "@/lib/people/find-session-user";
import { proveAgain } from "@/lib/people/prove-again";
import { log } from "@/lib/process/log";
import { assertMayExport } from "./tickets";

// Large enough that a long history has few parts, small enough to hold one in memory.
const PART_BYTES = 4 * 2 ** 20;

/** Writes a tar archive for an owner. It writes as fast as the archive is read. */
export class ExportArchive {
  readonly #packer = createTarPacker();
  readonly #mayExport: () => Promise<void>;
  /** How many files of messages it has, their size, and how many weren't there. */
  readonly files = { count: 0, bytes: 0, missing: 0 };

  private constructor(user: SessionUser) {
    this.#mayExport = proveAgain(user, assertMayExport);
  }

  /**
   * Returns the archive that `write` makes, compressed with gzip. If `write` throws, or the user isn't an owner anymore or has
   * been signed out, the stream breaks off. If its reader leaves, what `write` adds next throws. Throws `forbidden`.
   */
  static stream(user: SessionUser, write: (archive: ExportArchive) => Promise<void>): ReadableStream<Uint8Array> {
    const archive = new ExportArchive(user);
    const { readable, controller } = archive.#packer;
    // Not a CompressionStream: that one takes 16,384 chunks, however long they are, before it lets anyone wait for its reader.
    const gzip = createGzip();
    write(archive)
      .then(() => controller.finalize())
      .catch((error: unknown) => {
        const isRead = !gzip.destroyed;
        controller.error(error);
        if (isRead) log.error({ err: error }, "an export broke off");
      });
    pipeline(readable, gzip).catch(() => undefined);
    return streamed(gzip);
  }

  /** Adds a value as JSON. */
  async addJson(name: string, value: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
    await this.#add(name, bytes.byteLength, [bytes]);
  }

  /** Returns a list that is written as JSON Lines to `<name>-00001.jsonl` and so on. */
  lines(name: string): ExportLines {
    return new ExportLines((part, lines) =>
      this.#add(`${name}-${String(part).padStart(5, "0")}.jsonl`, lines.byteLength, [lines]),
    );
  }

  /** Adds a stored file. Returns its name in the archive, or null if the file is missing. */
  async addFile(name: string, hash: Uint8Array): Promise<string | null> {
    const file = await fileStore().read(fileNameOf(hash));
    if (file === null) {
      this.files.missing += 1;
      return null;
    }
    await this.#add(name, file.size, file.body);
    this.files.count += 1;
    this.files.bytes += file.size;
    return name;
  }

  async #add(name: string, size: number, body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const entry = this.#packer.controller.add({ name, size, mode: 0o600 }).getWriter();
    for await (const chunk of body) {
      await this.#mayExport();
      await entry.write(chunk);
    }
    await entry.close();
  }
}

/** A list in an archive, in parts, because each entry's size has to be known before it's written. */
export class ExportLines {
  readonly #write: (part: number, lines: Uint8Array) => Promise<void>;
  #lines: Uint8Array[] = [];
  #bytes = 0;
  #part = 0;
  /** How many values were added. */
  count = 0;

  constructor(write: (part: number, lines: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  async add(value: object): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    this.#lines.push(line);
    this.#bytes += line.byteLength;
    this.count += 1;
    if (this.#bytes >= PART_BYTES) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    this.#part += 1;
    // As one chunk: streams take longer over thousands of lines than it takes to read these.
    const lines = Buffer.concat(this.#lines, this.#bytes);
    this.#lines = [];
    this.#bytes = 0;
    await this.#write(this.#part, lines);
  }
}
