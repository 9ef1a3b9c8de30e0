/**
 * Hands on what is added: the first at once, and what comes within the next `ms`, and for as long as `isBusy` says so when they are
 * over, together after them. `stop` ends it, and what waits is dropped.
 */
export function gather<T>(
  ms: number,
  act: (all: T[]) => void,
  isBusy: () => boolean,
): { add: (some: readonly T[]) => void; stop: () => void } {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOn(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    timer = setTimeout(handOn, ms);
    if (isBusy()) return;
    const all = waiting;
    waiting = [];
    act(all);
  }

  return {
    add(some) {
      waiting.push(...some);
      if (timer === undefined) handOn();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
