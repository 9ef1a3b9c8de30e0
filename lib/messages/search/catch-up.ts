import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { indexBatch } from "@/lib/messages/search/index-messages";
import { log } from "@/lib/process/log";

const ENOUGH_MS = 300;
const MOST_MS = 1_500;
const POLL_MS = 10;
// Messages are indexed within a second or with the next search, so those missing are among the latest unless the index
// is far behind.
const LATEST = 200;

/**
 * Waits until everything posted so far can be found in its current version; older messages that were edited follow
 * within seconds. From a backlog it indexes at least one batch and otherwise for 300 ms, and waits at most 1.5 s. Never
 * throws.
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
    if (!(await latestAreBehind())) return;
    while (!given.aborted) {
      const batch = await indexBatch();
      if (batch && (!batch.more || Date.now() > enough)) return;
      if (!batch) await sleep(POLL_MS);
    }
  } catch (error) {
    log.debug({ err: error }, "searching without the latest messages");
  }
}

// In a large install, comparing every channel with its progress would take longer than the search.
async function latestAreBehind(): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM (SELECT channel_id, rev FROM messages ORDER BY id DESC LIMIT ${LATEST}) m
    LEFT JOIN search_progress p ON p.channel_id = m.channel_id WHERE m.rev > coalesce(p.rev, 0) LIMIT 1`;
  return rows.length > 0;
}
