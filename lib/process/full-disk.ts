import { processWide } from "@/lib/process/process-wide";
import { AppError, partsOf } from "@/lib/text/errors";

// Why: docs/decisions/full-disks.md

/** What can't be written: `database` is everything that is stored in it, `files` are only uploads. */
export type FullPlace = "database" | "files";

/** Since when a place is full, and when a write last failed. `low`: its last free space is kept for the database. */
type Full = { since: Date; failedAt: number; low: boolean };

const full = processWide("full-places", () => new Map<FullPlace, Full>());
const listeners = processWide("full-places-listeners", () => new Set<() => void>());

/** What operators read about a full place, in the doctor, in Health and on the terminal. */
export const FULL_PLACES: Record<FullPlace, string> = {
  database: "The disk with the database is full, so people can read, but nothing can be posted.",
  files: "The disk for files is full, so uploads fail.",
};

/** And what to do. */
export const MAKE_ROOM = "Free up space there. Parley goes on within ten seconds, without a restart.";

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
  if (known === undefined) tellListeners();
  return known === undefined;
}

/** Records that there is room again, so that the next write is tried. */
export function noteRoom(place: FullPlace): void {
  if (full.delete(place)) tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a place becomes full or has room again, until the returned function is called. */
export function onFullPlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What open pages say while a place is full; undefined while there is room. */
export function fullNotice(): string | undefined {
  if (full.has("database")) return "The server's disk is full. Messages you write now are sent when there's room.";
  if (full.has("files")) return "The server's disk is full. Files you send now are uploaded when there's room.";
  return undefined;
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
