import { store, useStore } from "./store";

/** What the page says while the server's disk is full; null while there is room. */
export const fullDisk = store<string | null>(null);

/** Returns it, live. */
export function useFullDisk(): string | null {
  return useStore(fullDisk, (full) => full, null);
}
