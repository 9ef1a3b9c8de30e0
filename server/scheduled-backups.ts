import { constants, setPriority } from "node:os";
import { isBackupRunning } from "@/lib/files/uploads/backup-lock";
import { notifyOwners } from "@/lib/operation/backup/notify-owners";
import { isBackupDue } from "@/lib/operation/backup/schedule";
import type { BackUp } from "@/lib/operation/health/back-up-now";
import { env } from "@/lib/process/env";
import { fullPlaces } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { type ProgramResult, runCommand } from "@/server/run-program";

// For the Health page.
processWide("back-up", (): BackUp => () => runBackup());

const isScheduled = () => env.backup.schedule !== undefined;

/** Backs up when BACKUP_SCHEDULE says so, and soon after the start if that was missed. Of several instances, one does it. */
export const backUpJob: TimedJob = {
  name: "keep-backing-up",
  label: "Back up if the schedule says so",
  every: MINUTE_MS,
  work: backUpIfDue,
  isWanted: isScheduled,
  failure: "the scheduled backup failed",
};

/** Begins later than `backUpJob`, whose first run backs up, if one is due. */
export const backUpNoticesJob: TimedJob = {
  name: "notify-owners-of-backups",
  label: "Notify owners if backups fail",
  every: MINUTE_MS,
  later: true,
  work: () => notifyOwners(),
  isWanted: isScheduled,
  failure: "notifying owners about backups failed",
};

async function backUpIfDue(): Promise<void> {
  // It couldn't be recorded, and would be tried again every minute. The state is already known.
  if (fullPlaces().has("database")) return;
  if (!(await isBackupDue()) || (await isBackupRunning())) return;
  const { code, output } = await runBackup("--scheduled");
  if (code !== 0) throw new Error(output.trim());
  log.info(output.trim());
}

/** Makes a backup at a low priority, so that requests don't wait for it. A shutdown stops it. */
async function runBackup(...options: "--scheduled"[]): Promise<ProgramResult> {
  let done = (): void => undefined;
  try {
    const ended = await runCommand(["backup", ...options], {}, (child) => {
      done = onShutdown(() => void child.kill());
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    });
    if (typeof ended.code === "string") ended.output += `The process was ended by ${ended.code}.`;
    return ended;
  } finally {
    done();
  }
}
