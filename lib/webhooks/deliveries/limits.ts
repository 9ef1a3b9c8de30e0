/** How much the delivery log keeps of a webhook: its latest successes, and all failures of the last days. */
export const LOG_LIMITS = {
  successes: 100,
  failures: 1_000,
  failureDays: 30,
  /** As large as a JSON body can be, so that long ones are kept whole. */
  payloadBytes: 256 * 1024,
  /** Kept when memory is short, and of a rejected request whose body hasn't been read. */
  beginningBytes: 64 * 1024,
  /** How much is read beyond the limit to find secrets that the cut would split. */
  lookAheadBytes: 4 * 1024,
} as const;

/** How many failures the log lists at first, and how many more at a time. */
export const FAILURES_SHOWN = 100;

/** Returns whether the request shows if the webhook works. Paused, archived and not-found responses don't. */
export function isOutcome({ status }: { status: number }): boolean {
  return status !== 403 && status !== 404;
}
