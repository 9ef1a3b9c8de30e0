import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { type EndingSteps, LoadProcess } from "@/server/bench/load/load-process";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";
import { withDatabase } from "@/server/testing/postgres";

/** What every section of the benchmark uses. */
export type Bench = {
  database: BenchDatabase;
  load: LoadProcess;
  /** The directory for temporary files. */
  directory: string;
  /** Stops what a section started, when the benchmark ends at the latest. */
  lifecycle: EndingSteps;
  /** Prints what is being measured. */
  progress: (doing: string) => void;
};

/** A section's results: a table to print, the figures for `--json`, and its columns of the table of versions. */
export type Report = {
  title: string;
  text: string;
  figures: unknown;
  failures: number;
  versions?: readonly VersionsColumn[];
};

/** A column of the table of versions in docs/bench.md, by the name of what was measured. */
export type VersionsColumn = { heading: string; cells: Readonly<Record<string, string>> };

/**
 * Starts PostgreSQL and the load process, and stops them when `lifecycle` ends. Databases are in `data`, which is kept, or
 * in the temporary directory.
 */
export async function startBench(
  lifecycle: EndingSteps,
  progress: Bench["progress"],
  data: string | null = null,
): Promise<Bench> {
  const directory = temporaryDirectory("parley-bench-");
  lifecycle.defer(() => removeDataDir(directory));
  const database = await BenchDatabase.start(data ?? directory, lifecycle);
  return { database, load: await LoadProcess.start(lifecycle), directory, lifecycle, progress };
}

/** The benchmark's own PostgreSQL, as durable as Parley's. Each contestant has its own database in it. */
class BenchDatabase {
  readonly #url: string;
  readonly #client: pg.Client;
  readonly #pid: number | null;

  private constructor(url: string, client: pg.Client, pid: number | null) {
    this.#url = url;
    this.#client = client;
    this.#pid = pid;
  }

  /** Starts it under `dataDir` and stops it when `lifecycle` ends. */
  static async start(dataDir: string, lifecycle: EndingSteps): Promise<BenchDatabase> {
    // Several instances of Parley run at once, each with its own pool.
    const extraFlags = ["-c", "max_connections=300"];
    const starting = startEmbeddedPostgres({ dataDir, log: () => undefined, extraFlags });
    lifecycle.defer(async () => (await starting).stop());
    const { databaseUrl, kill } = await starting;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    lifecycle.defer(() => client.end(), kill);
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return new BenchDatabase(databaseUrl, client, parentOf(rows[0]?.pid ?? 0));
  }

  /** Returns the URL of the database with this name, and creates it if it doesn't exist. */
  async create(name: string): Promise<string> {
    const { rowCount } = await this.#client.query("SELECT FROM pg_database WHERE datname = $1", [`bench_${name}`]);
    if (rowCount === 0) await this.#client.query(`CREATE DATABASE bench_${name}`);
    return withDatabase(this.#url, `bench_${name}`);
  }

  /** Returns the URL of the database with this name, once `fill` has filled it: now, or in an earlier run on this directory. */
  async filled(name: string, fill: (url: string) => Promise<void>): Promise<string> {
    const { rows } = await this.#client.query<{ state: string | null }>(
      "SELECT shobj_description(oid, 'pg_database') AS state FROM pg_database WHERE datname = $1",
      [`bench_${name}`],
    );
    if (rows[0]?.state !== "filled") {
      await this.#client.query(`DROP DATABASE IF EXISTS bench_${name}`);
      await fill(await this.create(name));
      await this.#client.query(`COMMENT ON DATABASE bench_${name} IS 'filled'`);
    }
    return this.create(name);
  }

  /** Returns how many bytes of WAL have been written so far. */
  async walBytes(): Promise<number> {
    const { rows } = await this.#client.query<{ bytes: string }>(
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
    );
    return Number(rows[0]?.bytes);
  }

  /** Returns the milliseconds of processor time used so far; NaN if there is no /proc. */
  processorTime(): number {
    return this.#pid === null ? Number.NaN : processorTime(this.#pid);
  }

  /** Runs a checkpoint now, so that none starts during a measurement. */
  async checkpoint(): Promise<void> {
    await this.#client.query("CHECKPOINT");
  }
}

// Linux counts processor time in hundredths of a second on every architecture that Node runs on.
const TICK_MILLISECONDS = 10;

type Stat = { pid: number; parent: number; milliseconds: number };

/**
 * Returns the processor time, in milliseconds, of a process and all its descendants, including those that have ended.
 * NaN if there is no /proc.
 */
export function processorTime(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const family = new Set([pid]);
  // A child's pid can be lower than its parent's, so repeat until no new process is found.
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid: each, parent } of all) if (family.has(parent)) family.add(each);
  }
  return all.filter((stat) => family.has(stat.pid)).reduce((total, { milliseconds }) => total + milliseconds, 0);
}

/** Returns the pid of a process's parent (for a connection's backend: PostgreSQL's), or null if there is no /proc. */
function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The first two fields are the pid and the name, which can contain anything. proc(5) counts from 1, so ours start at 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    const ticks = field(14) + field(15) + field(16) + field(17);
    return { pid, parent: field(4), milliseconds: ticks * TICK_MILLISECONDS };
  } catch {
    return null;
  }
}
