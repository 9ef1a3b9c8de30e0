import { setTimeout as sleep } from "node:timers/promises";
import { recordAudit } from "@/lib/audit/record-audit";
import { isBackupRunning } from "@/lib/files/uploads/backup-lock";
import { requireAdmin } from "@/lib/people/allowed";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";
import { madeAlready } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";

/** Makes a backup in a process of its own. Resolves when it has ended; the launcher provides it as `back-up`. */
export type BackUp = () => Promise<{ code: number | NodeJS.Signals; output: string }>;

// What fails at once, such as a directory that can't be written, is known by then.
const PATIENCE_MS = 3_000;

/**
 * Starts a backup, for owners and admins. Throws `not_found` for members, `conflict` while another one runs, and
 * `unavailable` with the reason if it fails within seconds; otherwise the list of backups says how it ends.
 */
export async function backUpNow(user: SessionUser): Promise<void> {
  requireAdmin(user);
  const backUp = madeAlready<BackUp>("back-up");
  if (!backUp) throw new AppError("unavailable", "Parley wasn't started with npm start. Run npm run backup instead.");
  if (await isBackupRunning()) throw new AppError("conflict", "A backup is already being made. Wait until it ends.");
  await asPerson(user, async (tx, now) => {
    requireAdmin(now);
    await recordAudit(tx, { actor: user, action: "workspace.backup_started" });
  });
  const ended = backUp().catch((error: unknown) => ({ code: 1, output: String(error) }));
  void ended.then(({ code, output }) => {
    if (code !== 0) log.error({ output }, "the backup that an admin started failed");
  });
  const early = await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
  if (early === null || early.code === 0) return;
  const reason = early.output.trim().split("\n").at(-1) ?? "";
  throw new AppError("unavailable", `The backup failed. ${reason}`);
}
