import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { incomingDir, unlessMissing } from "@/lib/files/stores/disk-store";
import { hashInName } from "@/lib/files/stores/file-store";
import { fileStore } from "@/lib/files/stores/stores";
import { isBackupRunning } from "@/lib/files/uploads/backup-lock";
import { whileDeleting } from "@/lib/files/uploads/file-lock";
import { allNamesOf } from "@/lib/files/uploads/file-paths";
import { INSTALL } from "@/lib/files/uploads/quota";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { HOUR_MS, type TimedJob } from "@/lib/process/repeat";

const AGE_MS = 24 * HOUR_MS;
const UNNAMED_EVERY_MS = 20_000;
const AT_ONCE = 500;

const state = processWide("sweep-files", () => ({ next: 0 }));

/** Sweeps in the background, at most once an hour. Answers at once, never throws. */
export function sweepNowAndThen(): void {
  if (Date.now() < state.next) return;
  state.next = Date.now() + HOUR_MS;
  sweepFiles().catch((error: unknown) => log.warn({ err: error }, "couldn't delete files that no message uses"));
}

/** Files to check again, because the database couldn't be reached. */
const undecided = processWide("undecided-files", () => new Set<string>());

/**
 * Deletes the files with these hashes that no message uses. Never throws; files that can't be checked now are checked
 * later.
 */
export async function discardUnnamed(hashes: readonly Uint8Array[]): Promise<void> {
  const names = [...new Set(hashes.map((hash) => Buffer.from(hash).toString("hex")))];
  try {
    const named = await namedAmong(names);
    for (const name of names) if (!(named.has(name) || (await discard(name)))) undecided.add(name);
  } catch (error) {
    for (const name of names) undecided.add(name);
    log.debug({ err: error }, "couldn't check for unused files; will try again later");
  }
}

/**
 * Deletes the file and its versions unless a message uses it. A message committed before the check is seen; a later one
 * puts the file back (see `withFilesInPlace`). Returns false and keeps the file while a backup runs.
 */
async function discard(name: string): Promise<boolean> {
  const hash = Buffer.from(name, "hex");
  return whileDeleting(hash, async (tx) => {
    if ((await namedAmong([name], tx)).has(name)) return true;
    // Asked after that check: a backup that begins later doesn't see the rows that named the file.
    if (await isBackupRunning(tx)) return false;
    for (const each of allNamesOf(hash)) await fileStore().remove(each);
    return true;
  });
}

export const unusedFilesJob: TimedJob = {
  name: "keep-discarding",
  label: "Delete the files of deleted messages",
  every: UNNAMED_EVERY_MS,
  later: true,
  work: discardUnused,
  failure: "couldn't delete the files of deleted messages yet",
};

/** Deletes files that no message uses anymore, and those that couldn't be checked before. Waits for backups to end. */
export async function discardUnused(): Promise<void> {
  if (await isBackupRunning()) return;
  const waiting = [...undecided];
  undecided.clear();
  await discardUnnamed(waiting.map((name) => Buffer.from(name, "hex")));
  await db().fileUse.deleteMany({ where: { ownerId: { not: INSTALL }, uses: 0 } });
  for (;;) {
    const unused = await db().fileUse.findMany({
      where: { ownerId: INSTALL, uses: 0 },
      take: AT_ONCE,
      select: { hash: true },
    });
    for (const { hash } of unused) {
      if (!(await discard(Buffer.from(hash).toString("hex")))) return;
      await db().fileUse.deleteMany({ where: { ownerId: INSTALL, hash, uses: 0 } });
    }
    if (unused.length < AT_ONCE) return;
  }
}

/**
 * Deletes files that no message has used for 24 hours, their versions, and the remains of broken uploads. Stops when a
 * backup begins.
 */
export async function sweepFiles(): Promise<void> {
  const before = Date.now() - AGE_MS;
  for (const name of await oldIn(incomingDir(), before)) await rm(path.join(incomingDir(), name), { force: true });
  const old = new Set<string>();
  for await (const { name, modifiedAt } of fileStore().list()) {
    if (modifiedAt.getTime() < before) old.add(hashInName(name));
    if (old.size >= AT_ONCE && !(await discardOld(old))) return;
  }
  await discardOld(old);
}

/** Empties the set. Returns false while a backup runs. */
async function discardOld(old: Set<string>): Promise<boolean> {
  const names = [...old];
  old.clear();
  const named = await namedAmong(names);
  for (const name of names) if (!(named.has(name) || (await discard(name)))) return false;
  return true;
}

/** Returns which of the hashes a message, an avatar or a scheduled message uses. */
async function namedAmong(hashes: readonly string[], tx: Pick<Transaction, "$queryRaw"> = db()): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ hash: string }[]>`
    SELECT given.hash FROM unnest(${hashes}::text[]) AS given (hash)
    WHERE EXISTS (SELECT FROM attachments a WHERE a.hash = decode(given.hash, 'hex'))
      OR EXISTS (SELECT FROM pictures p WHERE p.hash = decode(given.hash, 'hex'))
      OR EXISTS (SELECT FROM scheduled_files s WHERE s.hash = decode(given.hash, 'hex'))`;
  return new Set(rows.map(({ hash }) => hash));
}

async function oldIn(directory: string, before: number): Promise<string[]> {
  const old: string[] = [];
  const names = await readdir(directory).catch(unlessMissing);
  for (const name of names ?? []) if (await isOlder(path.join(directory, name), before)) old.push(name);
  return old;
}

async function isOlder(file: string, before: number): Promise<boolean> {
  const found = await stat(file).catch(unlessMissing);
  return found !== undefined && found.mtimeMs < before;
}
