import { createHash } from "node:crypto";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { fileStore } from "@/lib/files/stores/stores";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import { readWhole } from "@/lib/operation/backup/read-archive";
import { makeDirectory } from "@/lib/process/make-directory";
import { hasCode } from "@/lib/text/errors";
import { ownSendersFolder } from "@/lib/webhooks/senders/own-folder";

// Most files are small, and storing one is mostly waiting for the disk or the bucket.
const AT_ONCE = 16;
const SMALL = 2 ** 20;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Puts an archive's files into the file store. */
export class RestoredFiles {
  readonly #storing = new Set<Promise<void>>();
  /** The size of the files so far. */
  bytes = 0;

  /** Stores a file, unless it's there already. Small ones are stored while the next are read. */
  async add(hash: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    if (size > SMALL) await store(hash, size, body);
    else {
      const bytes = await readWhole(body);
      if (this.#storing.size >= AT_ONCE) await Promise.race(this.#storing);
      // One that fails stays, so the next `add` or `finish` throws.
      const storing = store(hash, size, [bytes]).then(() => void this.#storing.delete(storing));
      storing.catch(() => undefined);
      this.#storing.add(storing);
    }
    this.bytes += size;
  }

  /** Resolves once all files survive a power failure. */
  async finish(): Promise<void> {
    await Promise.all(this.#storing);
  }
}

async function store(hash: string, size: number, body: Bytes): Promise<void> {
  const [files, name] = [fileStore(), fileNameOf(Buffer.from(hash, "hex"))];
  if ((await files.sizeOf(name)) === size) return;
  const part = path.join(incomingDir(), `${hash}.part`);
  // Not the hash in its name if the file was damaged when the backup was made.
  const sha256 = await write(part, body);
  await files.put(name, { path: part, size, sha256 });
  await rm(part);
}

/** Puts a file of one of the operator's tools into its place. Returns false if another one is there, which stays. */
export async function restoreTool(name: string, bytes: Buffer): Promise<boolean> {
  const file = path.join(ownSendersFolder(), name);
  makeDirectory(path.dirname(file), 0o755);
  try {
    await writeFile(file, bytes, { flag: "wx", mode: 0o644, flush: true });
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return (await readFile(file)).equals(bytes);
  }
}

async function write(file: string, body: Bytes): Promise<string> {
  const hash = createHash("sha256");
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, "w", 0o600);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    return hash.digest("hex");
  } finally {
    await handle.close();
  }
}
