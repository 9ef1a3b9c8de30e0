import { AppError, partsOf } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

// Why: docs/decisions/full-disks.md

/** What can't be written: `database` is everything that is stored in it, `files` are only uploads. */
export type FullPlace = "database" | "files";

/** Since when a place is full, and when a write last failed. `low`: its last free space is kept for the database. */
type Full = { since: Date; failedAt: number; low: boolean };

const full = processWide("full-places", () => new Map<FullPlace, Full>());

/** The error for what can't be stored until there is room. */
export const FULL_DISK = "The server's disk is full. Ask an admin to free up space, then try again.";

const RETRY_SECONDS = 15;
// While a place is full, a write is tried this often. Each one would take some of the space that is left.
const PAUSE_MS = 1_000;

// PostgreSQL names a full quota only in its text: the code says "internal error" or "input/output error".
const UNSPECIFIC = /^(XX000|58030)$/;
const NO_ROOM = /No space left on device|Disk quota exceeded/;

/** Returns which place is full, if that's what made `error` or one of its causes. The only code that decides this. */
export function fullPlaceIn(error: unknown): FullPlace | null {
  for (const { code, originalCode, message } of partsOf(error)) {
    if (code === "ENOSPC" || code === "EDQUOT") return "files";
    const codes = [code, originalCode].filter((each) => typeof each === "string");
    if (codes.includes("53100")) return "database";
    if (codes.some((each) => UNSPECIFIC.test(each)) && NO_ROOM.test(String(message))) return "database";
  }
  return null;
}

/** Records that a write failed because this place is full. Returns whether that's news. */
export function noteFull(place: FullPlace, low = false): boolean {
  const known = full.get(place);
  full.set(place, {
    since: known?.since ?? new Date(),
    failedAt: low ? (known?.failedAt ?? 0) : Date.now(),
    low: low || (known?.low ?? false),
  });
  return known === undefined;
}

/** Records that there is room again, so that the next write is tried. */
export function noteRoom(place: FullPlace): void {
  full.delete(place);
}

/** Returns the places that are full, and since when. */
export function fullPlaces(): ReadonlyMap<FullPlace, Readonly<Full>> {
  return full;
}

/** Throws `unavailable` if this place is full. Cheap: code that stores much calls it first, so that reading goes on. */
export function refuseIfFull(place: FullPlace): void {
  const known = full.get(place);
  if (known && (known.low || Date.now() - known.failedAt < PAUSE_MS)) throw fullDisk();
}

/** Returns the error that people and senders get. */
export function fullDisk(cause?: unknown): AppError {
  return new AppError("unavailable", FULL_DISK, { retryAfter: RETRY_SECONDS, cause });
}
