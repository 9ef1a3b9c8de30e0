/**
 * Keeps files by name. Names are made by Parley from a hash (`isFileName`), never from outside, and a name's bytes never
 * change. Every function throws `unavailable` if the store can't be reached.
 */
export type FileStore = {
  /** For sentences: "the disk", or "the bucket parley". */
  readonly label: string;
  /** Stores a copy of a local file, durably and all at once. A file that is there already counts as new again. */
  put(name: string, file: LocalFile): Promise<void>;
  /** Returns a file's size in bytes, or null if it's missing. */
  sizeOf(name: string): Promise<number | null>;
  /** Opens a file for reading, or only a range of it. Returns null if it's missing. */
  read(name: string, options?: ReadOptions): Promise<OpenFile | null>;
  /** Runs `work` with the path of a local file with these bytes, its own or a temporary copy. Null if it's missing. */
  onDisk<T>(name: string, reader: Reader, work: (path: string) => Promise<T>): Promise<T | null>;
  /** Deletes a file if it exists. */
  remove(name: string): Promise<void>;
  /** Returns all files in order of name. Those added or deleted meanwhile may be missing. */
  list(): AsyncIterable<ListedFile>;
};

/** A complete local file, flushed to disk. `sha256` is that of its bytes, in hexadecimal. */
export type LocalFile = { path: string; size: number; sha256: string };

/** A range of bytes, both ends included. */
export type ByteRange = { start: number; end: number };

type ReadOptions = { range?: ByteRange | undefined; signal?: AbortSignal | undefined };

/** A file being read. `size` is the number of bytes in `body`. An unread body keeps nothing open for long. */
export type OpenFile = { size: number; body: ReadableStream<Uint8Array> };

/** Who waits for a file: readers take turns by `by`. */
export type Reader = { by: bigint | null; signal?: AbortSignal | undefined };

export type ListedFile = { name: string; size: number; modifiedAt: Date };

/** Returns whether a store may have a file with this name: a SHA-256 after its first two digits, or an image's version. */
export function isFileName(name: string): boolean {
  return /^([0-9a-f]{2})\/\1[0-9a-f]{62}(\.\w{1,16}\.webp)?$/.test(name);
}

/** Returns the hash in a file's name, in hexadecimal. */
export function hashInName(name: string): string {
  return name.slice(3, 67);
}
