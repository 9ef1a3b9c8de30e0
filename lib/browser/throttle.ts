type Options = {
  /** Postpones a due call by another `ms` for as long as it returns true. */
  isBusy?: () => boolean;
  /** Whether the first call waits for `ms` too. */
  delayed?: boolean;
};

/**
 * Calls `act` at most every `ms` milliseconds, with everything added since the last call. After `stop`, which
 * returns what is still waiting, it isn't called again.
 */
export function throttle<T>(
  ms: number,
  act: (added: T[]) => void,
  { isBusy, delayed = false }: Options = {},
): { add: (some: readonly T[]) => void; stop: () => T[] } {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function run(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    timer = setTimeout(run, ms);
    if (isBusy?.()) return;
    const added = waiting;
    waiting = [];
    act(added);
  }

  return {
    add(some) {
      if (stopped) return;
      waiting.push(...some);
      if (timer !== undefined) return;
      if (delayed) timer = setTimeout(run, ms);
      else run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      return waiting.splice(0);
    },
  };
}
