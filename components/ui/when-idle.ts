/** Runs something once the page has time for it, within a second or so. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}
