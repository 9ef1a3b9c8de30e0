// Until then, a new page has more urgent work.
const LATER_MS = 4_000;

/** Loads code that will probably be needed, once the page has been idle for a while. Call the returned function to stop. */
export function loadLater(load: () => Promise<unknown>): () => void {
  // A failure doesn't matter: it's loaded again when it's needed.
  const timer = setTimeout(() => whenIdle(() => void load().catch(() => undefined)), LATER_MS);
  return () => clearTimeout(timer);
}

/** Runs something when the page is idle, within about a second. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}
