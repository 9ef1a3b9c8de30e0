import type { RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext } from "@/lib/limits";
import { sharedLimiter } from "@/lib/shared-limiter";

/** How a webhook stands in its present window. */
export type RateStatus = { limit: number; remaining: number; resetMs: number };

/** The rate limit of a webhook, as one of its requests meets it. */
export class RequestRate {
  #status: RateStatus | null = null;
  #counted: Promise<void> | null = null;

  /** What doesn't count is what a member sends from Parley's pages: that counts toward them, or they would use up what the sender has. */
  constructor(
    readonly webhookId: bigint,
    readonly counts = true,
  ) {}

  /** How the webhook stands since the request was counted; null before, and where nothing is limited. */
  get status(): RateStatus | null {
    return this.#status;
  }

  /**
   * Counts the request as one message, once however often it is asked to, for all instances together when REDIS_URL is set. Throws
   * `rate_limited`, with the whole seconds until the next is taken.
   */
  count(): Promise<void> {
    this.#counted ??= this.#count(1, "");
    return this.#counted;
  }

  /**
   * Counts all messages of the request, the first of which was counted with it; of more than the limit as many as that, so that they are
   * taken by a window that is still unused. Throws `rate_limited` where there isn't room for all, and then none of them counts.
   */
  async countMessages(messages: number): Promise<void> {
    await this.count();
    const others = Math.min(messages, env.webhookRateLimit?.count ?? 1) - 1;
    if (others > 0) await this.#count(others, ", and there isn't room for all messages of this request");
  }

  async #count(points: number, because: string): Promise<void> {
    const limit = env.webhookRateLimit;
    if (!limit || !this.counts) return;
    const { limiter, connected } = sharedLimiter("webhook", limit);
    await connected;
    const key = `${this.webhookId}`;
    try {
      this.#note(limit.count, await limiter.consume(key, points));
    } catch (reason) {
      const retryAfter = secondsUntilNext(reason);
      this.#note(limit.count, reason as RateLimiterRes);
      // What came to nothing mustn't take the room of others.
      if (points > 1) await limiter.consume(key, -points).catch(secondsUntilNext);
      throw new AppError(
        "rate_limited",
        `This webhook may post ${limit.count} times in ${limit.seconds} seconds${because}. Try again in ${retryAfter} s.`,
        { retryAfter },
      );
    }
  }

  #note(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
    this.#status = { limit, remaining: Math.max(remainingPoints, 0), resetMs: Math.max(msBeforeNext, 0) };
  }
}
