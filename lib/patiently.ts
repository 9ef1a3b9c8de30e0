import { setImmediate } from "node:timers/promises";

/** Does work that can be interrupted to its end at once. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** The same, and gives others their turn whenever it has gone on for so many milliseconds. */
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
