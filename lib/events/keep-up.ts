import { isDatabaseUnavailable } from "@/lib/db/failures";
import { startBus, subscribe } from "@/lib/events/hub";
import type { Hint } from "@/lib/events/types";
import { log, noticeFullDisk } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";
import { beginRun, endJob, type Job, listJob } from "@/lib/process/repeat";

const SWEEP_MS = 5_000;

/** A job that follows what is posted. */
export type HintJob = Job & {
  /**
   * Does the work that there is while `goOn` returns true: in the channels that hints named, or in all of them if those are null.
   * Returns the milliseconds until the next run, or null.
   */
  work: (goOn: () => boolean, channelIds: readonly bigint[] | null) => Promise<number | null>;
  /** The hints that start a run. */
  wakes: readonly Hint["kind"][];
  /** How long to wait after a hint, so that many posts share one run. */
  settleMs: number;
};

/**
 * Runs a job whenever something was posted: shortly after a hint and, because hints may be lost, in a regular sweep,
 * never concurrently. Starts once per process for each name. Posting never waits for it.
 */
export function keepUp(job: HintJob): void {
  processWide(job.name, () => start(job));
}

function start(job: HintJob): true {
  const { work, wakes, settleMs, failure } = job;
  const state = listJob(job, SWEEP_MS);
  let stopped = false;
  // After a failure, only the sweep retries.
  let failed = false;
  let running: Promise<void> | null = null;
  let recorded: Promise<void> | undefined;
  let timer: NodeJS.Timeout | null = null;
  const named = new Set<bigint>();
  const run = (channelIds: readonly bigint[] | null) => {
    if (running) return;
    named.clear();
    const end = beginRun(state);
    running = work(() => !stopped, channelIds)
      .then(
        (again) => {
          failed = false;
          recorded = end(null);
          if (again !== null) soon(again);
        },
        (error: unknown) => {
          const known = noticeFullDisk(error) || failed || isDatabaseUnavailable(error);
          log[known ? "debug" : "warn"]({ err: error }, failure);
          failed = true;
          recorded = end(error);
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
      else run([...named]);
    }, milliseconds);
  };
  startBus();
  const unsubscribe = subscribe((hint: Hint) => {
    if (!wakes.includes(hint.kind) || failed) return;
    if (hint.kind === "channel") named.add(hint.channelId);
    soon(settleMs);
  });
  const sweep = setInterval(() => {
    state.nextAt = Date.now() + SWEEP_MS;
    run(null);
  }, SWEEP_MS);
  onShutdown(async () => {
    stopped = true;
    unsubscribe();
    clearInterval(sweep);
    if (timer) clearTimeout(timer);
    await running;
    await recorded;
    await endJob(job);
  });
  run(null);
  return true;
}
