import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker } from "modern-tar";
import { syncDirectory } from "@/lib/files/stores/disk-store";
import { encrypt } from "@/lib/operation/backup/age";

// The archive is a tar, which age encrypts if there is a passphrase: tar and age open it without Parley. Its last entry has
// the digest of all the others, so an archive without it, or with another, is incomplete or was changed.

/** The name of the last entry. */
export const END = "end.json";

/** What the digest in the last entry is made of. */
export const lineOf = (name: string, size: number, sha256: string) => `${name}\n${size}\n${sha256}\n`;

/** Writes an archive under a temporary name, and gives it its own once it's complete. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  readonly #digest = createHash("sha256");
  #entries = 0;

  private constructor(file: string, passphrase: string | undefined) {
    this.#file = file;
    const tar = this.#packer.readable;
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
