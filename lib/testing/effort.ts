import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";

const MOST_RUNS = 10;

/**
 * Expects that `work` takes less processor time than `most` times a fixed piece of work (about 10 ms on a machine of 2020), so
 * that the result doesn't depend on the machine or its load.
 */
export function expectEffort(work: () => unknown, most: number, about?: string): void {
  expect(effort(work, most), about).toBeLessThan(most);
}

/** Measures the processor time of `work` as a multiple of the fixed work, until it's less than `enough`. */
export function effort(work: () => unknown, enough = 0): number {
  const least = new Least(MOST_RUNS, enough);
  while (least.canFall) least.add(processorTime(work));
  return least.value;
}

/**
 * Like `effort`, for work that lets other work run in between: measures its longest uninterrupted part.
 */
export async function longestTurn(
  work: () => Promise<unknown>,
  { runs = MOST_RUNS, enough = 0 }: { runs?: number; enough?: number } = {},
): Promise<number> {
  const least = new Least(runs, enough);
  while (least.canFall) least.add(await longestOfOneTry(work));
  return least.value;
}

/**
 * The least of several measurements, each as a multiple of the fixed work before or after it. The others also have what isn't the
 * work's own: compilation and garbage collection.
 */
class Least {
  value = Number.POSITIVE_INFINITY;
  #runs = 0;
  #unit = processorTime(fixedWork);

  constructor(
    readonly most: number,
    readonly enough: number,
  ) {}

  /** Whether another measurement is wanted. */
  get canFall(): boolean {
    return this.#runs < this.most && this.value >= this.enough;
  }

  add(time: number): void {
    const before = this.#unit;
    this.#unit = processorTime(fixedWork);
    this.#runs += 1;
    this.value = Math.min(this.value, time / Math.max(before, this.#unit));
  }
}

async function longestOfOneTry(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, done] = [usedTime(), 0, false];
  const tick = () => {
    const now = usedTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  done = true;
  tick();
  return longest;
}

function processorTime(work: () => unknown): number {
  const before = usedTime();
  work();
  return usedTime() - before;
}

/**
 * The processor time of this thread so far in microseconds, or of the process where the system doesn't tell. On a busy machine,
 * the process's other threads can clean up after earlier tests for many runs in a row.
 */
function usedTime(): number {
  // Also makes Linux count this thread's time up to now.
  const { user, system } = process.cpuUsage();
  return OF_THREAD ? Number(readFileSync(THREAD, "latin1").split(" ")[0]) / 1_000 : user + system;
}

// https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
const THREAD = "/proc/thread-self/schedstat";
const OF_THREAD = existsSync(THREAD);

function fixedWork(): number {
  let sum = 0;
  for (let i = 0; i < 10_000_000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}
