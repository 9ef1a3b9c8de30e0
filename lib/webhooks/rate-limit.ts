import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { secondsUntilNext } from "@/lib/retry-after";

/** How a webhook stands in its present window. */
export type RateStatus = { limit: number; remaining: number; resetMs: number };

/**
 * Counts one request of this webhook, for all instances together when REDIS_URL is set. Answers null where nothing is limited.
 * Throws `rate_limited`, with the whole seconds until the next is taken, after telling `onStatus` how it stands.
 */
export async function countPost(
  webhookId: bigint,
  onStatus: (status: RateStatus) => void = () => undefined,
): Promise<void> {
  const limit = env.webhookRateLimit;
  if (!limit) return;
  const tell = ({ remainingPoints, msBeforeNext }: RateLimiterRes) =>
    onStatus({ limit: limit.count, remaining: Math.max(remainingPoints, 0), resetMs: Math.max(msBeforeNext, 0) });
  try {
    const { limiter, connected } = limiterOf(limit);
    await connected;
    tell(await limiter.consume(`${webhookId}`));
  } catch (reason) {
    const retryAfter = secondsUntilNext(reason);
    tell(reason as RateLimiterRes);
    throw new AppError(
      "rate_limited",
      `This webhook may post ${limit.count} times in ${limit.seconds} seconds. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }
}

/** The process's limiter; `connected` is when its first connection has come about, or failed to. */
type Limiter = { limiter: RateLimiterMemory | RateLimiterRedis; connected: Promise<void> };

function limiterOf({ count, seconds }: { count: number; seconds: number }): Limiter {
  const { redisUrl } = env;
  return processWide(`webhook-limiter:${count}/${seconds}/${redisUrl ?? ""}`, () => {
    const options = { points: count, duration: seconds, keyPrefix: "parley:webhook" };
    const own = new RateLimiterMemory(options);
    if (redisUrl === undefined) return { limiter: own, connected: Promise.resolve() };
    // While Redis can't be reached, each instance counts by itself: a limit is no reason to refuse everything.
    const { redis, connected } = connect(redisUrl);
    const shared = { storeClient: redis, insuranceLimiter: own, rejectIfRedisNotReady: true };
    return { limiter: new RateLimiterRedis({ ...options, ...shared }), connected };
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
    if (!told)
      log.warn({ err: error }, "Redis can't be reached; each instance limits its own webhooks' posts meanwhile");
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
