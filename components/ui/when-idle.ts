/** Runs something when the page is idle, within about a second. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}
