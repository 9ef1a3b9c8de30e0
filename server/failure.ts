import { statSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/process/env";
import { fullPlaceIn } from "@/lib/process/full-disk";
import { reasonOf } from "@/lib/text/errors";
import type { Lifecycle } from "@/server/lifecycle";
import { chownCommand, nameOf, nearestExisting } from "@/server/machine/data-owner";
import { ROOT } from "@/server/root";

const DENIED = "permission denied";
const FULL = "the disk is full";
const SPACE = "Free up space, then try again";

// Node's error codes for a file or directory that can't be written.
const REASONS: Record<string, string> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: "read-only file system",
  ENOSPC: FULL,
  EDQUOT: FULL,
  EEXIST: "not a directory",
  ENOTDIR: "not a directory",
};

/** Turns an error into a message for the person at the terminal: what's wrong and what to do. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (fullPlaceIn(error) === "database") return `The disk with the database is full (${reasonOf(error)}). ${SPACE}.`;
  const file = "path" in error && typeof error.path === "string" ? path.resolve(error.path) : null;
  const reason = reasonFor(error);
  if (file === null || reason === undefined) return error.message || error.name;
  // Whether it was to be read or written, the error doesn't say.
  const verb = reason === DENIED ? "use" : "write to";
  return `Can't ${verb} ${file} (${reason}). ${remedy(file, reason)}.`;
}

function reasonFor(error: Error): string | undefined {
  if (!("code" in error)) return undefined;
  // Only creating one says so of a place like /proc; other calls miss the file itself.
  const cannotCreate = error.code === "ENOENT" && "syscall" in error && error.syscall === "mkdir";
  return cannotCreate ? "no directory can be created there" : REASONS[String(error.code)];
}

function remedy(file: string, reason: string): string {
  if (reason === FULL) return SPACE;
  const isData = `${file}${path.sep}`.startsWith(`${env.dataDir}${path.sep}`);
  if (!isData) return `Run this as the owner of ${ROOT}, or make your user its owner (chown -R)`;
  return (reason === DENIED && ofAnother(file)) || "Set DATA_DIR to a directory you can write to";
}

/** Returns what to do about a file in DATA_DIR that belongs to another user; null if it doesn't. */
function ofAnother(file: string): string | null {
  const us = process.geteuid?.();
  const [data, found] = [env.dataDir, nearestExisting(file)].map((each) => statSync(each, { throwIfNoEntry: false }));
  if (us === undefined || !data || !found || found.uid === us) return null;
  return data.uid === us
    ? `It belongs to ${nameOf(found.uid)}: stop Parley, run ${chownCommand(env.dataDir, data.uid, data.gid)} as root, and try again`
    : `${env.dataDir} belongs to ${nameOf(data.uid)}: run this as that user, or set DATA_DIR to a directory you can write to`;
}

/**
 * Reports uncaught errors; an uncaught exception also ends the lifecycle with code 1. Returns a function that does the
 * same for a caught error.
 */
export function endOnFailure(lifecycle: Lifecycle): (error: unknown) => void {
  const fail = (error: unknown) => {
    if (lifecycle.stopping) return;
    report(error);
    void lifecycle.end(1);
  };
  for (const stream of [process.stdout, process.stderr]) {
    // The terminal may close before we are done stopping.
    stream.on("error", () => undefined);
  }
  process.on("uncaughtException", fail);
  // An unhandled rejection in one request is a bug to report, but mustn't end the process for everyone.
  process.on("unhandledRejection", report);
  return fail;
}

function report(error: unknown): void {
  console.error(isDebugging() && error instanceof Error ? error.stack : sentenceOf(error));
}

function isDebugging(): boolean {
  try {
    return env.logLevel === "debug";
  } catch {
    return false;
  }
}
