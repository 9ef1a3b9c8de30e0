import { isUtf8 } from "node:buffer";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise } from "yauzl";
import { unlessMissing } from "@/lib/files/stores/disk-store";
import { tarEntries } from "@/lib/files/tar-entries";
import { unreadableFile } from "@/lib/process/unreadable-file";
import { reasonOf } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";
import { storableText } from "@/lib/text/text";
import { makeDirectory } from "./directories";

const LARGEST_JSON = 256 * 2 ** 20;
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
const UTF8_FLAG = 0x800;
/** The name of the lines in one of Mattermost's exports. */
const LINES = "import.jsonl";
const LONGEST_LINE = 64 * 2 ** 20;

/**
 * What an export may become. Its files go to the disk, so only the disk limits how large they are together: `keepFree` is
 * what unpacking leaves on it. JSON compresses 10 to 50 times, and nothing honest more than `growth` times beyond the
 * first `small` bytes.
 */
export const ARCHIVE_LIMITS = { entries: 2_000_000, small: 2 ** 28, growth: 200, keepFree: 2 ** 30 };

/** A problem with what is imported. Its message says which file it is and what to do. */
export class ImportError extends Error {}

// What file systems and file managers add to a folder.
const ADDED = /(?:^|\/)(?:__MACOSX\/.*|\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/** Returns a name as it's compared: file systems write the same characters differently. */
export const comparable = (name: string): string => name.normalize("NFKC");

/** The files of an export: in a ZIP file, in a `.tar.gz`, or unpacked in a directory. */
export class Archive {
  readonly #open: (name: string) => Promise<AsyncIterable<Uint8Array> | null>;
  readonly #close: () => Promise<void>;
  /** The names of files by how they're compared, where that differs. */
  readonly #written: ReadonlyMap<string, string>;
  readonly names: readonly string[];

  constructor(names: readonly string[], open: Archive["open"], close: () => Promise<void> = async () => {}) {
    this.names = names.filter((name) => !ADDED.test(name)).toSorted();
    this.#written = new Map(
      this.names.flatMap((name) => {
        const compared = comparable(name);
        return compared === name ? [] : [[compared, name]];
      }),
    );
    this.#open = open;
    this.#close = close;
  }

  /** Returns a file's bytes, or null if there is no such file. Its name may be written with the same characters differently. */
  async open(name: string): Promise<AsyncIterable<Uint8Array> | null> {
    const found = await this.#open(name);
    if (found !== null) return found;
    const compared = comparable(name);
    return this.#open(this.#written.get(compared) ?? compared);
  }

  /** Returns what a JSON file says, or undefined if there is none. Throws an ImportError if it isn't JSON. */
  async json(name: string): Promise<unknown> {
    const bytes = await this.open(name);
    if (bytes === null) return undefined;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of bytes) {
      parts.push(part);
      size += part.length;
      if (size > LARGEST_JSON) throw new ImportError(`${name} is too large.`);
    }
    return parse(name, Buffer.concat(parts).toString());
  }

  /** Returns what each line of a JSON Lines file says. Throws an ImportError for a line that isn't JSON. */
  async *lines(name: string): AsyncGenerator<unknown> {
    const bytes = await this.open(name);
    if (bytes === null) return;
    let [number, parts, size]: [number, Buffer[], number] = [0, [], 0];
    for await (const chunk of bytes) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
        number += 1;
        if (line.trim() !== "") yield parse(`Line ${number} of ${name}`, line);
        [from, parts, size] = [end + 1, [], 0];
      }
      // Copied, because a stream may use its buffer again.
      parts.push(Buffer.from(chunk.subarray(from)));
      size += chunk.length - from;
      if (size > LONGEST_LINE) throw new ImportError(`Line ${number + 1} of ${name} is too long.`);
    }
    const last = Buffer.concat(parts).toString();
    if (last.trim() !== "") yield parse(`Line ${number + 1} of ${name}`, last);
  }

  /** Returns the archive's part in a directory, with the names in it. */
  within(directory: string): Archive {
    if (directory === "") return this;
    const start = `${directory}/`;
    const names = this.names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
    return new Archive(names, (name) => this.#open(start + name), this.#close);
  }

  /** Closes the archive, and deletes what was unpacked. */
  close(): Promise<void> {
    return this.#close();
  }
}

