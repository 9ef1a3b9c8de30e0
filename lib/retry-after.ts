/**
 * The whole seconds, at least 1, after which a limiter takes the next one, from what its `consume` rejected with. Throws the
 * reason itself when that is no refusal but an error.
 */
export function secondsUntilNext(reason: unknown): number {
  const milliseconds: unknown = Reflect.get(Object(reason), "msBeforeNext");
  if (typeof milliseconds !== "number") throw reason;
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** So many seconds as a sentence has them, in minutes or hours: "1 minute", "24 hours". */
export function timeText(seconds: number): string {
  const [count, unit] = seconds > 7_200 ? [Math.ceil(seconds / 3_600), "hour"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
