import { env } from "@/lib/env";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";

const HOUR_MS = 3_600_000;

/** Checks the latest backups, and against BACKUP_SCHEDULE if it's set. Uses the generated database client. */
export async function checkBackup(now = new Date()): Promise<Finding> {
  const { lastBackups, lastGoodBackupAt } = await import("@/lib/backup/queries");
  const { whyOld } = await import("@/lib/backup/schedule");
  const [[latest], good] = await Promise.all([lastBackups(1), lastGoodBackupAt()]);
  const { schedule } = env.backup;
  if (latest?.state === "failed") {
    const reason = (latest.error ?? "the reason isn't known").replace(/\.$/, "");
    return fail(`The latest backup failed: ${reason}.`, "Fix the reason, then run npm run backup.");
  }
  if (good === null) {
    const fix = "Run npm run backup, and set BACKUP_SCHEDULE. If you back up in another way, ignore this.";
    return warn("There is no backup made by Parley.", fix);
  }
  const old = whyOld(good, now.getTime());
  if (old === null) return ok(`The latest backup is ${ageText(now.getTime() - good.getTime())} old.`);
  if (schedule === undefined) return warn(old, 'Set BACKUP_SCHEDULE, such as BACKUP_SCHEDULE="0 3 * * *".');
  return fail(old, "Parley makes backups while it runs. Look for the reason in its log, then run npm run backup.");
}

function ageText(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / HOUR_MS));
  if (hours < 1) return "less than an hour";
  const [count, unit] = hours < 48 ? [hours, "hour"] : [Math.floor(hours / 24), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
