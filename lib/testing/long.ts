/** Whether this is `npm test -- --long`, which also runs tests that are too slow for every run. */
export const isLong = process.env.TEST_LONG === "1";

/** Returns how many random cases to test a property with: `inLongRun` in a long run, otherwise a tenth of that. */
export function randomRuns(inLongRun: number): number {
  return isLong ? inLongRun : Math.ceil(inLongRun / 10);
}
