import type { RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext } from "@/lib/retry-after";
import { sharedLimiter } from "@/lib/shared-limiter";

/** How a webhook stands in its present window. */
export type RateStatus = { limit: number; remaining: number; resetMs: number };

/** The rate limit of a webhook, as one of its requests meets it. */
export class RequestRate {
  #status: RateStatus | null = null;
  #counted: Promise<void> | null = null;

  constructor(readonly webhookId: bigint) {}

  /** How the webhook stands since the request was counted; null before, and where nothing is limited. */
  get status(): RateStatus | null {
    return this.#status;
  }

  /**
   * Counts the request, once however often it is asked to, for all instances together when REDIS_URL is set. Throws `rate_limited`, with the whole seconds until the
   * next is taken.
   */
  count(): Promise<void> {
    this.#counted ??= this.#count();
    return this.#counted;
  }

  async #count(): Promise<void> {
    const limit = env.webhookRateLimit;
    if (!limit) return;
    const note = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => {
      this.#status = {
        limit: limit.count,
        remaining: Math.max(remainingPoints, 0),
        resetMs: Math.max(msBeforeNext, 0),
      };
    };
    try {
      const { limiter, connected } = sharedLimiter("webhook", limit);
      await connected;
      note(await limiter.consume(`${this.webhookId}`));
    } catch (reason) {
      const retryAfter = secondsUntilNext(reason);
      note(reason as RateLimiterRes);
      throw new AppError(
        "rate_limited",
        `This webhook may post ${limit.count} times in ${limit.seconds} seconds. Try again in ${retryAfter} s.`,
        { retryAfter },
      );
    }
  }
}
