import { BurstyRateLimiter } from "rate-limiter-flexible";
import { countAct, personalLimit, sharedLimiter } from "@/lib/process/limits";

// The sustained rate of writes, such as messages and settings; a burst may exceed it.
const STEADY = { count: 10, seconds: 1 };
const BURST = { count: 20, seconds: 10 };
// A page reports messages as they come into view, with one request at a time per channel.
const READING = { count: 30, seconds: 1 };

/**
 * How a request counts. `write`: a person did something; `reading`: a page reported a read position; `nothing`: it
 * changes nothing or has its own limit.
 */
export type CountsAs = "write" | "reading" | "nothing";

/**
 * Counts one request of a person, across all instances when REDIS_URL is set. Only `route` and `action` call it.
 * Reading has its own, wider limit, so that it never blocks writing. Throws `rate_limited` with the seconds to wait.
 */
export async function countWrite(userId: bigint, as: CountsAs = "write"): Promise<void> {
  if (as === "nothing") return;
  const name = as === "reading" ? "reading" : "write";
  const limit = personalLimit(name, as === "reading" ? READING : STEADY);
  if (!limit) return;
  const usual = sharedLimiter(name, limit);
  const burst = as === "write" ? personalLimit("write-burst", BURST) : null;
  const more = burst && sharedLimiter("write-burst", burst);
  const connected = Promise.all([usual.connected, more?.connected]);
  const limiter = more ? new BurstyRateLimiter(usual.limiter, more.limiter) : usual.limiter;
  await countAct({ limiter, connected }, userId, "You're doing that too fast.");
}

// Every change is sent to every open page.
const CHANGES = { count: 20, seconds: 60 };

/** Counts one profile change, across all instances when REDIS_URL is set. Throws `rate_limited`. */
export async function countProfileWrite(userId: bigint): Promise<void> {
  const limit = personalLimit("profile", CHANGES);
  if (limit) await countAct(sharedLimiter("profile", limit), userId, "You're changing it too often.");
}
