/** Whether this page has forgotten everything on its way out: no field writes its text again as it goes. */
export const keeping = { over: false };

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
    else if (!keeping.over) localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // What is kept is a convenience: the page works without.
  }
}

/** The key under which this page keeps something for the person who is signed in on it. Everything of a person's own has such a key. */
export function ownKey(name: string): string {
  const page: Document | undefined = globalThis.document;
  const person = page?.querySelector<HTMLElement>("[data-person]")?.dataset.person;
  return `parley.${name}.${person || "nobody"}`;
}
