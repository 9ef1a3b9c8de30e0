import { db } from "@/lib/db/client";
import type { InstanceDto, JobDto } from "@/lib/operation/health/dto";
import { SILENT_AFTER_SECONDS } from "@/lib/operation/instances/heartbeat";
import { type JobState, jobs, MINUTE_MS } from "@/lib/process/repeat";
import { THIS_INSTANCE } from "@/lib/process/this-instance";

// A job that takes long or shares the event loop with much else isn't late yet.
const GRACE_MS = 5 * MINUTE_MS;

/**
 * Returns the jobs of this process and of other running instances with their last run, by label. A job is late if it
 * hasn't run for two intervals and five minutes.
 */
export async function listJobs(): Promise<JobDto[]> {
  const { own } = jobs;
  const rows = await db().$queryRaw<Row[]>`
    SELECT name, label, every_ms AS "everyMs", ended_at AS "endedAt", took_ms AS "tookMs", error,
      succeeded_at AS "succeededAt", next_at AS "nextAt", instance
    FROM jobs j WHERE name = ANY(${[...own.keys()]}) OR EXISTS (
      SELECT FROM instances i WHERE i.id = j.instance_id AND i.seen_at > now() - ${SILENT_AFTER_SECONDS} * interval '1 second')`;
  const known = new Map(rows.map((row) => [row.name, row]));
  const names = new Set([...own.keys(), ...known.keys()]);
  return Array.from(names, (name) => toDto(own.get(name), known.get(name)))
    .flatMap((job) => job ?? [])
    .sort((one, other) => one.label.localeCompare(other.label, "en"));
}

type Row = {
  name: string;
  label: string;
  everyMs: number;
  endedAt: Date;
  tookMs: number;
  error: string | null;
  succeededAt: Date | null;
  nextAt: Date;
  instance: string;
};

function toDto(own: JobState | undefined, row: Row | undefined): JobDto | null {
  const { name, label } = own ?? row ?? {};
  const everyMs = own?.every ?? row?.everyMs;
  if (name === undefined || label === undefined || everyMs === undefined) return null;
  const now = Date.now();
  const lastAt = Math.max(row?.endedAt.getTime() ?? 0, own?.since ?? 0);
  const isLate = now - lastAt > 2 * everyMs + GRACE_MS;
  // What another instance said may be over.
  const next = [own?.nextAt, row?.nextAt.getTime()].filter((at): at is number => at !== undefined && at > now);
  return {
    name,
    label,
    everyMs,
    state: isLate ? "late" : own?.began ? "running" : !row ? "waiting" : row.error === null ? "succeeded" : "failed",
    last: row
      ? {
          beganAt: new Date(row.endedAt.getTime() - row.tookMs).toISOString(),
          endedAt: row.endedAt.toISOString(),
          tookMs: row.tookMs,
          instance: row.instance,
        }
      : null,
    error: row?.error ?? null,
    succeededAt: row?.error ? (row.succeededAt?.toISOString() ?? null) : null,
    nextAt: new Date(next.length > 0 ? Math.min(...next) : now).toISOString(),
  };
}

/** Returns the running instances, the oldest first, and those that stopped within minutes without saying so. */
export async function listInstances(): Promise<InstanceDto[]> {
  const rows = await db().$queryRaw<(Omit<InstanceDto, "startedAt" | "seenAt" | "isThis"> & Times)[]>`
    SELECT id, host, pid, version, started_at AS "startedAt", seen_at AS "seenAt", streams,
      seen_at > now() - ${SILENT_AFTER_SECONDS} * interval '1 second' AS responds
    FROM instances ORDER BY started_at, id LIMIT 100`;
  return rows.map(({ startedAt, seenAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isThis: row.id === THIS_INSTANCE.id,
  }));
}

type Times = { startedAt: Date; seenAt: Date };
