import { BurstyRateLimiter } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { countAct, sharedLimiter } from "@/lib/shared-limiter";

/**
 * What a request counts as: a write is what a person does, reading is what their pages say by themselves of how far they have read, and
 * nothing what changes nothing or has a limit of its own.
 */
export type CountsAs = "write" | "reading" | "nothing";

/**
 * Counts one thing that a person does, whatever it is: `route` and `action` do it for each request, and nothing else does. For all
 * instances together when REDIS_URL is set. Reading has a wider limit of its own, so that it never keeps anybody from writing. Throws
 * `rate_limited`, with the whole seconds until the next is taken.
 */
export async function countWrite(userId: bigint, as: CountsAs = "write"): Promise<void> {
  if (as === "nothing") return;
  const { steady, burst, reading } = env.writeLimits;
  const usual =
    as === "reading" ? reading && sharedLimiter("reading", reading) : steady && sharedLimiter("write", steady);
  if (!usual) return;
  const more = as === "write" && burst ? sharedLimiter("write-burst", burst) : null;
  const connected = Promise.all([usual.connected, more?.connected]);
  const limiter = more ? new BurstyRateLimiter(usual.limiter, more.limiter) : usual.limiter;
  await countAct({ limiter, connected }, userId, "You did too much at once.");
}
