import { execFileSync } from "node:child_process";
import { afterAll, vi } from "vitest";
import { ConnectedParley } from "@/server/testing/connected-parley";

export const POSTS_PER_WINDOW = 40;
/** How many streams a person may have. */
export const STREAMS = 4;

/** Two processes behind one port. Each connection is the next one's turn, so that of two in a row each gets one. */
export const parley = await ConnectedParley.start({
  WEB_CONCURRENCY: "2",
  WEBHOOK_RATE_LIMIT: `${POSTS_PER_WINDOW}/600`,
  STREAM_LIMIT: `${STREAMS}`,
});
afterAll(() => parley.stop());

/** For as long as a worker that takes another's place may need to start. */
export const PATIENCE_MILLISECONDS = 90_000;

/** Resolves once it passes. */
export const until = (check: () => void | Promise<void>, timeout = PATIENCE_MILLISECONDS): Promise<void> =>
  vi.waitFor(check, { timeout, interval: 20 });

/** Those that serve, by their ids. Throws when there is none: a signal to process 0 would hit the tests. */
export function servingProcesses(): [number, ...number[]] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).trim().split("\n");
  const [first, ...more] = lines.flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return Number(parent) === parley.pid && command.join(" ").includes("worker.ts") ? [Number(pid)] : [];
  });
  if (first === undefined) throw new Error("No process serves.");
  return [first, ...more];
}
