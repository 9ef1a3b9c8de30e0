import { execFileSync } from "node:child_process";
import type { ConnectedParley } from "@/server/testing/connected-parley";

/** The processes that serve for a Parley of several, by their ids. Throws when there is none: a signal to process 0 would hit the tests. */
export function servingProcesses(parley: ConnectedParley): [number, ...number[]] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).trim().split("\n");
  const [first, ...more] = lines.flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return Number(parent) === parley.pid && command.join(" ").includes("worker.ts") ? [Number(pid)] : [];
  });
  if (first === undefined) throw new Error("No process serves.");
  return [first, ...more];
}
