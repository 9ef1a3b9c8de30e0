import { readdirSync, readFileSync } from "node:fs";

// Linux counts processor time in hundredths of a second on every architecture that Node runs on.
const TICK_MILLISECONDS = 10;

type Stat = { pid: number; parent: number; milliseconds: number };

/**
 * The processor time, in milliseconds, that a process and all that it has started have used, those that have ended included.
 * NaN where there is no /proc.
 */
export function processorTime(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const family = new Set([pid]);
  // A child may have a lower number than its parent, so we look until nobody new is found.
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid: each, parent } of all) if (family.has(parent)) family.add(each);
  }
  return all.filter((stat) => family.has(stat.pid)).reduce((total, { milliseconds }) => total + milliseconds, 0);
}

/** The parent of a process: of a connection's backend, PostgreSQL itself. Null where there is no /proc. */
export function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // What stands before is the number and the name, which may contain anything. proc(5) counts from 1 and we begin at 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    const ticks = field(14) + field(15) + field(16) + field(17);
    return { pid, parent: field(4), milliseconds: ticks * TICK_MILLISECONDS };
  } catch {
    return null;
  }
}
