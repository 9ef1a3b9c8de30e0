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
