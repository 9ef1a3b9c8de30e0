import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext } from "@/lib/retry-after";
import { sharedLimiter } from "@/lib/shared-limiter";

// Every change is told to every open page.
const CHANGES = { count: 20, seconds: 60 };

/** Counts one change of how somebody looks to others, for all instances together when REDIS_URL is set. Throws `rate_limited`. */
export async function countProfileWrite(userId: bigint): Promise<void> {
  if (!env.limited) return;
  const { limiter, connected } = sharedLimiter("profile", CHANGES);
  await connected;
  await limiter.consume(`${userId}`).catch((reason: unknown) => {
    const retryAfter = secondsUntilNext(reason);
    throw new AppError("rate_limited", `You changed it too often. Try again in ${retryAfter} s.`, { retryAfter });
  });
}
