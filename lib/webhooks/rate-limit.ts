import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { secondsUntilNext } from "@/lib/retry-after";

/** Counts one post of this webhook. Throws `rate_limited`, with the whole seconds until the next is taken. */
export async function countPost(webhookId: bigint): Promise<void> {
  const limit = env.webhookRateLimit;
  if (!limit) return;
  try {
    await limiter(limit).consume(`${webhookId}`);
  } catch (reason) {
    const retryAfter = secondsUntilNext(reason);
    throw new AppError(
      "rate_limited",
      `This webhook may post ${limit.count} times in ${limit.seconds} seconds. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }
}

function limiter({ count, seconds }: { count: number; seconds: number }): RateLimiterMemory {
  return processWide(
    `webhook-limiter:${count}/${seconds}`,
    () => new RateLimiterMemory({ points: count, duration: seconds, keyPrefix: "webhook" }),
  );
}
