import { readStored, writeStored } from "@/lib/browser/storage";
import { keepingEnabled } from "./enabled";

const KEY = "parley.kept";

/**
 * Returns whether a page must load the code that stores data soon: nothing is stored here yet, another person's
 * data is, or messages are waiting to be sent.
 */
export function isKeptUrgent(personId: string): boolean {
  const hint = readStored(KEY);
  return hint === null ? keepingEnabled.get() : hint !== personId;
}

/** Sets the hint; null removes it. */
export function hintKept(personId: string | null, waiting = false): void {
  writeStored(KEY, personId === null || !waiting ? personId : `${personId} waiting`);
}
