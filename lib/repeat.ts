import { setTimeout as sleep } from "node:timers/promises";
import { log, noticeFullDisk } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

type Schedule = {
  /** What it does, for the list of jobs: "Delete old idempotency keys". */
  label: string;
  /** How often to run, in milliseconds. */
  every: number;
  /** Waits that long before the first run, which otherwise starts immediately. */
  later?: true;
};

/** Repeated work of this process. Times are in milliseconds since 1970. */
export type Job = {
  name: string;
  label: string;
  every: number;
  /** When it was set up. */
  since: number;
  /** When the current run began; null between runs. */
  began: number | null;
  nextAt: number;
};

/** How a run ended. `error` is null if it succeeded. */
export type Run = { tookMs: number; error: unknown };

export const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** This process's jobs, by name, and `record`, which is called after each run. It never throws. */
export const jobs = processWide("jobs", () => ({
  own: new Map<string, Job>(),
  record: null as ((job: Job, run: Run) => Promise<void>) | null,
}));

/**
 * Repeats work until this process shuts down, once per process for each name and never concurrently. Returns at once
 * and never throws; errors are logged with `failure`, and the next run tries again. The Health page shows the last run.
 * A shutdown waits for `work`, which long work shortens by ending once `goOn` returns false.
 */
export function repeat(
  name: string,
  schedule: Schedule,
  work: (goOn: () => boolean) => Promise<void>,
  failure: string,
): void {
  const { label, every, later } = schedule;
  processWide(`repeat-${name}`, () => {
    const job: Job = { name, label, every, since: Date.now(), began: null, nextAt: Date.now() + every };
    jobs.own.set(name, job);
    let running: Promise<void> | null = null;
    let goesOn = true;
    // The next run doesn't wait for it.
    let recorded: Promise<void> | undefined;
    const end = (began: number, error: unknown) => {
      if (error !== null && !noticeFullDisk(error)) log.warn({ err: error }, failure);
      recorded = jobs.record?.(job, { tookMs: Date.now() - began, error });
      running = null;
      job.began = null;
    };
    const run = () => {
      job.nextAt = Date.now() + every;
      if (running) return;
      const began = Date.now();
      job.began = began;
      running = work(() => goesOn).then(
        () => end(began, null),
        (error: unknown) => end(began, error),
      );
    };
    const timer = setInterval(run, every).unref();
    onShutdown(async () => {
      goesOn = false;
      clearInterval(timer);
      await running;
      await recorded;
    });
    if (!later) run();
    return true;
  });
}

// Large enough to clear a day's rows soon, small enough that no one waits long for a portion's locks.
const PORTION = 1_000;

// Twice as long as it worked, which leaves the database to posts most of the time.
const REST = 2;

/** Repeats work in turns, with a rest after each, until it returns that nothing is left, or `goOn` returns false. */
export async function inTurns(work: () => Promise<boolean>, goOn: () => boolean): Promise<void> {
  for (;;) {
    const began = performance.now();
    if (!goOn() || !(await work())) return;
    await sleep(REST * (performance.now() - began));
  }
}

/** Repeats work in portions of at most so many rows until one isn't full. The work returns how many rows it handled. */
export async function inPortions(work: (atMost: number) => Promise<number>): Promise<void> {
  while ((await work(PORTION)) === PORTION);
}
