/** What of a webhook's requests the delivery log keeps: the latest successes and, apart from them, the failures of some days. */
export const LOG_LIMITS = {
  successes: 100,
  failures: 1_000,
  failureDays: 30,
  /** As much as a body of JSON can have, so that what a long one is about is all there. */
  payloadBytes: 256 * 1024,
  /** While memory is short, and of a refused request that nobody has read. */
  beginningBytes: 64 * 1024,
  /** How much more than is kept is read for secrets, so that none that the cut would halve goes unseen. */
  lookAheadBytes: 4 * 1024,
} as const;

/** How many failures the log lists at first, and how many more at a time. */
export const FAILURES_SHOWN = 100;

/** Whether the request says how its webhook fares: that it is paused or archived, or a message gone, doesn't. */
export function isOutcome({ status }: { status: number }): boolean {
  return status !== 403 && status !== 404;
}
