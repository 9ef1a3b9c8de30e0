import { accessSync, constants, existsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { env } from "@/lib/process/env";
import { noteBecameOwner } from "@/lib/process/unreadable-file";

// Why: docs/decisions/starting.md

/** The files in DATA_DIR that only their owner can read, so that only their owner or root can run Parley on it. */
export const SECRETS = ["nextauth-secret", "postgres-password"];

/** A system user. Its name is null if the system knows only its number, as in a container. */
type Person = { uid: number; gid: number; name: string | null; home: string | null };

/**
 * Returns the user that root must become, so that everything in DATA_DIR belongs to its owner: the owner of DATA_DIR, or
 * of the nearest directory above if it doesn't exist. Null for anyone but root, for root's own DATA_DIR, and if root has
 * always run Parley there.
 */
export function ownerToBecome(): Person | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(nearestExisting(env.dataDir));
  if (uid === 0 || secretOfRoot() !== null) return null;
  const owner = personOf(uid, gid);
  // PostgreSQL's initdb refuses a user without a name.
  if (owner.name === null && env.databaseUrl === undefined && !existsSync(path.join(env.dataDir, "postgres")))
    return null;
  return owner;
}

/** Returns why root stays root in a DATA_DIR that belongs to another user, and what to do; null otherwise. */
export function ownersDiffer(): string | null {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = statSync(nearestExisting(env.dataDir));
  const secret = uid === 0 ? null : secretOfRoot();
  if (secret === null) return null;
  return `${env.dataDir} belongs to ${nameOf(uid)} but ${secret} to root, so Parley runs as root. To let ${nameOf(uid)} run it, stop Parley, run ${chownCommand(env.dataDir, uid, gid)}, and start it again.`;
}

/**
 * As root, becomes the user that DATA_DIR belongs to, for good. From then on, all is as if that user had started Parley.
 * `prepare` runs before, as root, unless the checkout belongs to the same user. Throws a sentence if that user can't read
 * the checkout or enter DATA_DIR.
 */
export async function becomeDataOwner(checkout: string, prepare: () => Promise<void>): Promise<void> {
  const owner = ownerToBecome();
  if (owner === null) return;
  if (statSync(checkout).uid !== owner.uid) await prepare();
  become(owner, checkout);
}

function become({ uid, gid, name, home }: Person, checkout: string): void {
  // Node's types lack it.
  const { initgroups } = process as { initgroups?: (user: string, gid: number) => void };
  if (name === null) process.setgroups?.([gid]);
  else initgroups?.(name, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  // PostgreSQL's client and npm's programs read these.
  for (const variable of ["USER", "LOGNAME"]) {
    if (name === null) delete process.env[variable];
    else process.env[variable] = name;
  }
  if (home !== null) process.env.HOME = home;
  noteBecameOwner();
  for (const [place, mode] of [
    [path.join(checkout, "package.json"), constants.R_OK],
    [nearestExisting(env.dataDir), constants.W_OK | constants.X_OK],
  ] as const) {
    try {
      accessSync(place, mode);
    } catch {
      throw new Error(
        `Parley runs as ${nameOf(uid)}, because ${env.dataDir} belongs to this user, who can't use ${path.dirname(place)}. Let ${nameOf(uid)} read ${checkout} and enter every directory above it and ${env.dataDir} (chmod a+rX).`,
      );
    }
  }
}

function secretOfRoot(): string | null {
  const files = SECRETS.map((name) => path.join(env.dataDir, name));
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.uid === 0) ?? null;
}

/** Returns this directory, or the nearest one above it that exists. */
export function nearestExisting(directory: string): string {
  return existsSync(directory) || directory === path.dirname(directory)
    ? directory
    : nearestExisting(path.dirname(directory));
}

/** Returns the command that gives everything in a directory to a user. */
export function chownCommand(directory: string, uid: number, gid: number): string {
  const quoted = /^[\w./-]+$/.test(directory) ? directory : `'${directory.replaceAll("'", String.raw`'\''`)}'`;
  const { name, gid: group } = personOf(uid, gid);
  // With nothing after the colon, it's the user's own group.
  return `chown -R ${name === null ? `${uid}:${group}` : `${name}:`} ${quoted}`;
}

/** Returns a user's name, or its number if it has none, or only root could look it up. */
export function nameOf(uid: number): string {
  return personOf(uid, uid).name ?? (uid === 0 ? "root" : `user ${uid}`);
}

/** Looks a user up; `gid` is the group if the system doesn't know the user. Only root can look up others. */
function personOf(uid: number, gid: number): Person {
  const before = process.geteuid?.();
  try {
    // The system is asked about the effective user.
    if (before === 0) process.seteuid?.(uid);
    const { username, homedir, ...ids } = userInfo();
    if (ids.uid === uid) return { uid, gid: ids.gid, name: username, home: homedir };
  } catch {
    // It has no name.
  } finally {
    if (before === 0) process.seteuid?.(0);
  }
  return { uid, gid, name: null, home: null };
}
