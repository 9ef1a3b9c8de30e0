import { startBus } from "@/lib/events/bus";
import { type Hint, subscribe } from "@/lib/events/hub";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { indexMessages } from "@/lib/search/index-messages";
import { isDatabaseUnavailable } from "@/lib/unavailable";

// A search catches up by itself, so the index may wait until many posts can share a batch.
const SETTLE_MS = 1_000;
const SWEEP_MS = 5_000;

/**
 * Keeps messages findable from now on: shortly after a hint and, because hints may be lost, by a sweep. Starts once per process;
 * of several processes one at a time does the work.
 */
export function startIndexer(): void {
  processWide("search-index", start);
}

function start(): true {
  let stopped = false;
  // After a failure only the sweep tries again.
  let failed = false;
  let running: Promise<void> | null = null;
  let settling: NodeJS.Timeout | null = null;
  const run = () => {
    running ??= indexMessages(() => !stopped)
      .then(
        () => {
          failed = false;
        },
        (error: unknown) => {
          const known = failed || isDatabaseUnavailable(error);
          log[known ? "debug" : "warn"]({ err: error }, "messages were not made findable; the sweep tries again");
          failed = true;
        },
      )
      .finally(() => {
        running = null;
      });
  };
  const soon = () => {
    settling ??= setTimeout(() => {
      settling = null;
      // The run that is under way may have read the database before this hint.
      if (running) soon();
      else run();
    }, SETTLE_MS);
  };
  startBus();
  const unsubscribe = subscribe((hint: Hint) => {
    if (hint.kind === "channel" && !failed && !stopped) soon();
  });
  const sweep = setInterval(run, SWEEP_MS);
  onShutdown(async () => {
    stopped = true;
    unsubscribe();
    clearInterval(sweep);
    if (settling) clearTimeout(settling);
    await running;
  });
  run();
  return true;
}
