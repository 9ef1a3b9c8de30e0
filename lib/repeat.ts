import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

const HOUR_MS = 3_600_000;

/**
 * Does some work now and every hour from now on, once per process for each name. Answers at once and never throws; what fails is
 * logged with `failure` and tried again an hour later.
 */
export function everyHour(name: string, work: () => Promise<void>, failure: string): void {
  processWide(name, () => {
    const run = repeat(work, HOUR_MS, failure);
    run();
    return true;
  });
}

/**
 * Does some work again and again from now on until this process shuts down, never twice at the same time. What fails is logged with
 * `failure`. Answers how to do it at once as well.
 */
export function repeat(work: () => Promise<void>, milliseconds: number, failure: string): () => void {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, milliseconds).unref();
  onShutdown(async () => {
    clearInterval(timer);
    await running;
  });
  return run;
}

// Enough that a day's rows are soon gone, and few enough that nobody waits for the locks of a portion.
const PORTION = 1_000;

/** Does some work portion by portion, at most so many rows each, until one is not full. The work answers how many there were. */
export async function inPortions(work: (atMost: number) => Promise<number>): Promise<void> {
  while ((await work(PORTION)) === PORTION);
}
