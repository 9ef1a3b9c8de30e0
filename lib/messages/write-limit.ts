import { BurstyRateLimiter } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext } from "@/lib/retry-after";
import { sharedLimiter } from "@/lib/shared-limiter";

/**
 * Counts one thing that a person does to messages: sending, editing, deleting, reacting, pinning, posting as a webhook. For all
 * instances together when REDIS_URL is set. Throws `rate_limited`, with the whole seconds until the next is taken.
 */
export async function countWrite(userId: bigint): Promise<void> {
  const { steady, burst } = env.writeLimits;
  if (!steady) return;
  const usual = sharedLimiter("write", steady);
  const more = burst && sharedLimiter("write-burst", burst);
  await Promise.all([usual.connected, more?.connected]);
  const limiter = more ? new BurstyRateLimiter(usual.limiter, more.limiter) : usual.limiter;
  await limiter.consume(`${userId}`).catch((reason: unknown) => {
    const retryAfter = secondsUntilNext(reason);
    throw new AppError("rate_limited", `You did too much at once. Try again in ${retryAfter} s.`, { retryAfter });
  });
}
