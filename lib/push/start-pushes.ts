import { startBus } from "@/lib/events/bus";
import { type Hint, subscribe } from "@/lib/events/hub";
import type { Network } from "@/lib/images/fetch-remote";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { deliverPushes } from "@/lib/push/deliver-pushes";
import { pushKeys } from "@/lib/push/keys";
import { HOLD_MS, queuePushes } from "@/lib/push/queue";
import { isDatabaseUnavailable } from "@/lib/unavailable";

// Many posts share a turn.
const SETTLE_MS = 500;
const SWEEP_MS = 5_000;

/**
 * Pushes what notifies people from now on: a moment after a hint and, because hints may be lost, by a sweep. Posting has no part in it.
 * Starts once per process; however many do this, each push is sent by one of them.
 */
export function startPushes(network?: Network): void {
  processWide("pushes", () => start(network));
}

function start(network: Network | undefined): true {
  let stopped = false;
  let failed = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const run = () => {
    running ??= turn(() => !stopped, network)
      .then(
        (waiting) => {
          failed = false;
          if (waiting) soon(HOLD_MS);
        },
        (error: unknown) => {
          const known = failed || isDatabaseUnavailable(error);
          log[known ? "debug" : "warn"]({ err: error }, "pushes were not sent; the sweep tries again");
          failed = true;
        },
      )
      .finally(() => {
        running = null;
      });
  };
  const soon = (milliseconds: number) => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = null;
      // The turn that is under way may have read the database before this hint.
      if (running) soon(SETTLE_MS);
      else run();
    }, milliseconds);
  };
  startBus();
  const unsubscribe = subscribe((hint: Hint) => {
    if (hint.kind === "channel" && !failed) soon(SETTLE_MS);
  });
  const sweep = setInterval(run, SWEEP_MS);
  onShutdown(async () => {
    stopped = true;
    unsubscribe();
    clearInterval(sweep);
    if (timer) clearTimeout(timer);
    await running;
  });
  // So that they are there before anybody turns pushes on.
  pushKeys().catch((error: unknown) => log.debug({ err: error }, "the push keys could not be made yet"));
  run();
  return true;
}

/** Answers whether something waits that was posted just now. */
async function turn(goOn: () => boolean, network: Network | undefined): Promise<boolean> {
  let waiting = false;
  let more = true;
  while (more && goOn()) {
    const queued = await queuePushes();
    waiting ||= (queued?.waiting ?? 0) > 0;
    more = queued?.more ?? false;
  }
  await deliverPushes(goOn, network);
  return waiting;
}
