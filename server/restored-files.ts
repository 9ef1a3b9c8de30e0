import { createHash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { incomingDir } from "@/lib/files/disk-store";
import { fileStore } from "@/lib/files/stores";
import { fileNameOf } from "@/lib/uploads/file-paths";

/** Puts an archive's files into the file store. */
export class RestoredFiles {
  /** The size of the files so far. */
  bytes = 0;

  /** Stores a file, unless it's there already. It survives a power failure. */
  async add(hash: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const [store, name] = [fileStore(), fileNameOf(Buffer.from(hash, "hex"))];
    if ((await store.sizeOf(name)) !== size) {
      const part = path.join(incomingDir(), `${hash}.part`);
      // Not the hash in its name if the file was damaged when the backup was made.
      const sha256 = await write(part, body);
      await store.put(name, { path: part, size, sha256 });
      await rm(part);
    }
    this.bytes += size;
  }
}

async function write(file: string, body: AsyncIterable<Uint8Array>): Promise<string> {
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
