import { db } from "@/lib/db/client";
import { log } from "@/lib/process/log";
import { type JobRun, type JobState, jobs } from "@/lib/process/repeat";
import { THIS_INSTANCE } from "@/lib/process/this-instance";
import { maskSecrets } from "@/lib/secrets/mask-secrets";

// Jobs that run more often are stored once in this time.
const STORED_EVERY_MS = 55_000;
const LONGEST_ERROR = 300;

/** Stores the last run of each job of this process from now on, each at most once a minute. */
export function recordJobs(): void {
  const stored = new WeakMap<JobState, { at: number; writing: boolean }>();
  jobs.record = async (job, run) => {
    const last = stored.get(job);
    if (last && (last.writing || performance.now() - last.at < STORED_EVERY_MS)) return;
    const state = { at: performance.now(), writing: true };
    stored.set(job, state);
    try {
      await store(job, run);
    } catch (error) {
      log.debug({ err: error }, "couldn't store a job's last run");
    } finally {
      state.writing = false;
    }
  };
}

// All times are the database's, because instances' clocks differ. Each instance runs the job, so the next run is the
// earliest that is known.
async function store({ name, label, every, nextAt }: JobState, { tookMs, error }: JobRun): Promise<void> {
  const { id, name: instance } = THIS_INSTANCE;
  const inMs = Math.max(0, nextAt - Date.now());
  const reason = error === null ? null : reasonOf(error);
  await db().$executeRaw`
    INSERT INTO jobs AS j (name, label, every_ms, ended_at, took_ms, error, succeeded_at, next_at, instance_id, instance)
    VALUES (${name}, ${label}, ${every}, now(), ${tookMs}, ${reason}, CASE WHEN ${reason}::text IS NULL THEN now() END,
      now() + ${inMs} * interval '1 millisecond', ${id}, ${instance})
    ON CONFLICT (name) DO UPDATE SET label = excluded.label, every_ms = excluded.every_ms, ended_at = excluded.ended_at,
      took_ms = excluded.took_ms, error = excluded.error, succeeded_at = coalesce(excluded.succeeded_at, j.succeeded_at),
      next_at = CASE WHEN j.next_at > now() THEN least(j.next_at, excluded.next_at) ELSE excluded.next_at END,
      instance_id = excluded.instance_id, instance = excluded.instance`;
}

/** Returns what went wrong, in one line and without secrets. Prisma's messages say it in their last line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [line = "It failed without saying why."] = lines.slice(-1);
  return maskSecrets(line.trim()).slice(0, LONGEST_ERROR);
}
