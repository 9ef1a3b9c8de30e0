import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "@/server/machine/port";
import { commandLine, signalProcess, waitForExit } from "@/server/machine/processes";
import { type Binaries, postgresEnvironment } from "@/server/postgres/binaries";
import type { ClusterLocation } from "@/server/postgres/location";

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** A running PostgreSQL. */
export type ClusterProcess = {
  port: number;
  /** Settles with its exit code. */
  exited: Promise<number | null>;
  /** Stops it cleanly, which takes at most about 8 seconds. */
  stop: () => Promise<void>;
  /** Kills it; it recovers at its next start. */
  kill: () => void;
};

type Options = {
  location: ClusterLocation;
  binaries: Binaries;
  logFile: string;
  flags: string[];
  isReady: (port: number) => Promise<boolean>;
};

/**
 * Starts PostgreSQL on a free port of 127.0.0.1 and waits until `isReady`. If it exits, throws the last error in its
 * log.
 */
export async function startClusterProcess(options: Options): Promise<ClusterProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const logged = rotate(options.logFile);
    const started = launch(options, port);
    if (await waitUntilReady(started, () => options.isReady(port))) return { port, ...started };
    const complaint = lastComplaint(options.logFile, logged);
    // Another process took the port, or backends of a killed PostgreSQL haven't exited yet.
    const isPassing = /Address already in use|shared memory block|could not create any TCP/.test(complaint);
    if (!isPassing || attempt === 10) throw new Error(`PostgreSQL didn't start: ${complaint} (see ${options.logFile})`);
    await new Promise((resolve) => setTimeout(resolve, 300 * attempt));
  }
}

function launch({ location, binaries, logFile, flags }: Options, port: number): Omit<ClusterProcess, "port"> {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=128MB",
    "max_connections=100",
  ];
  // Statements and rows in the log could hold secrets.
  const quiet = [
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
    "log_checkpoints=off",
    "timezone=UTC",
    "log_timezone=UTC",
  ];
  const log = openSync(logFile, "a", 0o600);
  const args = [...settings, ...quiet].flatMap((setting) => ["-c", setting]);
  const child = spawn(binaries.postgres, ["-D", location.cluster, "-p", String(port), ...args, ...flags], {
    ...location.account,
    cwd: location.home,
    env: postgresEnvironment(),
    // Its own process group, so that Ctrl-C doesn't reach it: we stop the database last.
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", (code) => resolve(code));
  });
  return { exited, stop: () => stop(child, exited), kill: () => void child.kill("SIGQUIT") };
}

async function stop(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  for (const [signal, milliseconds] of [
    ["SIGINT", 5_000],
    ["SIGQUIT", 2_000],
    ["SIGKILL", 1_000],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    if (await settles(exited, milliseconds)) return;
  }
}

async function waitUntilReady(
  { exited }: Omit<ClusterProcess, "port">,
  isReady: () => Promise<boolean>,
): Promise<boolean> {
  // Recovery after a crash may take long: wait as long as the process lives.
  for (;;) {
    if (await settles(exited, 30)) return false;
    if (await isReady()) return true;
  }
}

async function settles(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const result = await Promise.race([promise.then(() => true), timeout]);
  clearTimeout(timer);
  return result;
}

function rotate(logFile: string): number {
  if (!existsSync(logFile)) return 0;
  const { size } = statSync(logFile);
  if (size < MAX_LOG_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

function lastComplaint(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString("utf8").split("\n");
  const complaints = lines.filter((line) => /FATAL|PANIC|ERROR|could not/.test(line));
  return (complaints.at(-1) ?? lines.findLast((line) => line.trim() !== "") ?? "no reason given").trim();
}

/** Returns whether PostgreSQL at `databaseUrl` accepts connections, which it doesn't while it starts. */
export async function acceptsConnections(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Stops a PostgreSQL that survived its Parley (`kill -9`). Removes a `postmaster.pid` whose pid now belongs to another
 * process, which PostgreSQL would mistake for itself.
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
  log("Stopping a database left over from an earlier run.");
  for (const [signal, milliseconds] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    signalProcess(pid, signal);
    if (await waitForExit(pid, milliseconds)) return;
  }
  throw new Error(`The database on ${cluster} doesn't stop. End its process (kill -9 ${pid}), then start again.`);
}
