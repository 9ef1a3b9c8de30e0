import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ENTRIES, FORMAT, type Manifest } from "@/lib/operation/backup/manifest";
import type { ArchiveWriter } from "@/lib/operation/backup/write-archive";

const PART_BYTES = 4 * 2 ** 20;
// Level 1 compresses rows to a quarter, in a third of the default's time.
const compress = promisify(gzip);
const MIGRATIONS = "_prisma_migrations";

type Table = Manifest["tables"][number];

// Why: docs/decisions/backup.md

/** A database as it was at one moment, on a connection of its own. */
export class Snapshot {
  readonly #client: pg.Client;
  readonly manifest: Manifest;

  private constructor(client: pg.Client, manifest: Manifest) {
    this.#client = client;
    this.manifest = manifest;
  }

  /** Takes the snapshot. Throws if this isn't Parley's database. */
  static async take(databaseUrl: string, id: string, parley: string): Promise<Snapshot> {
    const client = await connectForCopy(databaseUrl);
    try {
      const tables = await findTables(client);
      if (!tables.some(({ name }) => name === "workspaces")) {
        throw new Error("This database has no tables of Parley. Start Parley on it once, or check DATABASE_URL.");
      }
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      // Before the first query, which takes the snapshot: migrations wait for us from here on, and none is in between.
      const names = [...tables.map(({ name }) => name), MIGRATIONS].map((name) => pg.escapeIdentifier(name));
      await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
      return new Snapshot(client, await manifestOf(client, id, parley));
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Adds all rows to the archive. `onRows` gets the number of bytes each time some are read. */
  async copyRows(archive: ArchiveWriter, onRows: (table: string, bytes: number) => void): Promise<void> {
    for (const table of this.manifest.tables) await this.#copyTable(table, archive, onRows);
  }

  /** Writes the SHA-256 in hex of each file that a row names to `list`, one a line. */
  async listFiles(list: string): Promise<void> {
    const hashes = `COPY (SELECT encode(hash, 'hex') FROM (${namedFiles(this.manifest.tables)}) f ORDER BY hash) TO STDOUT`;
    await pipeline(this.#client.query(copyTo(hashes)), createWriteStream(list, { flags: "wx", mode: 0o600 }));
  }

  /** Lets go of the snapshot, so that the database can clean up. */
  async release(): Promise<void> {
    await this.#client.end();
  }

  async #copyTable(
    { name, columns }: Table,
    archive: ArchiveWriter,
    onRows: (table: string, bytes: number) => void,
  ): Promise<void> {
    const rows = this.#client.query(copyTo(`COPY ${pg.escapeIdentifier(name)} (${listOf(columns)}) TO STDOUT`));
    let waiting: Buffer[] = [];
    let size = 0;
    let part = 0;
    const write = async () => {
      const bytes = await compress(Buffer.concat(waiting), { level: 1 });
      onRows(name, size);
      waiting = [];
      size = 0;
      part += 1;
      await archive.add(ENTRIES.rows(name, part), bytes.length, only(bytes));
    };
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      if (size >= PART_BYTES) await write();
    }
    if (size > 0) await write();
  }
}

/** Returns column names as SQL. */
export function listOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

/**
 * Opens a connection on which COPY writes and reads every value alike, whatever the server's defaults are, and takes as
 * long as it takes.
 */
export async function connectForCopy(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  // Reported by the query that runs.
  client.on("error", () => undefined);
  await client.connect();
  for (const setting of [
    "client_encoding = 'UTF8'",
    "datestyle = 'ISO'",
    "intervalstyle = 'postgres'",
    "timezone = 'UTC'",
    "extra_float_digits = 3",
    "statement_timeout = 0",
    "lock_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
  ]) {
    await client.query(`SET ${setting}`);
  }
  return client;
}

async function manifestOf(client: pg.Client, id: string, parley: string): Promise<Manifest> {
  const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
    `SELECT migration_name AS name, checksum FROM ${MIGRATIONS}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  const tables = await findTables(client);
  const { rows: files } = await client.query<{ count: string; bytes: string; now: Date }>(
    `SELECT count(*), coalesce(sum(size), 0) AS bytes, transaction_timestamp() AS now FROM (${namedFiles(tables)}) f`,
  );
  const [total] = files;
  return {
    format: FORMAT,
    id,
    parley,
    takenAt: (total?.now ?? new Date()).toISOString(),
    migrations,
    tables,
    sequences: await readSequences(client),
    files: { count: Number(total?.count), bytes: Number(total?.bytes) },
  };
}

/** Returns the positions of all sequences, by name. */
export async function readSequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows: names } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY 1",
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${pg.escapeIdentifier(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** Returns the tables, but not that of the migrations, with the columns that have values of their own. */
export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

/** A query for the hash and size of each file. An older database lacks some of the tables. */
function namedFiles(tables: readonly Table[]): string {
  const naming = ["attachments", "pictures", "scheduled_files"].filter((name) =>
    tables.some((table) => table.name === name),
  );
  const all = naming.map((name) => `SELECT hash, size FROM ${name}`).join(" UNION ALL ");
  return `SELECT hash, max(size)::bigint AS size FROM (${all}) named GROUP BY hash`;
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
