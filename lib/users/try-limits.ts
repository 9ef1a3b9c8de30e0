import { RateLimiterMemory, RateLimiterPrisma } from "rate-limiter-flexible";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { secondsUntilNext, timeText } from "@/lib/retry-after";
import type { SessionUser } from "@/lib/users/find-session-user";

/**
 * What is counted: sign-ins from an address, those for one account from one address, codes
 * of the second step for one account, changes of a password, what is done from an address
 * about forgotten passwords, links mailed to one account, joinings, setup codes, the channels, direct messages, webhooks and invites that a
 * person makes, and the pictures that they upload.
 */
export type Tried = keyof typeof env.tryLimits;

/**
 * Counts a try, in the database, so that all machines count together. Throws `rate_limited`, with the whole seconds until the next
 * one, when there were too many; `sentence` says so with the time that is left.
 */
export async function countTry(
  what: Tried,
  key: string,
  sentence = (time: string) => `Too many attempts. Try again in ${time}.`,
): Promise<void> {
  await limiterOf(what)
    ?.consume(key)
    .catch((reason: unknown) => {
      const retryAfter = secondsUntilNext(reason);
      throw new AppError("rate_limited", sentence(timeText(retryAfter)), { retryAfter });
    });
}

const TOO_MANY = {
  channel: (time: string) => `You have made many new channels. Make more in ${time}.`,
  direct: (time: string) => `You have started many new conversations. Start more in ${time}.`,
  webhook: (time: string) => `You have made many new webhooks. Make more in ${time}.`,
  invite: (time: string) => `You have made many invite links. Make more in ${time}.`,
} as const satisfies Partial<Record<Tried, (time: string) => string>>;

/**
 * Makes what a member makes only so many of in a day, and counts it; what `make` rejects doesn't count. Owners and admins make as many as they
 * like: who sets a team up makes all its channels at once. Throws `rate_limited` to who has made too many.
 */
export async function countingMade<T>(
  what: keyof typeof TOO_MANY,
  { id, role }: SessionUser,
  make: () => Promise<T>,
): Promise<T> {
  if (role !== "member") return make();
  await countTry(what, `${id}`, TOO_MANY[what]);
  try {
    return await make();
  } catch (error) {
    await uncountTry(what, `${id}`);
    throw error;
  }
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
