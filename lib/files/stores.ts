import { env } from "@/lib/env";
import { diskStore } from "@/lib/files/disk-store";
import type { FileStore } from "@/lib/files/file-store";
import { s3Store } from "@/lib/files/s3-store";

// Why: docs/decisions/files.md

/** Returns the store for new files, and the other one if files may still be there. */
function stores(): { main: FileStore; other: FileStore | null } {
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
    read: (name, options) => find((store) => store.read(name, options)),
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
