import path from "node:path";
import { env } from "@/lib/env";
import { ROOT } from "@/server/root";

const DENIED = "permission denied";
const FULL = "the disk is full";

// Node's codes for a file or directory that can't be written.
const REASONS: Record<string, string> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: "it is read-only",
  ENOSPC: FULL,
  EDQUOT: FULL,
  EEXIST: "it is not a directory",
  ENOTDIR: "it is not a directory",
};

/** What keeps a command from its work, as a sentence for the person at the terminal: what is wrong, and what to do. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const file = "path" in error && typeof error.path === "string" ? path.resolve(error.path) : null;
  const reason = "code" in error ? REASONS[String(error.code)] : undefined;
  if (file === null || reason === undefined) return error.message || error.name;
  return `${file} can't be written (${reason}): ${remedy(file, reason)}.`;
}

function remedy(file: string, reason: string): string {
  if (reason === FULL) return "make room, then try again";
  const isData = `${file}${path.sep}`.startsWith(`${env.dataDir}${path.sep}`);
  return isData
    ? "set DATA_DIR to a directory that you may write to"
    : `run this as the owner of ${ROOT}, or make your user its owner (chown -R)`;
}
