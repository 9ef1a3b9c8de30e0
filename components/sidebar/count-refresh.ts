/** How soon counts are asked for: at once if they haven't just been, or only after a moment, when they will have settled. */
export type Urgency = "now" | "settled";

/**
 * Asks for counts by `load` whenever something happened, at most every `ms`, and once more after what came while it was loading. What
 * could not be loaded, which it answers with false, is asked for again by itself. `stop` ends it.
 */
export function countRefresh(
  ms: number,
  load: () => Promise<boolean>,
): { ask: (urgency: Urgency) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  let earliest = 0;
  let loading = false;
  let again = false;
  let stopped = false;

  function ask(urgency: Urgency): void {
    if (stopped) return;
    if (loading) again = true;
    else plan(urgency === "now" ? Math.max(Date.now(), earliest) : Date.now() + ms);
  }

  function plan(at: number): void {
    if (at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void run(), at - Date.now());
  }

  async function run(): Promise<void> {
    due = Number.POSITIVE_INFINITY;
    earliest = Date.now() + ms;
    loading = true;
    again = false;
    const loaded = await load();
    loading = false;
    // Without a retry the old counts would stay until the next event, which can be hours away.
    if (!loaded) ask("settled");
    else if (again) ask("now");
  }

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
  }

  return { ask, stop };
}