/**
 * Parses JSON without what PostgreSQL can't store: NUL characters and lone surrogates. Most has neither, and reviving takes
 * time.
 */
export function parseStorable(json: string): unknown {
  return UNSTORABLE.test(json)
    ? JSON.parse(json, (_, each) => (typeof each === "string" ? storableText(each) : each))
    : JSON.parse(json);
}

function parse(what: string, text: string): unknown {
  try {
    return parseStorable(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new ImportError(`${what} isn't JSON. Export again, and leave the export's files as they are.`, {
      cause: error,
    });
  }
}

/**
 * Opens an export: a ZIP file, a `.tar.gz`, which is unpacked under DATA_DIR until it's closed, a file of JSON lines, or a
 * directory. One that was packed again, so that it's the only file in another, is unpacked too. Throws an ImportError if it
 * can't be read.
 */
export async function openArchive(file: string, limits = ARCHIVE_LIMITS): Promise<Archive> {
  const archive = await openFile(file, limits);
  const [only = "", ...others] = archive.names;
  if (others.length > 0 || !/\.(?:zip|tgz|tar\.gz)$/i.test(only)) return archive;
  try {
    return await openPacked(file, archive, only, limits);
  } finally {
    await archive.close();
  }
}

/** Opens the export that is the only file of an archive. */
async function openPacked(file: string, archive: Archive, name: string, limits: typeof ARCHIVE_LIMITS) {
  const directory = await makeDirectory();
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const { bytes: most, refusal } = await roomFor(file, directory, limits);
    const inner = path.join(directory, "export");
    const counted = async function* () {
      let size = 0;
      for await (const part of (await archive.open(name)) ?? []) {
        size += part.length;
        if (size > most) throw refusal;
        yield part;
      }
    };
    await pipeline(counted, createWriteStream(inner, { mode: 0o600 }));
    const opened = await openFile(inner, limits);
    const close = async () => {
      await opened.close();
      await remove();
    };
    return new Archive(opened.names, (each) => opened.open(each), close);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openFile(file: string, limits: typeof ARCHIVE_LIMITS): Promise<Archive> {
  const cannotRead = (error: unknown) => {
    throw new ImportError(unreadableFile(file, error, "Name the file that you exported."));
  };
  const found = await stat(file).catch(cannotRead);
  if (found.isDirectory()) return inDirectory(file).catch(cannotRead);
  const start = await startOf(file).catch(cannotRead);
  if (start.subarray(0, 2).toString("latin1") === "PK") return inZip(file, limits);
  if (start[0] === 0x1f && start[1] === 0x8b) return unpacked(file, limits);
  if (/^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(start.toString("latin1"))) return asLines(file);
  throw new ImportError(
    `${file} is neither a ZIP file nor a .tar.gz, nor one of Mattermost's .jsonl. Name the file that you exported, or a directory.`,
  );
}

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function inDirectory(directory: string, close?: () => Promise<void>): Promise<Archive> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
  const known = new Set(names);
  // Only names that were found, so none leads out of the directory.
  const opened = async (name: string) => (known.has(name) ? createReadStream(path.join(directory, name)) : null);
  return new Archive(names, opened, close);
}

/** The lines of an export on their own, with the files that are beside them in `data`. */
async function asLines(file: string): Promise<Archive> {
  const data = path.join(path.dirname(file), "data");
  const beside = (await stat(data).catch(unlessMissing))?.isDirectory() ? await inDirectory(data) : null;
  const files = (beside?.names ?? []).map((name) => `data/${name}`);
  const opened = async (name: string) => {
    if (name === LINES) return createReadStream(file);
    return name.startsWith("data/") ? (beside?.open(name.slice("data/".length)) ?? null) : null;
  };
  return new Archive([LINES, ...files], opened);
}

async function inZip(file: string, limits: typeof ARCHIVE_LIMITS): Promise<Archive> {
  const damaged = (error: unknown) => {
    if (error instanceof ImportError) return error;
    return new ImportError(`${file} is damaged (${reasonOf(error)}). Download it again.`, { cause: error });
  };
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(
    (error: unknown) => {
      throw damaged(error);
    },
  );
  try {
    const entries = new Map<string, Entry>();
    if (zip.entryCount > limits.entries) throw tooMany(file, limits.entries);
    const most = await largestOf(file, limits);
    let size = 0;
    for await (const entry of zip.eachEntry()) {
      // Reading an entry fails if it has more than it says.
      size += entry.uncompressedSize;
      if (size > most) throw tooLarge(file, most);
      const name = nameOf(entry);
      if (!name.endsWith("/")) entries.set(name, entry);
    }
    // What is wrong with a file often shows only at its end.
    const read = async function* (entry: Entry): AsyncGenerator<Uint8Array> {
      try {
        yield* await zip.openReadStreamPromise(entry);
      } catch (error) {
        throw damaged(error);
      }
    };
    const opened = async (name: string) => {
      const entry = entries.get(name);
      return entry ? read(entry) : null;
    };
    return new Archive([...entries.keys()], opened, async () => zip.close());
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
}

/**
 * Returns an entry's name. Slack and other tools write UTF-8 without the flag that says so, so anything that is valid UTF-8 is
 * read as that. Names lead nowhere: they're only compared.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, false).replace(/^(?:\.?\/)+/, "");
}

function tooMany(file: string, most: number): ImportError {
  return new ImportError(
    `${file} has more than ${most.toLocaleString("en-US")} files. Export fewer channels at a time.`,
  );
}

/** Unpacks a `.tar.gz`, because it can only be read from its beginning. */
async function unpacked(file: string, limits: typeof ARCHIVE_LIMITS): Promise<Archive> {
  const directory = await makeDirectory();
  const remove = () => rm(directory, { recursive: true, force: true });
  // The decoder reports it as an error of its own.
  let refusal: ImportError | null = null;
  try {
    const room = await roomFor(file, directory, limits);
    const gunzip = createGunzip();
    // Reading from `gunzip` throws it too.
    pipeline(createReadStream(file), gunzip).catch(() => undefined);
    const counted = async function* () {
      let size = 0;
      for await (const chunk of gunzip) {
        size += chunk.length;
        if (size > room.bytes) {
          refusal = room.refusal;
          throw refusal;
        }
        yield chunk;
      }
    };
    let entries = 0;
    for await (const { header, body } of tarEntries(counted())) {
      entries += 1;
      if (entries > limits.entries) throw tooMany(file, limits.entries);
      const target = path.join(directory, header.name);
      const isInside = target.startsWith(`${directory}${path.sep}`);
      if (header.type !== "file" || !isInside) continue;
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, body, { mode: 0o600 });
    }
    return await inDirectory(directory, remove);
  } catch (error) {
    await remove();
    if (refusal) throw refusal;
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file} is damaged (${reasonOf(error)}). Download it again.`, { cause: error });
  }
}

/** Returns how many bytes a file may have unpacked. */
async function largestOf(file: string, { small, growth }: typeof ARCHIVE_LIMITS): Promise<number> {
  return small + growth * (await stat(file)).size;
}

function tooLarge(file: string, most: number): ImportError {
  const reason = `it unpacks to more than ${sizeText(most)}, which no export of its size does`;
  return new ImportError(`${file} isn't imported: ${reason}. Download it again.`);
}

/** Returns how many bytes a file may unpack to in a directory, and what's said if it has more. */
async function roomFor(
  file: string,
  directory: string,
  limits: typeof ARCHIVE_LIMITS,
): Promise<{ bytes: number; refusal: ImportError }> {
  const most = await largestOf(file, limits);
  const { bavail, bsize } = await statfs(directory);
  const free = Math.max(0, bavail * bsize - limits.keepFree);
  if (free >= most) return { bytes: most, refusal: tooLarge(file, most) };
  const refusal = new ImportError(
    `There is no room to unpack ${file}: ${sizeText(limits.keepFree)} of the disk must stay free, and it has more than the ${sizeText(free)} beyond that. Make room under DATA_DIR.`,
  );
  return { bytes: free, refusal };
}
