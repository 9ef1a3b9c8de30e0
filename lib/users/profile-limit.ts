import { personalLimit } from "@/lib/limits";
import { countAct, sharedLimiter } from "@/lib/shared-limiter";

// Every change is told to every open page.
const CHANGES = { count: 20, seconds: 60 };

/** Counts one change of how somebody looks to others, for all instances together when REDIS_URL is set. Throws `rate_limited`. */
export async function countProfileWrite(userId: bigint): Promise<void> {
  const limit = personalLimit("profile", CHANGES);
  if (limit) await countAct(sharedLimiter("profile", limit), userId, "You changed it too often.");
}
