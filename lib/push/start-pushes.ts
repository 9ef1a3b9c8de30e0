import { keepUp } from "@/lib/events/keep-up";
import type { Network } from "@/lib/images/fetch-remote";
import { log } from "@/lib/log";
import { deliverPushes } from "@/lib/push/deliver-pushes";
import { pushKeys } from "@/lib/push/keys";
import { HOLD_MS, isSomethingDue, queuePushes } from "@/lib/push/queue";

/** Pushes what notifies people from now on. Starts once per process; however many do this, each push is sent by one of them. */
export function startPushes(network?: Network): void {
  // So that they are there before anybody turns pushes on.
  pushKeys().catch((error: unknown) => log.debug({ err: error }, "the push keys could not be made yet"));
  keepUp("pushes", {
    work: async (goOn) => {
      for (let more = true; more && goOn(); ) more = (await queuePushes())?.more ?? false;
      await deliverPushes(goOn, network);
      return (await isSomethingDue()) ? HOLD_MS : null;
    },
    // What matches somebody's keywords waits to be pushed a moment after it was posted.
    wakes: ["channel", "unread"],
    settleMs: 500,
    failure: "pushes were not sent; the sweep tries again",
  });
}
