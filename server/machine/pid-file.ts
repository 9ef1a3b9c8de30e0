import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { hasCode } from "@/lib/text/errors";
import { isProcess, processIdentity } from "@/server/machine/processes";

const ownerSchema = z.object({
  pid: z.number().int().positive(),
  identity: z.string(),
  startedAt: z.string(),
  postgresPort: z.number().int().nullable(),
  url: z.string().nullable(),
  // Versions before 0.3.0 don't write it.
  local: z.string().nullable().default(null),
});

/**
 * The owner of a pid file: its process, when it started (ISO 8601), its PostgreSQL's port, the URL it serves, if any, and
 * where it listens on this machine.
 */
export type Owner = z.infer<typeof ownerSchema>;

// In a container, this process may have the pid and the start of one that held the file before the machine restarted.
const heldHere = new Set<string>();

/** Returns the live process that holds the pid file, or null if there's no file or its process is gone. */
export function liveOwner(file: string): Owner | null {
  const owner = readOwner(file);
  if (owner === null || !isProcess(owner.pid, owner.identity)) return null;
  return owner.pid === process.pid && !heldHere.has(file) ? null : owner;
}

/** Claims the pid file for this process. Returns null on success, or the live process that holds it. */
export function claim(file: string): Owner | null {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(self(null, null)), { mode: 0o644 });
  try {
    for (;;) {
      try {
        linkSync(mine, file);
        heldHere.add(file);
        return null;
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error;
      }
      const holder = liveOwner(file);
      if (holder !== null) return holder;
      const displaced = displaceStale(file);
      if (displaced !== null) return displaced;
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Records this process's port and URLs in its pid file. */
export function updateClaim(
  file: string,
  postgresPort: number | null,
  url: string | null,
  local: string | null = null,
): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(self(postgresPort, url, local)), { mode: 0o644 });
  renameSync(draft, file);
}

/** Releases the pid file if this process holds it. */
export function release(file: string): void {
  if (liveOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  heldHere.delete(file);
}

/**
 * Does the work while this process holds the pid file, whose directory it makes. Calls `onWait` once if another process
 * holds it.
 */
export async function exclusively(
  file: string,
  onWait: (holder: Owner) => void,
  work: () => Promise<void>,
): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let waits = false; ; waits = true) {
    const holder = claim(file);
    if (holder === null) break;
    if (!waits) onWait(holder);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    await work();
  } finally {
    release(file);
  }
}

/**
 * Moves a dead process's file away. If several try, only one succeeds; one that moved a live file by mistake puts it
 * back.
 */
function displaceStale(file: string): Owner | null {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const holder = liveOwner(aside);
  if (holder !== null) renameSync(aside, file);
  else rmSync(aside, { force: true });
  return holder;
}

function readOwner(file: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function self(postgresPort: number | null, url: string | null, local: string | null = null): Owner {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  return { pid: process.pid, identity: processIdentity(process.pid) ?? "", startedAt, postgresPort, url, local };
}
