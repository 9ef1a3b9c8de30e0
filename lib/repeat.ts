import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

/** How often: every so many milliseconds, and unless `later` says otherwise also at once. */
type Pace = { every: number; later?: true };

export const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/**
 * Does some work again and again until this process shuts down, once per process for each name and never twice at the same time. Answers at
 * once and never throws; what fails is logged with `failure` and tried again the next time.
 */
export function repeat(name: string, { every, later }: Pace, work: () => Promise<void>, failure: string): void {
  processWide(`repeat-${name}`, () => {
    let running: Promise<void> | null = null;
    const run = () => {
      running ??= work()
        .catch((error: unknown) => log.warn({ err: error }, failure))
        .finally(() => {
          running = null;
        });
    };
    const timer = setInterval(run, every).unref();
    onShutdown(async () => {
      clearInterval(timer);
      await running;
    });
    if (!later) run();
    return true;
  });
}

// Enough that a day's rows are soon gone, and few enough that nobody waits for the locks of a portion.
const PORTION = 1_000;

/** Does some work portion by portion, at most so many rows each, until one is not full. The work answers how many there were. */
export async function inPortions(work: (atMost: number) => Promise<number>): Promise<void> {
  while ((await work(PORTION)) === PORTION);
}
