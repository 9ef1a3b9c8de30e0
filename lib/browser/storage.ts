/** What this browser keeps under the key, as it was given to `writeStored`; null when there is nothing, or when storage is switched off. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps the value in this browser as JSON; null forgets it. Where storage is full or switched off, nothing is kept. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // What is kept is a convenience: the page works without.
  }
}
