import { setTimeout as sleep } from "node:timers/promises";
import { log, noticeFullDisk } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";

/** Work that Parley does on its own. The Health page lists it. */
export type Job = {
  name: string;
  /** What it does, for the list of jobs: "Delete old idempotency keys". */
  label: string;
  /** What the log says if a run fails. */
  failure: string;
  /** Whether the settings ask for it; without it, they do. */
  isWanted?: () => boolean;
  /** Runs once after the last run, when this process shuts down. */
  atEnd?: () => Promise<unknown>;
};

/** A job that runs by the clock. A shutdown waits for `work`, which long work shortens by ending once `goOn` returns false. */
export type TimedJob = Job & {
  work: (goOn: () => boolean) => Promise<void>;
  /** How often to run, in milliseconds. */
  every: number;
  /** Waits that long before the first run, which otherwise starts immediately. */
  later?: true;
};

/** A job of this process. Times are in milliseconds since 1970. */
export type JobState = {
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
export type JobRun = { tookMs: number; error: unknown };

export const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/** This process's jobs, by name, and `record`, which is called after each run. It never throws. */
export const jobs = processWide("jobs", () => ({
  own: new Map<string, JobState>(),
  record: null as ((job: JobState, run: JobRun) => Promise<void>) | null,
}));

/** Lists a job of this process from now on. */
export function listJob({ name, label }: Job, every: number): JobState {
  const now = Date.now();
  const state = { name, label, every, since: now, began: null, nextAt: now + every };
  jobs.own.set(name, state);
  return state;
}

/** Begins a run. Returns what ends it, with its error or null, and resolves once it's recorded. */
export function beginRun(state: JobState): (error: unknown) => Promise<void> {
  const began = Date.now();
  state.began = began;
  return async (error) => {
    state.began = null;
    await jobs.record?.(state, { tookMs: Date.now() - began, error });
  };
}

/** Ends a job at shutdown, after its last run. */
export async function endJob({ name, failure, atEnd }: Job): Promise<void> {
  await atEnd?.().catch((error: unknown) => log.debug({ err: error }, failure));
  jobs.own.delete(name);
}

/**
 * Repeats a job until this process shuts down, once per process for each name and never concurrently. Returns at once
 * and never throws; errors are logged, and the next run tries again.
 */
export function repeat(job: TimedJob): void {
  const { every, later, work, failure } = job;
  if (jobs.own.has(job.name)) return;
  const state = listJob(job, every);
  let running: Promise<void> | null = null;
  let goesOn = true;
  // The next run doesn't wait for it.
  let recorded: Promise<void> | undefined;
  const run = () => {
    state.nextAt = Date.now() + every;
    if (running) return;
    const end = beginRun(state);
    const ended = (error: unknown) => {
      if (error !== null && !noticeFullDisk(error)) log.warn({ err: error }, failure);
      running = null;
      recorded = end(error);
    };
    running = work(() => goesOn).then(() => ended(null), ended);
  };
  const timer = setInterval(run, every).unref();
  onShutdown(async () => {
    goesOn = false;
    clearInterval(timer);
    await running;
    await recorded;
    await endJob(job);
  });
  if (!later) run();
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
