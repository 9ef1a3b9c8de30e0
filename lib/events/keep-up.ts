import { isDatabaseUnavailable } from "@/lib/db/failures";
import { startBus, subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { log, noticeFullDisk } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

const SWEEP_MS = 5_000;

type Work = {
  /** Does the work that there is while `goOn` returns true. Returns the milliseconds until the next run, or null. */
  work: (goOn: () => boolean) => Promise<number | null>;
  /** The hints that start a run. */
  wakes: readonly Hint["kind"][];
  /** How long to wait after a hint, so that many posts share one run. */
  settleMs: number;
  /** The log message for a failed run. */
  failure: string;
};

/**
 * Runs work whenever something was posted: shortly after a hint and, because hints may be lost, in a regular sweep,
 * never concurrently. Starts once per process for each name. Posting never waits for it.
 */
export function keepUp(name: string, given: Work): void {
  processWide(name, () => start(given));
}

function start({ work, wakes, settleMs, failure }: Work): true {
  let stopped = false;
  // After a failure, only the sweep retries.
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
          const known = noticeFullDisk(error) || failed || isDatabaseUnavailable(error);
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
      // The current run may have read the database before this hint.
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
