import { readStored, writeStored } from "@/lib/browser/storage";

const KEY = "parley.kept";

/**
 * Whether another person's data is stored here, or messages wait to be sent. Read before loading the code that can
 * look: in these cases a page doesn't delay that.
 */
export function isKeptUrgent(personId: string): boolean {
  const hint = readStored(KEY);
  return hint !== null && hint !== personId;
}

/** Sets the hint; null removes it. */
export function hintKept(personId: string | null, waiting = false): void {
  writeStored(KEY, personId === null || !waiting ? personId : `${personId} waiting`);
}
