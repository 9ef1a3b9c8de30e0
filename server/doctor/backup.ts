import { env } from "@/lib/process/env";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";

const HOUR_MS = 3_600_000;

/** Checks the latest backups and their archives, and against BACKUP_SCHEDULE if it's set. Uses the generated client. */
export async function checkBackup(now = new Date()): Promise<Finding> {
  const { backupState } = await import("@/lib/operation/backup/state");
  const { latest, goodAt, trouble } = await backupState(now.getTime());
  if (trouble === null) {
    if (goodAt !== null) return ok(`The latest good backup is ${ageText(now.getTime() - goodAt.getTime())} old.`);
    return latest === null ? ok("No backup is due yet.") : ok("The first backup is being made.");
  }
  const says = [trouble.summary, trouble.detail].filter(Boolean).join(" ");
  switch (trouble.kind) {
    case "failed":
    case "folder":
      return fail(says, "Fix the reason, then run npm run backup.");
    case "gone":
      return fail(
        says,
        "Check the disk with the backups, then run npm run backup. Copy archives instead of moving them.",
      );
    case "none":
      return warn(says, "Run npm run backup, and set BACKUP_SCHEDULE. If you back up in another way, ignore this.");
    case "late":
      return env.backup.schedule === undefined
        ? warn(says, 'Set BACKUP_SCHEDULE, such as BACKUP_SCHEDULE="0 3 * * *".')
        : fail(says, "Parley makes backups while it runs. Look for the reason in its log, then run npm run backup.");
  }
}

function ageText(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / HOUR_MS));
  if (hours < 1) return "less than an hour";
  const [count, unit] = hours < 48 ? [hours, "hour"] : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
