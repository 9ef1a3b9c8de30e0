/** Whether this page has deleted its storage on leaving; after that, fields don't save their drafts. */
export const keeping = { over: false };

/** Returns the value stored under the key; null if there is none, or storage is disabled. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value in this browser as JSON; null deletes it. Does nothing if storage is full or disabled. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else if (!keeping.over) localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Stored values are a convenience: the page works without them.
  }
}

/** Returns the storage key of this name for the signed-in user. All personal data has such a key. */
export function ownKey(name: string): string {
  const page: Document | undefined = globalThis.document;
  const person = page?.querySelector<HTMLElement>("[data-person]")?.dataset.person;
  return `parley.${name}.${person || "nobody"}`;
}
