import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { type Limit, type Primary, primary } from "@/lib/primary";
import { processWide } from "@/lib/process-wide";
import { secondsUntilNext } from "@/lib/retry-after";

/** One of the process's limiters; `connected` is when its first connection has come about, or failed to. */
export type Limiter = { limiter: RateLimiterMemory | RateLimiterRedis; connected: Promise<void> };

/**
 * The limiter of this name, which takes `count` in each window of that many seconds for each key: for all instances together when
 * REDIS_URL is set, else, and while Redis can't be reached, for each instance by itself, whose processes count together.
 */
export function sharedLimiter(name: string, { count, seconds }: { count: number; seconds: number }): Limiter {
  const { redisUrl } = env;
  return processWide(`${name}-limiter:${count}/${seconds}/${redisUrl ?? ""}`, () => {
    const options = { points: count, duration: seconds, keyPrefix: `parley:${name}` };
    const asked = primary();
    const own = asked ? new PrimarysLimiter(asked, name, options) : new RateLimiterMemory(options);
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

/** Counts where all processes behind the port do. */
class PrimarysLimiter extends RateLimiterMemory {
  readonly #primary: Primary;
  readonly #limit: Limit;

  constructor(primary: Primary, name: string, options: { points: number; duration: number; keyPrefix: string }) {
    super(options);
    this.#primary = primary;
    this.#limit = { name, count: options.points, seconds: options.duration };
  }

  override async consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    const counted = await this.#primary.count(this.#limit, `${key}`, points);
    const { taken, remaining, msBeforeNext, consumed, isFirst } = counted;
    const result = new RateLimiterRes(remaining, msBeforeNext, consumed, isFirst);
    if (!taken) throw result;
    return result;
  }
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
