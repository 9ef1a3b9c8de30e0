import { diskStore } from "@/lib/files/stores/disk-store";
import type { FileStore } from "@/lib/files/stores/file-store";
import { resumedStream } from "@/lib/files/stores/resumed-stream";
import { s3Store } from "@/lib/files/stores/s3-store";
import { env } from "@/lib/process/env";

// Why: docs/decisions/files.md

/** Returns the store for new files, and the other one if files may still be there. */
export function stores(): { main: FileStore; other: FileStore | null } {
  const { s3 } = env;
  if (!s3) return { main: diskStore, other: null };
  const bucket = s3Store(s3);
  return env.fileStore === "s3" ? { main: bucket, other: diskStore } : { main: diskStore, other: bucket };
}

/** Returns the store that all of Parley uses. It puts files into the main store, and finds them in both. */
export function fileStore(): FileStore {
  const { main, other } = stores();
  return other === null ? main : both(main, other);
}

function both(main: FileStore, other: FileStore): FileStore {
  // The last look is for a file that was moved between the first two.
  async function find<T>(look: (store: FileStore) => Promise<T | null>): Promise<T | null> {
    return (await look(main)) ?? (await look(other)) ?? look(main);
  }
  return {
    label: main.label,
    put: (name, file) => main.put(name, file),
    sizeOf: (name) => find((store) => store.sizeOf(name)),
    async read(name, { range, signal } = {}) {
      const file = await find((store) => store.read(name, { range, signal }));
      if (file === null) return null;
      const { start, end } = range ?? { start: 0, end: file.size - 1 };
      // The file may be moved before its first byte is read, and a bucket's while it's being read.
      const body = resumedStream(file.body, file.size, async (from) => {
        const rest = await find((store) => store.read(name, { range: { start: start + from, end }, signal }));
        return rest?.body ?? null;
      });
      return { size: file.size, body };
    },
    onDisk: (name, reader, work) => find((store) => store.onDisk(name, reader, work)),
    async remove(name) {
      await main.remove(name);
      await other.remove(name);
    },
    async *list() {
      yield* main.list();
      yield* other.list();
    },
  };
}
