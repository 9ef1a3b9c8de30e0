import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileStore, hashInName, type ListedFile } from "@/lib/files/stores/file-store";
import { whileMoving } from "@/lib/files/uploads/file-lock";

/** How many files, and their bytes. */
export type Amount = { files: number; bytes: number };

const AT_ONCE = 4;

/** Returns how many files a store has. */
export async function amountIn(store: FileStore): Promise<Amount> {
  const amount = { files: 0, bytes: 0 };
  for await (const { size } of store.list()) {
    amount.files += 1;
    amount.bytes += size;
  }
  return amount;
}

/**
 * Moves all files from one store to another while Parley runs with both. Reads each copy again before it deletes the
 * original, and leaves files whose bytes aren't the ones once uploaded where they are: returns the names of those. If it
 * stops or throws, another call goes on from there.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  { onMoved, signal }: { onMoved: (moved: Amount) => void; signal: AbortSignal },
): Promise<{ moved: Amount; damaged: string[] }> {
  const moved = { files: 0, bytes: 0 };
  const damaged: string[] = [];
  const files = from.list()[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await files.next(); !next.done && !signal.aborted; next = await files.next()) {
      const outcome = await moveFile(from, to, next.value);
      if (outcome === "damaged") damaged.push(next.value.name);
      if (outcome !== "moved") continue;
      moved.files += 1;
      moved.bytes += next.value.size;
      onMoved(moved);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { moved, damaged };
}

async function moveFile(from: FileStore, to: FileStore, { name }: ListedFile): Promise<"moved" | "damaged" | "gone"> {
  return whileMoving(Buffer.from(hashInName(name), "hex"), async () => {
    const isCopied = await from.onDisk(name, { by: null }, async (path) => {
      const { sha256, size } = await digestOf(createReadStream(path));
      const isOriginal = name.endsWith(hashInName(name));
      if (isOriginal && sha256 !== hashInName(name)) return false;
      await copy(to, name, { path, size, sha256 });
      return true;
    });
    if (isCopied) await from.remove(name);
    return isCopied === null ? "gone" : isCopied ? "moved" : "damaged";
  });
}

async function copy(to: FileStore, name: string, file: Parameters<FileStore["put"]>[1]): Promise<void> {
  for (const tries of [1, 2]) {
    await to.put(name, file);
    const stored = await to.read(name);
    if (stored && (await digestOf(stored.body)).sha256 === file.sha256) return;
    // What was there already may have been damaged.
    if (tries === 1) await to.remove(name);
  }
  throw new Error(`The copy of ${name} in ${to.label} differs from the original, which is still in its place.`);
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { sha256: hash.digest("hex"), size };
}
