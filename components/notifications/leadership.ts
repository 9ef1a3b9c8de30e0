/** Of one person's open tabs in this browser, one leads: the last one they used. */
export type Leadership = {
  /** Whether this tab leads, once the browser has decided earlier requests. */
  leads: () => Promise<boolean>;
  /** Takes the lead from whichever tab has it. */
  take: () => void;
  /** Gives it up for good, to any other tab. */
  stop: () => void;
};

type Locks = Pick<LockManager, "request" | "query">;

const NAME = "parley-notifications";

/** This tab's part in who leads. Without locks every tab does: the browser shows notifications with the same tag once. */
export function leadership(locks: Locks | undefined): Leadership {
  if (!locks) return { leads: async () => true, take: () => {}, stop: () => {} };
  let lock: { release: () => void } | null = null;
  let waiting = new AbortController();
  let stopped = false;

  async function request(options: LockOptions): Promise<void> {
    let mine: { release: () => void } | null = null;
    try {
      await locks?.request(NAME, options, () => {
        if (stopped) return;
        return new Promise<void>((release) => {
          mine = { release };
          lock = mine;
        });
      });
    } catch {
      // Another tab took the lead, or this one no longer needs to wait for it.
      if (mine === null || stopped) return;
      if (lock === mine) lock = null;
      if (lock === null) wait();
    }
  }

  function wait(): void {
    waiting = new AbortController();
    void request({ signal: waiting.signal });
  }

  wait();
  return {
    leads: async () => {
      // A browser answers in order: a lock that could be had was given to this tab before it answers this.
      if (lock === null && !stopped) await locks.query();
      return lock !== null;
    },
    take: () => {
      if (lock || stopped) return;
      waiting.abort();
      void request({ steal: true });
    },
    stop: () => {
      stopped = true;
      waiting.abort();
      lock?.release();
      lock = null;
    },
  };
}
