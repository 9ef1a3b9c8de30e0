// Of what this browser keeps, what isn't anybody's own: a choice for the device.
const OF_THE_DEVICE = new Set(["parley.keep"]);

// Set once a page has forgotten everything on its way out, so that no field writes its text again as it goes.
let closed = false;

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
    else if (!closed) localStorage.setItem(key, JSON.stringify(value));
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

/**
 * Forgets everything of anybody's own that `writeStored` keeps, but for what has `exceptPerson` in its key. `leaving`: this page keeps
 * nothing from now on.
 */
export function forgetStored({
  exceptPerson,
  leaving = false,
}: {
  exceptPerson?: string;
  leaving?: boolean;
} = {}): void {
  if (leaving) closed = true;
  try {
    for (const key of Object.keys(localStorage)) {
      const parts = key.split(".");
      if (parts[0] !== "parley" || OF_THE_DEVICE.has(key)) continue;
      if (exceptPerson === undefined || !parts.includes(exceptPerson)) localStorage.removeItem(key);
    }
  } catch {
    // Where storage is switched off, nothing was kept.
  }
}
