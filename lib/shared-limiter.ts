import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext } from "@/lib/limits";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";

/** One of the process's limiters; `connected` is when its first connection has come about, or failed to. */
export type Limiter = { limiter: RateLimiterMemory | RateLimiterRedis; connected: Promise<void> };

/**
 * The limiter of this name, which takes `count` in each window of that many seconds for each key: for all instances together when
 * REDIS_URL is set, else, and while Redis can't be reached, for each instance by itself.
 */
export function sharedLimiter(name: string, { count, seconds }: { count: number; seconds: number }): Limiter {
  const { redisUrl } = env;
  return processWide(`${name}-limiter:${count}/${seconds}/${redisUrl ?? ""}`, () => {
    const options = { points: count, duration: seconds, keyPrefix: `parley:${name}` };
    const own = new RateLimiterMemory(options);
    if (redisUrl === undefined) return { limiter: own, connected: Promise.resolve() };
    // While Redis can't be reached, each instance counts by itself: a limit is no reason to refuse everything.
    const { redis, connected } = connect(redisUrl);
    const shared = { storeClient: redis, insuranceLimiter: own, rejectIfRedisNotReady: true };
    return { limiter: new RateLimiterRedis({ ...options, ...shared }), connected };
  });
}

/** Counts one of this person's acts. Throws `rate_limited`, which says `because` and when to try again. */
export async function countAct(
  { limiter, connected }: { limiter: Pick<Limiter["limiter"], "consume">; connected: Promise<unknown> },
  userId: bigint,
  because: string,
): Promise<void> {
  await connected;
  await limiter.consume(`${userId}`).catch((reason: unknown) => {
    const retryAfter = secondsUntilNext(reason);
    throw new AppError("rate_limited", `${because} Try again in ${retryAfter} s.`, { retryAfter });
  });
}

function connect(redisUrl: string): { redis: Redis; connected: Promise<void> } {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 500,
    retryStrategy: (attempts) => Math.min(attempts * 250, 5_000),
  });
  let told = false;
  redis.on("error", (error: unknown) => {
    if (!told) log.warn({ err: error }, "Redis can't be reached; each instance counts by itself meanwhile");
    told = true;
  });
  redis.on("ready", () => {
    told = false;
  });
  onShutdown(() => redis.disconnect());
  // Without waiting, an instance's first posts would be counted by it alone.
  const connected = new Promise<void>((resolve) => {
    if (redis.status === "ready") resolve();
    for (const event of ["ready", "error", "end"]) redis.once(event, () => resolve());
  });
  return { redis, connected };
}
