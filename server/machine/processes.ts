import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Returns a live process's command line, with spaces between its arguments, or null if there's no such process. */
export function commandLine(pid: number): string | null {
  try {
    if (process.platform !== "linux") return ps(pid, "command=");
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return null;
  }
}

/**
 * Identifies a process uniquely, even if its pid is reused (in a container, the first process is always 1). Null if it
 * isn't alive.
 */
export function processIdentity(pid: number): string | null {
  try {
    if (process.platform !== "linux") return ps(pid, "lstart=") || null;
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const startTicks = fields[18];
    if (state === "Z" || state === "X" || startTicks === undefined) return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${startTicks}`;
  } catch {
    return null;
  }
}

/**
 * Returns whether a process is the one that had this identity. The boot's id isn't compared: in a container, a service with
 * a `/proc` of its own sees another one, and would take a running Parley for a dead one.
 */
export function isProcess(pid: number, identity: string): boolean {
  const now = processIdentity(pid);
  return now !== null && sinceBoot(now) === sinceBoot(identity);
}

function sinceBoot(identity: string): string {
  return process.platform === "linux" ? identity.slice(identity.lastIndexOf(":") + 1) : identity;
}

/** Resolves to true once the process is gone, or to false when it is still there after `milliseconds`. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (processIdentity(pid) !== null) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

/** Sends a signal; ignores a process that is already gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function ps(pid: number, column: string): string {
  return execFileSync("ps", ["-p", String(pid), "-o", column], { encoding: "utf8" }).trim();
}
