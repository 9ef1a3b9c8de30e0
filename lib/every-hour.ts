import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

const HOUR_MS = 3_600_000;

/**
 * Does some work now and every hour from now on, once per process for each name. Answers at once and never throws; what fails is
 * logged with `failure` and tried again an hour later.
 */
export function everyHour(name: string, work: () => Promise<void>, failure: string): void {
  processWide(name, () => start(work, failure));
}

function start(work: () => Promise<void>, failure: string): true {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, HOUR_MS).unref();
  onShutdown(async () => {
    clearInterval(timer);
    await running;
  });
  run();
  return true;
}
