import { checkEnv, env } from "@/lib/process/env";
import { VERSION } from "@/lib/process/version";
import { sizeText } from "@/lib/text/size-text";
import { openForCommand } from "@/server/database";
import type { Lifecycle } from "@/server/lifecycle";
import { filesText, Progress } from "@/server/progress";

/**
 * `npm run backup`: writes an archive into BACKUP_DIR, whether or not Parley is running. Doesn't touch the database's
 * tables, so that it can run before an upgrade. A scheduled backup does nothing if it isn't due.
 */
export async function backUp(lifecycle: Lifecycle, scheduled: boolean): Promise<void> {
  const progress = new Progress();
  checkEnv();
  const databaseUrl = await openForCommand(lifecycle, (line) => progress.line(line));
  const { runBackup } = await import("@/lib/operation/backup/run-backup");
  const { isBackupDue } = await import("@/lib/operation/backup/schedule");
  const stopping = new AbortController();
  const began = Date.now();
  const work = runBackup({
    databaseUrl,
    version: VERSION,
    ...(scheduled && { ifDue: isBackupDue }),
    onProgress: (now) =>
      progress.show(
        "table" in now
          ? `Database: ${sizeText(now.bytes)} (${now.table})`
          : `Files: ${sizeText(now.bytes)} of ${sizeText(now.total)}`,
      ),
    signal: stopping.signal,
  });
  lifecycle.defer(async () => {
    stopping.abort();
    await work.catch(() => undefined);
  });
  const made = await work;
  if (made === null) progress.line("No backup is due, or another one is running.");
  else {
    progress.files("Missing, so not in the backup", made.missing);
    progress.files("Changed since they were uploaded, and in the backup as they are", made.damaged);
    for (const file of made.unread) progress.line(`Not in the backup, because it can't be read: ${file}`);
    for (const file of made.removed) progress.line(`Deleted ${file}.`);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    progress.line(`Backed up to ${made.path} (${sizeText(made.bytes)}, ${filesText(made.files)}) in ${seconds} s.`);
    if (!scheduled && env.backup.passphrase === undefined) {
      progress.line("It isn't encrypted and holds everything, secrets included. Keep it where only you can read it.");
    }
  }
  await lifecycle.end(0);
}
