import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import { deliverPushes } from "@/lib/attention/push/deliver-pushes";
import { pushKeys } from "@/lib/attention/push/keys";
import { HOLD_MS, isSomethingDue, queuePushes } from "@/lib/attention/push/queue";
import type { HintJob } from "@/lib/events/keep-up";
import type { Network } from "@/lib/network/fetch-remote";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";

// How long a batch waits for its pushes. Slower ones continue alongside the next batches.
const SENT_WITHIN_MS = 1_000;

const sending = processWide("sending-pushes", () => new Set<Promise<unknown>>());

/** Sends pushes, each by only one process. */
export const pushesJob = (network?: Network): HintJob => ({
  name: "pushes",
  label: "Send push notifications",
  work: async (goOn) => {
    // Creates the keys before anyone turns pushes on.
    await pushKeys().catch((error: unknown) => log.debug({ err: error }, "creating the push keys failed"));
    for (let more = true; more && goOn(); ) more = (await queuePushes())?.more ?? false;
    await send(goOn, network);
    return (await isSomethingDue()) ? HOLD_MS : null;
  },
  atEnd: () => Promise.allSettled(sending),
  // A keyword match queues a push a moment after its message was posted.
  wakes: ["channel", "unread"],
  settleMs: 500,
  failure: "sending pushes failed; the sweep will retry",
});

async function send(goOn: () => boolean, network: Network | undefined): Promise<void> {
  const sent = deliverPushes(goOn, network).finally(() => sending.delete(sent));
  sending.add(sent);
  await Promise.race([sent, setTimeoutPromise(SENT_WITHIN_MS)]);
  // After this, nothing else handles its errors.
  sent.catch((error: unknown) => log.debug({ err: error }, "sending pushes failed; will retry"));
}
