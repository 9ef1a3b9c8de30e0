/** One of the person's open tabs in this browser leads: the one they used last. */
export type Leadership = {
  /** Resolves to whether this tab leads, once earlier requests are decided. */
  leads: () => Promise<boolean>;
  /** Takes the lead from the current leader. */
  take: () => void;
  /** Gives up the lead for good. Another tab takes over. */
  stop: () => void;
};

type Locks = Pick<LockManager, "request" | "query">;

const NAME = "parley-notifications";

/** Joins the election. Without locks every tab leads, because the browser shows notifications with the same tag once. */
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
      // The browser handles requests in order, so a free lock is granted before this query returns.
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
