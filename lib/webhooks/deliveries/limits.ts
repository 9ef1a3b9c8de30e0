/** How much the delivery log keeps of a webhook: its latest successes, and all failures and plain cards of the last days. */
export const LOG_LIMITS = {
  successes: 100,
  /** Plain cards, whose payload can be shown for as long as failures are kept. */
  plain: 10_000,
  failures: 1_000,
  failureDays: 30,
  /** As large as a JSON body can be, so that long ones are kept whole. */
  payloadBytes: 256 * 1024,
  /** Kept when memory is short, and of a rejected request whose body hasn't been read. */
  beginningBytes: 64 * 1024,
  /** How much is read beyond the limit to find secrets that the cut would split. */
  lookAheadBytes: 4 * 1024,
} as const;

/** The most failures in a row that are counted. */
export const MOST_IN_ROW = 100;

/** How many failures the log lists at first, and how many more at a time. */
export const FAILURES_SHOWN = 100;

type OutcomeOf = { status: number; origin: string; isHandedOver?: boolean };

/**
 * Returns whether the request shows if its sender works. Those that a member sent or another webhook handed over don't,
 * nor do paused, archived and not-found responses.
 */
export function isOutcome({ status, origin, isHandedOver = false }: OutcomeOf): boolean {
  return origin === "sender" && !isHandedOver && status !== 403 && status !== 404;
}

export const DAY_MS = 24 * 3_600_000;

const DAYS_COUNTED = 2;

/** Returns when the oldest hour began whose requests are counted: today's, in any time zone. */
export function countedSince(): Date {
  return new Date(Date.now() - DAYS_COUNTED * DAY_MS);
}

/** Returns the time of the oldest failures and plain cards that are kept. */
export function keptSince(): Date {
  return new Date(Date.now() - LOG_LIMITS.failureDays * DAY_MS);
}
