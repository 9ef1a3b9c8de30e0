import { randomUUID } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/db/client";
import { hasCode } from "@/lib/has-code";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { incomingDir, uploadsDir } from "@/lib/uploads/places";

const HOUR_MS = 3_600_000;
const AGE_MS = 24 * HOUR_MS;

const state = processWide("sweep-files", () => ({ next: 0 }));

/** Sweeps in the background, at most once an hour. Answers at once, never throws. */
export function sweepNowAndThen(): void {
  if (Date.now() < state.next) return;
  state.next = Date.now() + HOUR_MS;
  sweepFiles().catch((error: unknown) => log.warn({ err: error }, "files that no message names were not deleted"));
}

/** Deletes files that no message has named for 24 hours, and what broken uploads left behind. */
export async function sweepFiles(): Promise<void> {
  const before = Date.now() - AGE_MS;
  for (const name of await oldIn(incomingDir(), before)) await rm(path.join(incomingDir(), name), { force: true });
  for (const prefix of await namesIn(uploadsDir(), /^[0-9a-f]{2}$/)) {
    const directory = path.join(uploadsDir(), prefix);
    const old = (await oldIn(directory, before)).filter((name) => /^[0-9a-f]{64}$/.test(name));
    const named = await namedByMessages(old);
    for (const hash of old) if (!named.has(hash)) await remove(path.join(directory, hash), before);
  }
}

/**
 * Deletes the file unless an upload of the same bytes has touched it since we looked. It is moved away before it is looked at
 * again: an upload that comes from then on finds nothing to touch and puts its own copy there.
 */
async function remove(file: string, before: number): Promise<void> {
  const aside = path.join(incomingDir(), randomUUID());
  try {
    await rename(file, aside);
    // A copy that was put there meanwhile is the same.
    if (await isOlder(aside, before)) await rm(aside, { force: true });
    else await rename(aside, file);
  } catch (error) {
    // Another process sweeps too.
    unless("ENOENT")(error);
  }
}

async function namedByMessages(hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db().attachment.findMany({
    where: { hash: { in: hashes.map((hash) => new Uint8Array(Buffer.from(hash, "hex"))) } },
    distinct: ["hash"],
    select: { hash: true },
  });
  return new Set(rows.map(({ hash }) => Buffer.from(hash).toString("hex")));
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
