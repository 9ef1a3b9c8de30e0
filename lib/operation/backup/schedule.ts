import { Cron } from "croner";
import { db } from "@/lib/db/client";
import { env } from "@/lib/process/env";
import { HOUR_MS } from "@/lib/process/repeat";

/** Returns whether a time of the schedule has passed since the last backup began. Without one, a backup is due now. */
export function hasPassed(schedule: string, last: Date | null, now: Date): boolean {
  if (last === null) return true;
  const next = new Cron(schedule, { paused: true, mode: "5-part" }).nextRun(last);
  return next !== null && next <= now;
}

const DAY_MS = 86_400_000;
const OLD_DAYS = 8;

/** Returns why a backup that was good at this time is too old, as a sentence; null if it's recent enough. */
export function whyOld(good: Date, now = Date.now()): string | null {
  const { schedule } = env.backup;
  if (schedule === undefined) {
    return now - good.getTime() > OLD_DAYS * DAY_MS ? `The last backup is more than ${OLD_DAYS} days old.` : null;
  }
  const isLate = hasPassed(schedule, good, new Date(now - DAY_MS));
  return isLate ? `The last backup is more than a day later than BACKUP_SCHEDULE (${schedule}) says.` : null;
}

/**
 * Returns whether BACKUP_SCHEDULE asks for a backup now, also one that was missed while Parley didn't run. After a failure,
 * it does so again at the next time, an hour later at most. There is nothing to back up before the workspace exists.
 */
export async function isBackupDue(now = new Date()): Promise<boolean> {
  const { schedule } = env.backup;
  if (schedule === undefined) return false;
  const [workspaces, latest, complete] = await Promise.all([
    db().workspace.count(),
    db().backup.findFirst({ where: { scheduled: true }, orderBy: { id: "desc" } }),
    db().backup.findFirst({
      where: { scheduled: true, endedAt: { not: null }, error: null },
      orderBy: { id: "desc" },
    }),
  ]);
  if (workspaces === 0 || !hasPassed(schedule, complete?.startedAt ?? null, now)) return false;
  const failed = latest !== null && latest.id !== complete?.id;
  if (!failed) return true;
  return latest.startedAt.getTime() <= now.getTime() - HOUR_MS || hasPassed(schedule, latest.startedAt, now);
}
