import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { commandLine, signalProcess, waitForExit } from "@/server/machine/processes";

/**
 * Stops a PostgreSQL that runs on the cluster although the Parley that started it is gone (`kill -9`), and removes a
 * `postmaster.pid` whose number now belongs to an unrelated process, which PostgreSQL itself would take for a live one.
 */
export async function clearLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]);
  const command = Number.isInteger(pid) && pid > 0 ? commandLine(pid) : null;
  if (command === null) return;
  if (!command.includes(`-D ${cluster}`)) {
    rmSync(pidFile, { force: true });
    return;
  }
  log("Stopping the database that an earlier run left behind.");
  for (const [signal, milliseconds] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    signalProcess(pid, signal);
    if (await waitForExit(pid, milliseconds)) return;
  }
  throw new Error(`The database process ${pid} on ${cluster} does not stop; end it and start again.`);
}
