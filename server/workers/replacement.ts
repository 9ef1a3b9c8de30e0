const MOST_SECONDS = 30;

/**
 * How many seconds the place of a worker stays empty that has ended so many times in a row: none the first time, since that was one bad
 * request, and longer each time after it, since what can't run must not take the processors from those that do.
 */
export function secondsUntilReplaced(crashes: number): number {
  return crashes < 2 ? 0 : Math.min(MOST_SECONDS, 2 ** (crashes - 2));
}
