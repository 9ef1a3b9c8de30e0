import { setImmediate } from "node:timers/promises";

/** Runs interruptible work to its end without a break. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Runs interruptible work, but yields to the event loop every so many milliseconds. */
export async function patiently<T>(work: Generator<undefined, T>, milliseconds: number): Promise<T> {
  let since = performance.now();
  let step = work.next();
  while (!step.done) {
    if (performance.now() - since > milliseconds) {
      await setImmediate();
      since = performance.now();
    }
    step = work.next();
  }
  return step.value;
}
