import { readStored, writeStored } from "@/lib/browser/storage";

const KEY = "parley.kept";

/**
 * Returns whether another person's data is stored here or messages are waiting to be sent. In these cases a page loads
 * the code that handles them without delay.
 */
export function isKeptUrgent(personId: string): boolean {
  const hint = readStored(KEY);
  return hint !== null && hint !== personId;
}

/** Sets the hint; null removes it. */
export function hintKept(personId: string | null, waiting = false): void {
  writeStored(KEY, personId === null || !waiting ? personId : `${personId} waiting`);
}
