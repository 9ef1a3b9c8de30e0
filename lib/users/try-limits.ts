import { RateLimiterMemory, RateLimiterPrisma } from "rate-limiter-flexible";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { secondsUntilNext } from "@/lib/retry-after";

/** What is counted: sign-ins from an address, those for one account from one address, changes of a password, joinings, and setup codes. */
export type Tried = keyof typeof env.tryLimits;

/**
 * Counts a try, in the database, so that all machines count together. Throws `rate_limited`, with the whole seconds until the next
 * one, when there were too many.
 */
export async function countTry(what: Tried, key: string): Promise<void> {
  await limiterOf(what)
    ?.consume(key)
    .catch((reason: unknown) => {
      const retryAfter = secondsUntilNext(reason);
      const minutes = Math.ceil(retryAfter / 60);
      const when = `${minutes} minute${minutes === 1 ? "" : "s"}`;
      throw new AppError("rate_limited", `Too many attempts. Try again in ${when}.`, { retryAfter });
    });
}

/** Takes back one try. */
export async function uncountTry(what: Tried, key: string): Promise<void> {
  await limiterOf(what)?.reward(key);
}

/** Begins to count anew. */
export async function forgetTries(what: Tried, key: string): Promise<void> {
  await limiterOf(what)?.delete(key);
}

function limiterOf(what: Tried): RateLimiterPrisma | null {
  const limit = env.tryLimits[what];
  if (!limit) return null;
  const options = { points: limit.count, duration: limit.seconds, keyPrefix: what };
  return processWide(`try-limiter:${what}:${limit.count}/${limit.seconds}`, () => {
    // Tries stay counted, in this process at least, while the database doesn't answer.
    const insuranceLimiter = new RateLimiterMemory(options);
    return new RateLimiterPrisma({ ...options, storeClient: db(), insuranceLimiter });
  });
}
