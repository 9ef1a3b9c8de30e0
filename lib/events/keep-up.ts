import { isDatabaseUnavailable } from "@/lib/db/failures";
import { startBus, subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

const SWEEP_MS = 5_000;

type Work = {
  /** Does what there is to do while `goOn` says yes. Answers in how many milliseconds it is to be done again, or null for no time of its own. */
  work: (goOn: () => boolean) => Promise<number | null>;
  /** The hints after which there may be something to do. */
  wakes: readonly Hint["kind"][];
  /** How long it waits after a hint, so that many posts share one turn. */
  settleMs: number;
  /** What is logged when it fails. */
  failure: string;
};

/**
 * Has some work follow what is posted: a moment after a hint and, because hints may be lost, by a sweep; never twice at the same time.
 * Starts once per process for each name, and ends with it. Posting has no part in it.
 */
export function keepUp(name: string, given: Work): void {
  processWide(name, () => start(given));
}

function start({ work, wakes, settleMs, failure }: Work): true {
  let stopped = false;
  // After a failure only the sweep tries again.
  let failed = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const run = () => {
    running ??= work(() => !stopped)
      .then(
        (again) => {
          failed = false;
          if (again !== null) soon(again);
        },
        (error: unknown) => {
          const known = failed || isDatabaseUnavailable(error);
          log[known ? "debug" : "warn"]({ err: error }, failure);
          failed = true;
        },
      )
      .finally(() => {
        running = null;
      });
  };
  const soon = (milliseconds: number) => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = null;
      // The turn that is under way may have read the database before this hint.
      if (running) soon(settleMs);
      else run();
    }, milliseconds);
  };
  startBus();
  const unsubscribe = subscribe((hint: Hint) => {
    if (wakes.includes(hint.kind) && !failed) soon(settleMs);
  });
  const sweep = setInterval(run, SWEEP_MS);
  onShutdown(async () => {
    stopped = true;
    unsubscribe();
    clearInterval(sweep);
    if (timer) clearTimeout(timer);
    await running;
  });
  run();
  return true;
}
