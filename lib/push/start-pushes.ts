import { keepUp } from "@/lib/events/keep-up";
import type { Network } from "@/lib/images/fetch-remote";
import { log } from "@/lib/log";
import { deliverPushes } from "@/lib/push/deliver-pushes";
import { pushKeys } from "@/lib/push/keys";
import { HOLD_MS, queuePushes } from "@/lib/push/queue";

/** Pushes what notifies people from now on. Starts once per process; however many do this, each push is sent by one of them. */
export function startPushes(network?: Network): void {
  // So that they are there before anybody turns pushes on.
  pushKeys().catch((error: unknown) => log.debug({ err: error }, "the push keys could not be made yet"));
  keepUp("pushes", {
    work: async (goOn) => ((await turn(goOn, network)) ? HOLD_MS : null),
    wakes: ["channel"],
    settleMs: 500,
    failure: "pushes were not sent; the sweep tries again",
  });
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
