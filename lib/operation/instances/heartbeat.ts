import { db } from "@/lib/db/client";
import { madeAlready } from "@/lib/process/process-wide";
import type { TimedJob } from "@/lib/process/repeat";
import { THIS_INSTANCE } from "@/lib/process/this-instance";
import { VERSION } from "@/lib/process/version";

/** An instance that has missed two beats no longer responds. */
export const SILENT_AFTER_SECONDS = 75;

const BEAT_MS = 30_000;
const KEPT_MINUTES = 10;

/** Lists this process among the running instances until it shuts down. */
export const heartbeatJob: TimedJob = {
  name: "heartbeat",
  label: "List this instance as running",
  every: BEAT_MS,
  work: beat,
  atEnd: leave,
  failure: "couldn't list this instance as running",
};

/** Updates this instance's row, and removes instances that stopped without removing theirs. */
export async function beat(): Promise<void> {
  const { id, host, pid, startedAt } = THIS_INSTANCE;
  const age = Date.now() - startedAt.getTime();
  await db().$executeRaw`
    WITH gone AS (
      DELETE FROM instances WHERE id IN (
        SELECT id FROM instances WHERE seen_at < now() - ${KEPT_MINUTES} * interval '1 minute' FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO instances (id, host, pid, version, started_at, seen_at, streams)
    VALUES (${id}, ${host}, ${pid}, ${VERSION}, now() - ${age} * interval '1 millisecond', now(), ${openStreams()})
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, streams = excluded.streams`;
}

/** Removes this instance from the list. */
export async function leave(): Promise<void> {
  await db().instance.deleteMany({ where: { id: THIS_INSTANCE.id } });
}

function openStreams(): number {
  return madeAlready<{ readers: ReadonlySet<unknown> }>("streams")?.readers.size ?? 0;
}
