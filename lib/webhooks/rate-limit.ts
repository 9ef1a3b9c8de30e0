import type { RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext } from "@/lib/retry-after";
import { sharedLimiter } from "@/lib/shared-limiter";

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
    const { limiter, connected } = sharedLimiter("webhook", limit);
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
