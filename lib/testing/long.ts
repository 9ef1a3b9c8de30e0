/** Whether this is `npm test -- --long`, which also runs what is worth its time only now and then. */
export const isLong = process.env.TEST_LONG === "1";

/** How many random cases to try a property with, given how many in a long run: a tenth of them in a short one. */
export function randomRuns(inLongRun: number): number {
  return isLong ? inLongRun : Math.ceil(inLongRun / 10);
}
