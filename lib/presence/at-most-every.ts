import { log } from "@/lib/log";

// What comes together is told together.
const GATHER_MS = 30;

// With many to tell, it takes at most a hundredth of the time, as long as that isn't too late.
const SHARE = 100;
const LONGEST_REST_MS = 2_500;

/**
 * Has `run` done soon after it was asked for, together for all who ask meanwhile, never twice at the same time, and so many
 * milliseconds apart, or more when it takes long. What fails is logged.
 */
export function atMostEvery(
  milliseconds: number,
  run: () => void | Promise<void>,
): { ask: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  let running = false;
  let again = false;
  let stopped = false;
  const work = async () => {
    timer = null;
    const began = performance.now();
    running = true;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, "who is here could not be told");
    } finally {
      running = false;
      const rest = (performance.now() - began) * SHARE;
      nextAt = began + Math.max(milliseconds, Math.min(rest, LONGEST_REST_MS));
      if (again) ask();
    }
  };
  const ask = () => {
    again = running;
    if (stopped || timer || running) return;
    timer = setTimeout(() => void work(), Math.max(GATHER_MS, nextAt - performance.now()));
  };
  const stop = () => {
    stopped = true;
    if (timer) clearTimeout(timer);
  };
  return { ask, stop };
}
