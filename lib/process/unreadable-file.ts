import { userInfo } from "node:os";
import { madeAlready, processWide } from "@/lib/process/process-wide";
import { hasCode, reasonOf } from "@/lib/text/errors";

const BECAME_OWNER = "became-data-owner";

/** Records that root has become the owner of DATA_DIR, which explains what this process may not do. */
export function noteBecameOwner(): void {
  processWide(BECAME_OWNER, () => true);
}

/** Returns as whom this process runs, such as "the user nobody". */
export function runningUser(): string {
  try {
    return `the user ${userInfo().username}`;
  } catch {
    // The system knows only its number.
    return `the user ${process.geteuid?.() ?? ""}`.trim();
  }
}

/** Says why a file that the operator named can't be read and what to do. `otherwise` is what to do if it isn't the file. */
export function unreadableFile(file: string, error: unknown, otherwise: string): string {
  if (!hasCode(error, "EACCES") && !hasCode(error, "EPERM"))
    return `Can't read ${file} (${reasonFor(error)}). ${otherwise}`;
  const why = madeAlready(BECAME_OWNER) ? " Parley runs as the owner of DATA_DIR." : "";
  return `Can't read ${file} (permission denied for ${runningUser()}).${why} Copy it to where this user can read it.`;
}

function reasonFor(error: unknown): string {
  if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return "there is no such file";
  return hasCode(error, "EISDIR") ? "it's a directory" : reasonOf(error);
}
