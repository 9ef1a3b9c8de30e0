import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isBackupDue } from "@/lib/backup/schedule";
import { env } from "@/lib/env";
import type { BackUp } from "@/lib/health/back-up-now";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { MINUTE_MS, repeat } from "@/lib/repeat";
import { isBackupRunning } from "@/lib/uploads/backup-lock";
import { ROOT } from "@/server/root";

/**
 * Backs up when BACKUP_SCHEDULE says so, and soon after the start if that was missed. Of several instances, one does it.
 * Lets the Health page back up too. Starts once per process, returns immediately and never throws.
 */
export function keepBackingUp(): void {
  processWide("back-up", (): BackUp => () => runBackupCommand());
  if (env.backup.schedule === undefined) return;
  const schedule = { label: "Back up if the schedule says so", every: MINUTE_MS };
  repeat("keep-backing-up", schedule, backUpIfDue, "the scheduled backup failed");
}

async function backUpIfDue(): Promise<void> {
  if (!(await isBackupDue()) || (await isBackupRunning())) return;
  const { code, output } = await runBackupCommand("--scheduled");
  if (code !== 0) throw new Error(output.trim());
  log.info(output.trim());
}

/** Runs the command in its own process at a low priority, so that requests don't wait for it. A shutdown stops it. */
async function runBackupCommand(...options: "--scheduled"[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ["server/launch.mjs", "server/main.ts", "backup", ...options], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const done = onShutdown(() => void child.kill());
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject).once("close", (code) => resolve({ code: code ?? 1, output }));
    });
  } finally {
    done();
  }
}
