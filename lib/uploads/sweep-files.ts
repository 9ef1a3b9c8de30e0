import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { hasCode } from "@/lib/errors";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { HOUR_MS, repeat } from "@/lib/repeat";
import { isBackupRunning } from "@/lib/uploads/backup-lock";
import { incomingDir, uploadsDir } from "@/lib/uploads/file-paths";
import { INSTALL } from "@/lib/uploads/quota";

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
 * Moves the file away before checking again. A message committed before that is seen; a later one puts the bytes back
 * (see `withFilesInPlace`). Returns false and keeps the file while a backup runs.
 */
async function discard(name: string): Promise<boolean> {
  const file = path.join(uploadsDir(), name.slice(0, 2), name);
  const aside = path.join(incomingDir(), randomUUID());
  // A restored backup may lack this directory, and then the rename would fail as if the file were missing.
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const moved = await rename(file, aside).then(() => true, unless("ENOENT"));
  if (!moved) return true;
  try {
    const isNamed = (await namedAmong([name])).has(name);
    // Asked after that check: a backup that begins later doesn't see the rows that named the file.
    const isKept = !isNamed && (await isBackupRunning());
    if (isNamed || isKept) await rename(aside, file);
    else await rm(aside, { force: true });
    if (isKept) return false;
  } catch (error) {
    // A copy that was put there meanwhile is the same.
    await rename(aside, file);
    throw error;
  }
  await removeShown(path.dirname(file));
  return true;
}

/** Starts deleting the files of deleted messages every 20 seconds, once per process. Never throws. */
export function keepDiscarding(): void {
  repeat(
    "keep-discarding",
    { label: "Delete the files of deleted messages", every: UNNAMED_EVERY_MS, later: true },
    discardUnused,
    "couldn't delete the files of deleted messages yet",
  );
}

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
 * Deletes files that no message has used for 24 hours, their previews, and the remains of broken uploads. Stops when a
 * backup begins.
 */
export async function sweepFiles(): Promise<void> {
  const before = Date.now() - AGE_MS;
  for (const name of await oldIn(incomingDir(), before)) await rm(path.join(incomingDir(), name), { force: true });
  for (const prefix of await namesIn(uploadsDir(), /^[0-9a-f]{2}$/)) {
    const directory = path.join(uploadsDir(), prefix);
    const old = (await oldIn(directory, before)).filter((name) => /^[0-9a-f]{64}$/.test(name));
    const named = await namedAmong(old);
    if (await isBackupRunning()) return;
    for (const hash of old) if (!named.has(hash)) await remove(path.join(directory, hash), before);
    await removeShown(directory);
  }
}

/** Deletes the previews of deleted files. */
async function removeShown(directory: string): Promise<void> {
  const names = await namesIn(directory);
  const files = new Set(names);
  for (const name of names) {
    const [, hash] = /^([0-9a-f]{64})\.\w+\.webp$/.exec(name) ?? [];
    if (hash !== undefined && !files.has(hash)) await rm(path.join(directory, name), { force: true });
  }
}

/**
 * Deletes the file unless an upload of the same bytes has touched it since the check. Moves it away before checking
 * again: a later upload finds nothing to touch and stores its own copy.
 */
async function remove(file: string, before: number): Promise<void> {
  const aside = path.join(incomingDir(), randomUUID());
  try {
    await rename(file, aside);
    // A copy that was put there meanwhile is the same.
    if (await isOlder(aside, before)) await rm(aside, { force: true });
    else await rename(aside, file);
  } catch (error) {
    // Another process may have swept it.
    unless("ENOENT")(error);
  }
}

/** Returns which of the hashes a message or avatar uses. */
async function namedAmong(hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const query = {
    where: { hash: { in: hashes.map((hash) => new Uint8Array(Buffer.from(hash, "hex"))) } },
    distinct: ["hash"],
    select: { hash: true },
  } satisfies Prisma.AttachmentFindManyArgs & Prisma.AvatarFindManyArgs;
  const rows = await Promise.all([db().attachment.findMany(query), db().avatar.findMany(query)]);
  return new Set(rows.flat().map(({ hash }) => Buffer.from(hash).toString("hex")));
}

async function oldIn(directory: string, before: number): Promise<string[]> {
  const old: string[] = [];
  for (const name of await namesIn(directory)) if (await isOlder(path.join(directory, name), before)) old.push(name);
  return old;
}

async function namesIn(directory: string, like?: RegExp): Promise<string[]> {
  const names = await readdir(directory).catch(unless("ENOENT"));
  return (names ?? []).filter((name) => like?.test(name) ?? true);
}

async function isOlder(file: string, before: number): Promise<boolean> {
  const found = await stat(file).catch(unless("ENOENT"));
  return found !== undefined && found.mtimeMs < before;
}

function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error;
  };
}
