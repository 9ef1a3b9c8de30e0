import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import path from "node:path";
import { filePathOf, uploadsDir } from "@/lib/uploads/file-paths";

/** Writes an archive's files where messages expect them. */
export class RestoredFiles {
  readonly #directories = new Set<string>();
  /** The size of the files so far. */
  bytes = 0;

  /** Writes a file, unless an interrupted restore has written it. */
  async add(hash: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const file = filePathOf(Buffer.from(hash, "hex"));
    const directory = path.dirname(file);
    if (!this.#directories.has(directory)) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      this.#directories.add(directory);
    }
    const isThere = (await stat(file).catch(() => null))?.size === size;
    if (!isThere) await write(file, body);
    this.bytes += size;
  }

  /** Resolves once the files survive a power failure. */
  async finish(): Promise<void> {
    for (const directory of [...this.#directories, uploadsDir()]) {
      if (this.#directories.size > 0) await sync(await open(directory, "r"));
    }
  }
}

async function write(file: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o600);
  try {
    for await (const chunk of body) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

async function sync(handle: FileHandle): Promise<void> {
  await handle.sync().finally(() => handle.close());
}
