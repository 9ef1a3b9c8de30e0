import { readStored, writeStored } from "@/lib/browser/storage";

const KEY = "parley.kept";

/**
 * Whose things are kept here, and whether messages wait among them: read before anything is fetched that could look. A page whose
 * person it isn't, or for whom something waits, doesn't put that off.
 */
export function isKeptUrgent(personId: string): boolean {
  const hint = readStored(KEY);
  return hint !== null && hint !== personId;
}

/** Leaves the hint; null takes it away. */
export function hintKept(personId: string | null, waiting = false): void {
  writeStored(KEY, personId === null || !waiting ? personId : `${personId} waiting`);
}
