import pg from "pg";
import { connected } from "@/lib/db/connected";
import { isDatabaseUnavailable } from "@/lib/db/failures";
import { isReserveReached, reserveRoomIn } from "@/lib/files/stores/reserve";
import { env } from "@/lib/process/env";
import { reasonOf } from "@/lib/text/errors";
import { generateIfNeeded } from "@/server/build";
import { connectToRunning, type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";
import type { Lifecycle } from "@/server/lifecycle";
import type { ClusterProcess } from "@/server/postgres/cluster-process";
import { unfinishedRestore } from "@/server/restore-marker";

const PATIENCE_SECONDS = 15;

/**
 * Opens the database in DIRECT_DATABASE_URL or DATABASE_URL, or starts the embedded one, which is stopped at the end. Throws an error without
 * the password if it can't be reached, or if a restore isn't finished, unless `restoring` it.
 */
export async function openDatabase(
  lifecycle: Lifecycle,
  log: (line: string) => void,
  restoring = false,
): Promise<{ databaseUrl: string; embedded: EmbeddedPostgres | null }> {
  const unfinished = restoring ? null : unfinishedRestore(env.dataDir);
  if (unfinished !== null) {
    throw new Error(
      `A restore into ${env.dataDir} isn't finished. Run it again: npm run restore ${unfinished.archive}. To give it up instead, empty ${env.dataDir} and the database.`,
    );
  }
  const databaseUrl = env.directDatabaseUrl;
  if (databaseUrl !== undefined) {
    await waitForDatabase(databaseUrl, lifecycle, log);
    return { databaseUrl, embedded: null };
  }
  const extraFlags = ["-c", `max_connections=${mostConnections()}`];
  const processes: ClusterProcess[] = [];
  const starting = startEmbeddedPostgres({
    dataDir: env.dataDir,
    log,
    extraFlags,
    check: () => lifecycle.check(),
    onProcess: (process) => processes.push(process),
  });
  lifecycle.defer(
    async () => (await starting).stop(),
    () => {
      for (const process of processes) process.kill();
    },
  );
  const started = await starting;
  reserveRoomIn(started.directory);
  void started.exited.then(() => {
    if (lifecycle.stopping) return;
    void isReserveReached()
      .catch(() => false)
      .then((isFull) => {
        const why = isFull ? `The disk with ${started.directory} is full. Free up space. ` : "";
        console.error(`The database stopped unexpectedly. ${why}See ${env.dataDir}/postgres.log.`);
        return lifecycle.end(1);
      });
  });
  return { databaseUrl: started.databaseUrl, embedded: started };
}

/**
 * Opens the database for a command, whether or not Parley is running, and sets DATABASE_URL to it. From then on the command
 * can import what uses the database client, which is disconnected at the end. Returns the database's URL.
 */
export async function openForCommand(lifecycle: Lifecycle, log: (line: string) => void): Promise<string> {
  await generateIfNeeded(log);
  const running = env.databaseUrl === undefined ? await connectToRunning(env.dataDir) : null;
  const databaseUrl = running ?? (await openDatabase(lifecycle, log)).databaseUrl;
  process.env.DATABASE_URL = databaseUrl;
  const { disconnect } = await import("@/lib/db/client");
  lifecycle.defer(disconnect);
  return databaseUrl;
}

/**
 * Returns how many connections PostgreSQL must accept: those in `lib/db/client.ts`, the listening one, and some for the
 * seed, backups and manual access.
 */
function mostConnections(): number {
  return Math.max(100, 43 + env.searchConnections);
}

/** Returns whether the workspace has been set up. */
export async function hasWorkspace(databaseUrl: string): Promise<boolean> {
  const { rowCount } = await connected(databaseUrl, (client) => client.query("SELECT 1 FROM workspaces LIMIT 1"));
  return rowCount === 1;
}

async function waitForDatabase(databaseUrl: string, lifecycle: Lifecycle, log: (line: string) => void): Promise<void> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const where = `the database at ${hostname || "the local socket"}:${port || "5432"}${pathname}`;
  const patience = env.testLimits.get("database-patience")?.count ?? PATIENCE_SECONDS;
  const deadline = Date.now() + patience * 1_000;
  for (let logged = false; ; logged = true) {
    lifecycle.check();
    const problem = await problemOf(databaseUrl);
    if (problem === null) return;
    if (!problem.passing || Date.now() > deadline)
      throw new Error(`Can't use ${where} (${problem.reason}). Check DATABASE_URL.`);
    if (!logged) log(`Waiting up to ${patience} seconds for ${where}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function problemOf(databaseUrl: string): Promise<{ reason: string; passing: boolean } | null> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    const reason = reasonOf(error).replace(/^connect ECONNREFUSED.*/, "connection refused");
    return { reason, passing: isDatabaseUnavailable(error) || error instanceof AggregateError };
  } finally {
    await client.end().catch(() => undefined);
  }
}
