import { setImmediate } from "node:timers/promises";

/** Runs interruptible work to its end without a break. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/**
 * Runs interruptible work, but yields to the event loop every so many milliseconds. Returns without a promise what doesn't
 * take longer.
 */
export function patiently<T>(work: Generator<undefined, T>, milliseconds: number): T | Promise<T> {
  const since = performance.now();
  let step = work.next();
  while (!step.done) {
    if (performance.now() - since > milliseconds) return later(work, milliseconds);
    step = work.next();
  }
  return step.value;
}

async function later<T>(work: Generator<undefined, T>, milliseconds: number): Promise<T> {
  await setImmediate();
  return patiently(work, milliseconds);
}
