import { env, type RateLimit } from "@/lib/env";

type Rate = NonNullable<RateLimit>;

/** A limit on what a person does, which LIMITS=off lifts. A test sets another by this name in TEST_LIMITS, as for the two below. */
export function personalLimit(name: string, usual: Rate): RateLimit {
  return env.testLimits.get(name) ?? (env.limited ? usual : null);
}

/** A limit that nothing lifts: on guessing passwords, codes and links. */
export function firmLimit(name: string, usual: Rate): Rate {
  return env.testLimits.get(name) ?? usual;
}

/** A number that isn't counted in windows of time. */
export function countLimit(name: string, usual: number): number {
  return env.testLimits.get(name)?.count ?? usual;
}

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
