import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";

/** Counts one post of this webhook. Throws `rate_limited`, with the whole seconds until the next is taken. */
export async function countPost(webhookId: bigint): Promise<void> {
  const limit = env.webhookRateLimit;
  if (!limit) return;
  try {
    await limiter(limit).consume(`${webhookId}`);
  } catch (reason) {
    const milliseconds: unknown = Reflect.get(Object(reason), "msBeforeNext");
    if (typeof milliseconds !== "number") throw reason;
    const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
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
