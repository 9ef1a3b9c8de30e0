import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { indexBatch } from "@/lib/search/index-batch";

const ENOUGH_MS = 300;
const MOST_MS = 1_500;
const POLL_MS = 10;

/**
 * Waits until everything that was said before now can be found. Of a backlog it takes what 300 ms allow, though a whole batch at
 * least, and waits 1.5 s at the most. Never throws.
 */
export async function catchUp(): Promise<void> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), MOST_MS);
  try {
    await Promise.race([
      index(given.signal),
      new Promise((resolve) => given.signal.addEventListener("abort", resolve)),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function index(given: AbortSignal): Promise<void> {
  const enough = Date.now() + ENOUGH_MS;
  try {
    while (!given.aborted) {
      const batch = await indexBatch();
      if (batch && (!batch.more || Date.now() > enough)) return;
      if (!batch) await sleep(POLL_MS);
    }
  } catch (error) {
    log.debug({ err: error }, "a search goes on without the latest messages");
  }
}
