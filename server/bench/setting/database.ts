import pg from "pg";
import type { Ending } from "@/server/bench/load/child";
import { parentOf, processorTime } from "@/server/bench/setting/machine";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";
import { withDatabase } from "@/server/testing/postgres";

/** The benchmark's own PostgreSQL, as durable as Parley's: one for all contestants, each of which has a database in it. */
export class BenchDatabase {
  readonly #url: string;
  readonly #client: pg.Client;
  readonly #pid: number | null;

  private constructor(url: string, client: pg.Client, pid: number | null) {
    this.#url = url;
    this.#client = client;
    this.#pid = pid;
  }

  /** Starts it under `dataDir`, until `lifecycle` ends. */
  static async start(dataDir: string, lifecycle: Ending): Promise<BenchDatabase> {
    // Several Parleys with their pools need more connections than one.
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

  /** Answers the URL of a database of this name, made empty at first. */
  async create(name: string): Promise<string> {
    const { rowCount } = await this.#client.query("SELECT FROM pg_database WHERE datname = $1", [`bench_${name}`]);
    if (rowCount === 0) await this.#client.query(`CREATE DATABASE bench_${name}`);
    return withDatabase(this.#url, `bench_${name}`);
  }

  /** Bytes of WAL written so far. */
  async walBytes(): Promise<number> {
    const { rows } = await this.#client.query<{ bytes: string }>(
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
    );
    return Number(rows[0]?.bytes);
  }

  /** Milliseconds of processor time used so far; NaN where that can't be known. */
  processorTime(): number {
    return this.#pid === null ? Number.NaN : processorTime(this.#pid);
  }

  /** Writes everything to its place, so that a checkpoint doesn't fall into a measurement by chance. */
  async checkpoint(): Promise<void> {
    await this.#client.query("CHECKPOINT");
  }
}
