import { db } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";
import { repeat } from "@/lib/repeat";
import { streams } from "@/lib/streams/streams";

const MINUTES_MS = 5 * 60_000;

/**
 * Notes, from now on and every five minutes, that those are here who have a page open: between requests only their streams tell. Starts
 * once per process, answers at once, never throws.
 */
export function keepNotingPresence(): void {
  processWide("keep-noting-presence", () => {
    repeat(notePresence, MINUTES_MS, "who has a page open was not noted");
    return true;
  });
}

/** Notes at the sessions with a stream open in this process that they were used just now, as far as that is news. */
export async function notePresence(): Promise<void> {
  const ids = new Set(Array.from(streams().readers, ({ sessionId }) => sessionId));
  if (ids.size === 0) return;
  // In the order of their ids, as in other processes, and without waiting for what somebody does to one just now.
  await db().$executeRaw`
    UPDATE sessions s SET last_seen_at = now() FROM (
      SELECT id FROM sessions WHERE id = ANY(${[...ids]}::bigint[]) AND last_seen_at < now() - interval '4 minutes'
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ) open WHERE s.id = open.id`;
}
