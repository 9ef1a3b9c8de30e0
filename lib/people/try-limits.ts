import { RateLimiterMemory, RateLimiterPrisma } from "rate-limiter-flexible";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env, type RateLimit } from "@/lib/process/env";
import { firmLimit, personalLimit, secondsUntilNext, timeText } from "@/lib/process/limits";
import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";

const [QUARTER, HOUR, DAY] = [900, 3_600, 86_400];

type Tries = { count: number; seconds: number; byAddress?: true; lifted?: true };

/**
 * The limit of each kind of attempt; its window starts with the first attempt. ADDRESS_LIMIT_FACTOR raises those with
 * `byAddress`. LIMITS=off removes those with `lifted`, but never a limit on guessing.
 */
const TRIES = {
  // Failed sign-ins from an address, and for one account from one address.
  "login-address": { count: 100, seconds: QUARTER, byAddress: true },
  "login-account": { count: 10, seconds: QUARTER },
  // Codes for one account, from any address. Passkeys don't count.
  "second-step": { count: 10, seconds: HOUR },
  // Wrong current passwords of one person.
  password: { count: 5, seconds: QUARTER },
  // Reset links that were requested or failed, and those mailed to one account.
  "reset-address": { count: 30, seconds: HOUR, byAddress: true },
  "reset-account": { count: 3, seconds: HOUR },
  // Setup codes from an address.
  setup: { count: 10, seconds: HOUR },
  // Accounts created from an address.
  join: { count: 30, seconds: HOUR, byAddress: true, lifted: true },
  // What a person creates or uploads.
  channel: { count: 20, seconds: DAY, lifted: true },
  direct: { count: 50, seconds: DAY, lifted: true },
  webhook: { count: 50, seconds: DAY, lifted: true },
  invite: { count: 20, seconds: DAY, lifted: true },
  avatar: { count: 30, seconds: HOUR, lifted: true },
  emoji: { count: 100, seconds: HOUR, lifted: true },
} as const satisfies Record<string, Tries>;

export type TryKind = keyof typeof TRIES;

/** Returns the limit of `what`; null means no limit. */
export function tryLimit(what: TryKind): RateLimit {
  const { count, seconds, byAddress, lifted }: Tries = TRIES[what];
  const usual = { count: byAddress ? count * env.addressLimitFactor : count, seconds };
  return lifted ? personalLimit(what, usual) : firmLimit(what, usual);
}

/**
 * Counts an attempt in the database, which all instances share. Throws `rate_limited` with the seconds until the next
 * one if there were too many; `sentence` makes the message from these.
 */
export async function countTry(
  what: TryKind,
  key: string,
  sentence = (seconds: number) => `Too many attempts. Try again in ${timeText(seconds)}.`,
): Promise<void> {
  await limiterOf(what)
    ?.consume(key)
    .catch((reason: unknown) => {
      const retryAfter = secondsUntilNext(reason);
      throw new AppError("rate_limited", sentence(retryAfter), { retryAfter });
    });
}

const MADE = {
  channel: { what: "new channels", otherwise: "Ask an admin, or try" },
  direct: { what: "new group conversations", otherwise: "Try" },
  webhook: { what: "new webhooks", otherwise: "Ask an admin, or try" },
  invite: { what: "new invite links", otherwise: "Ask an admin, or try" },
} as const satisfies Partial<Record<TryKind, { what: string; otherwise: string }>>;

/** Names the limit and what to do: "You've reached today's limit of 20 new channels. Ask an admin, or try again …". */
function sayTooMany(made: keyof typeof MADE, seconds: number): string {
  const { what, otherwise } = MADE[made];
  const again = seconds > DAY / 2 ? "tomorrow" : `in ${timeText(seconds)}`;
  return `You've reached today's limit of ${tryLimit(made)?.count} ${what}. ${otherwise} again ${again}.`;
}

/**
 * Runs `make`, which creates something that members can only create a limited number of per day. Failures don't
 * count. Owners and admins have no limit, because they may set up all channels of a team at once. Throws
 * `rate_limited`.
 */
export async function countingMade<T>(
  what: keyof typeof MADE,
  { id, role }: SessionUser,
  make: () => Promise<T>,
): Promise<T> {
  if (role !== "member") return make();
  await countTry(what, `${id}`, (seconds) => sayTooMany(what, seconds));
  try {
    return await make();
  } catch (error) {
    await uncountTry(what, `${id}`);
    throw error;
  }
}

/** Takes back one try. */
export async function uncountTry(what: TryKind, key: string): Promise<void> {
  await limiterOf(what)?.reward(key);
}

/** Resets the count. */
export async function forgetTries(what: TryKind, key: string): Promise<void> {
  await limiterOf(what)?.delete(key);
}

function limiterOf(what: TryKind): RateLimiterPrisma | null {
  const limit = tryLimit(what);
  if (!limit) return null;
  const options = { points: limit.count, duration: limit.seconds, keyPrefix: what };
  return processWide(`try-limiter:${what}:${limit.count}/${limit.seconds}`, () => {
    // While the database doesn't respond, attempts are counted in this process.
    const insuranceLimiter = new RateLimiterMemory(options);
    return new RateLimiterPrisma({ ...options, storeClient: db(), insuranceLimiter });
  });
}
