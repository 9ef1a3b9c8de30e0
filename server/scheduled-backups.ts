import { constants, setPriority } from "node:os";
import { notifyOwners } from "@/lib/backup/notify-owners";
import { isBackupDue } from "@/lib/backup/schedule";
import { env } from "@/lib/env";
import { fullPlaces } from "@/lib/full-disk";
import type { BackUp } from "@/lib/health/back-up-now";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { MINUTE_MS, repeat } from "@/lib/repeat";
import { isBackupRunning } from "@/lib/uploads/backup-lock";
import { type Ended, runCommand } from "@/server/run-program";

/**
 * Backs up when BACKUP_SCHEDULE says so, and soon after the start if that was missed. Of several instances, one does it.
 * Lets the Health page back up too. Starts once per process, returns immediately and never throws.
 */
export function keepBackingUp(): void {
  processWide("back-up", (): BackUp => () => runBackup());
  if (env.backup.schedule === undefined) return;
  const schedule = { label: "Back up if the schedule says so", every: MINUTE_MS };
  repeat("keep-backing-up", schedule, backUpIfDue, "the scheduled backup failed");
  // The first run backs up, if one is due.
  const noticing = { label: "Notify owners if backups fail", every: MINUTE_MS, later: true } as const;
  repeat("notify-owners-of-backups", noticing, () => notifyOwners(), "notifying owners about backups failed");
}

async function backUpIfDue(): Promise<void> {
  // It couldn't be recorded, and would be tried again every minute. The state is already known.
  if (fullPlaces().has("database")) return;
  if (!(await isBackupDue()) || (await isBackupRunning())) return;
  const { code, output } = await runBackup("--scheduled");
  if (code !== 0) throw new Error(output.trim());
  log.info(output.trim());
}

/** Makes a backup at a low priority, so that requests don't wait for it. A shutdown stops it. */
async function runBackup(...options: "--scheduled"[]): Promise<Ended> {
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
