import { statfs } from "node:fs/promises";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/full-disks.md

// PostgreSQL stops, and can't start again, if it can't make the next file of its write-ahead log, which takes 16 MiB.
const RESERVE_BYTES = 24 * 2 ** 20;

const embedded = processWide("embedded-database", () => ({ directory: null as string | null }));

/** Keeps the last space on the disk with this directory, the embedded database's, so that it doesn't stop. Null: no reserve. */
export function reserveRoomIn(directory: string | null): void {
  embedded.directory = directory;
}

/** Returns whether only the embedded database's reserve is left on its disk. A database elsewhere looks after itself. */
export async function isReserveReached(): Promise<boolean> {
  if (embedded.directory === null) return false;
  const { bavail, bsize } = await statfs(embedded.directory);
  return bavail * bsize < RESERVE_BYTES;
}
