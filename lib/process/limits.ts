import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { env, type RateLimit } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";

type Rate = NonNullable<RateLimit>;

/** A limit on what a person does, lifted by LIMITS=off. Tests can set this and the two below by name in TEST_LIMITS. */
export function personalLimit(name: string, usual: Rate): RateLimit {
  return env.testLimits.get(name) ?? (env.limited ? usual : null);
}

/** A limit that can't be lifted: on guessing passwords, codes and links. */
export function firmLimit(name: string, usual: Rate): Rate {
  return env.testLimits.get(name) ?? usual;
}

/** A limit without a time window. */
export function countLimit(name: string, usual: number): number {
  return env.testLimits.get(name)?.count ?? usual;
}

/**
 * The whole seconds, at least 1, until the limiter accepts the next call, from the reason its `consume` rejected with.
 * Rethrows errors.
 */
export function secondsUntilNext(reason: unknown): number {
  const milliseconds: unknown = Reflect.get(Object(reason), "msBeforeNext");
  if (typeof milliseconds !== "number") throw reason;
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** Formats seconds as minutes or hours: "1 minute", "24 hours". */
export function timeText(seconds: number): string {
  const [count, unit] = seconds > 7_200 ? [Math.ceil(seconds / 3_600), "hour"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A limiter of this process. `connected` resolves once its first connection succeeded or failed; null if it needs none. */
type Limiter = { limiter: RateLimiterMemory | RateLimiterRedis; connected: Promise<void> | null };

/**
 * Returns the limiter with this name, which accepts `count` calls per key and window of `seconds`. Instances share it
 * through REDIS_URL; without that, or while Redis can't be reached, each counts separately.
 */
export function sharedLimiter(name: string, { count, seconds }: { count: number; seconds: number }): Limiter {
  const { redisUrl } = env;
  return processWide(`${name}-limiter:${count}/${seconds}/${redisUrl ?? ""}`, () => {
    const options = { points: count, duration: seconds, keyPrefix: `parley:${name}` };
    const own = new RateLimiterMemory(options);
    if (redisUrl === undefined) return { limiter: own, connected: null };
    // While Redis can't be reached, each instance counts separately, because refusing everything would be worse.
    const { redis, connected } = connect(redisUrl);
    const shared = { storeClient: redis, insuranceLimiter: own, rejectIfRedisNotReady: true };
    return { limiter: new RateLimiterRedis({ ...options, ...shared }), connected };
  });
}

/** Counts an action of this user. Throws `rate_limited` with `because` and when to try again. */
export async function countAct(
  { limiter, connected }: { limiter: Pick<Limiter["limiter"], "consume">; connected: Promise<unknown> | null },
  userId: bigint,
  because: string,
): Promise<void> {
  await connected;
  await limiter.consume(`${userId}`).catch((reason: unknown) => {
    const retryAfter = secondsUntilNext(reason);
    throw new AppError("rate_limited", `${because} Try again in ${retryAfter} s.`, { retryAfter });
  });
}

const redisConnections = () => processWide("redis-connections", () => new Set<Redis>());

/** Returns whether this process counts limits in Redis right now. */
export async function redisState(): Promise<"off" | "connected" | "unreachable"> {
  if (env.redisUrl === undefined) return "off";
  if (redisConnections().size === 0) await sharedLimiter("doctor", { count: 1, seconds: 1 }).connected;
  return [...redisConnections()].every(({ status }) => status === "ready") ? "connected" : "unreachable";
}

function connect(redisUrl: string): { redis: Redis; connected: Promise<void> } {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 500,
    retryStrategy: (attempts) => Math.min(attempts * 250, 5_000),
  });
  let warned = false;
  redis.on("error", (error: unknown) => {
    if (!warned) log.warn({ err: error }, "can't reach Redis; each instance counts on its own until it's back");
    warned = true;
  });
  redis.on("ready", () => {
    warned = false;
  });
  onShutdown(() => redis.disconnect());
  redisConnections().add(redis);
  // Without waiting, only this instance would count its first posts.
  const connected = new Promise<void>((resolve) => {
    if (redis.status === "ready") resolve();
    for (const event of ["ready", "error", "end"]) redis.once(event, () => resolve());
  });
  return { redis, connected };
}
