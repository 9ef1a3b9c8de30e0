import { db } from "@/lib/db/client";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { madeAlready } from "@/lib/process-wide";
import { repeat } from "@/lib/repeat";
import { THIS_INSTANCE } from "@/lib/this-instance";
import { VERSION } from "@/lib/version";

/** An instance that has missed two beats no longer responds. */
export const SILENT_AFTER_SECONDS = 75;

const BEAT_MS = 30_000;
const KEPT_MINUTES = 10;

/**
 * Lists this process among the running instances, now and every 30 seconds, until it shuts down. Starts once per
 * process, returns at once and never throws.
 */
export function startHeartbeat(): void {
  let beating: Promise<void> = Promise.resolve();
  let stopped = false;
  const work = async () => {
    if (stopped) return;
    beating = beat();
    await beating;
  };
  const failure = "couldn't list this instance as running";
  repeat("heartbeat", { label: "List this instance as running", every: BEAT_MS }, work, failure);
  onShutdown(async () => {
    stopped = true;
    await beating.catch(() => undefined);
    await leave().catch((error: unknown) => log.debug({ err: error }, "couldn't remove this instance from the list"));
  });
}

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
