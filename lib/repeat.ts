import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

/** How often to run, in milliseconds. Also runs immediately unless `later` is set. */
type Pace = { every: number; later?: true };

export const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

/**
 * Repeats work until this process shuts down, once per process for each name and never concurrently. Returns at once
 * and never throws; errors are logged with `failure`, and the next run tries again.
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

// Large enough to clear a day's rows soon, small enough that no one waits long for a portion's locks.
const PORTION = 1_000;

/** Repeats work in portions of at most so many rows until one isn't full. The work returns how many rows it handled. */
export async function inPortions(work: (atMost: number) => Promise<number>): Promise<void> {
  while ((await work(PORTION)) === PORTION);
}
