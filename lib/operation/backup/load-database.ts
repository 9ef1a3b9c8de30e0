import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Manifest, Notes } from "@/lib/operation/backup/manifest";
import { adoptRecords } from "@/lib/operation/backup/records";
import { connectForCopy, listOf } from "@/lib/operation/backup/snapshot";

const unpack = promisify(gunzip);
const quote = pg.escapeIdentifier;

/**
 * Fills a database that has the archive's migrations and no rows, in one transaction. The user needs no rights beyond owning
 * the tables. Foreign keys and most indexes are created after the rows, which is faster and needs no order of tables.
 */
export class DatabaseLoad {
  readonly #client: pg.Client;
  readonly #manifest: Manifest;
  readonly #columns: Map<string, readonly string[]>;
  /** Tables that someone else added to the database, which Parley's migrations don't create. Their rows are left out. */
  readonly unknown: readonly string[];
  readonly #rebuild: string[];
  #copying: { table: string; stream: Writable; done: Promise<void> } | null = null;

  private constructor(client: pg.Client, manifest: Manifest, rebuild: string[], known: readonly string[]) {
    this.#client = client;
    this.#manifest = manifest;
    const ours = manifest.tables.filter(({ name }) => known.includes(name));
    this.#columns = new Map(ours.map(({ name, columns }) => [name, columns]));
    this.unknown = manifest.tables.flatMap(({ name }) => (known.includes(name) ? [] : [name]));
    this.#rebuild = rebuild;
  }

  /** Begins the transaction. Throws if the database has a workspace. */
  static async begin(databaseUrl: string, manifest: Manifest): Promise<DatabaseLoad> {
    const client = await connectForCopy(databaseUrl);
    try {
      await client.query("BEGIN");
      const { rowCount } = await client.query("SELECT 1 FROM workspaces LIMIT 1");
      if (rowCount) throw new Error("The database already has a workspace. Restore into an empty database.");
      const { rows } = await client.query<{ name: string }>(
        "SELECT name FROM unnest($1::text[]) name WHERE to_regclass(quote_ident(name)) IS NOT NULL",
        [manifest.tables.map(({ name }) => name)],
      );
      const known = rows.map(({ name }) => name);
      return new DatabaseLoad(client, manifest, await prepareForRows(client, known), known);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Adds a part of a table's rows. The parts of a table follow each other. */
  async addRows(table: string, part: Buffer): Promise<void> {
    if (this.unknown.includes(table)) return;
    if (this.#copying?.table !== table) {
      await this.#endCopy();
      this.#copying = this.#startCopy(table);
    }
    const { stream, done } = this.#copying;
    if (!stream.write(await unpack(part))) await Promise.race([once(stream, "drain"), done]);
  }

  /** Creates indexes and foreign keys, and sets sequences. `onStep` gets the share that is done, from 0 to 1. */
  async finish(onStep: (share: number) => void): Promise<void> {
    await this.#endCopy();
    for (const { name, value, called } of this.#manifest.sequences) {
      await this.#client.query("SELECT setval(to_regclass($1), $2, $3)", [quote(name), value, called]);
    }
    for (const [index, sql] of this.#rebuild.entries()) {
      await this.#client.query(sql);
      onStep((index + 1) / this.#rebuild.length);
    }
  }

  /** Commits everything, with the backup itself recorded as complete: it's in `file`. */
  async commit(file: string, notes: Notes): Promise<void> {
    if (this.#columns.has("backups")) {
      await this.#client.query("UPDATE backups SET ended_at = $2, missing_files = $3 WHERE id = $1", [
        this.#manifest.id,
        notes.endedAt,
        notes.missing.length,
      ]);
      await adoptRecords(this.#client, this.#manifest.id, file);
    }
    await this.#client.query(`COMMENT ON TABLE _prisma_migrations IS ${pg.escapeLiteral(markOf(this.#manifest.id))}`);
    await this.#client.query("COMMIT");
    await this.#client.end();
  }

  /** Leaves the database without rows. Never throws. */
  async abandon(): Promise<void> {
    this.#copying?.stream.destroy();
    await this.#client.end().catch(() => undefined);
  }

  #startCopy(table: string) {
    const columns = this.#columns.get(table);
    if (columns === undefined) throw new Error(`The archive has rows of ${table}, which its manifest doesn't name.`);
    const stream = this.#client.query(copyFrom(`COPY ${quote(table)} (${listOf(columns)}) FROM STDIN (FREEZE)`));
    const done = finished(stream);
    done.catch(() => undefined);
    return { table, stream, done };
  }

  async #endCopy(): Promise<void> {
    const copying = this.#copying;
    this.#copying = null;
    copying?.stream.end();
    await copying?.done;
  }
}

/** Returns whether the rows of this backup are already in the database: a restore was interrupted after that. */
export async function isLoaded(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT obj_description(to_regclass('_prisma_migrations'), 'pg_class') AS mark",
  );
  return rows[0]?.mark === markOf(id);
}

/** Updates what PostgreSQL knows for planning, and removes the mark of the restore. */
export async function settle(databaseUrl: string): Promise<void> {
  const client = await connectForCopy(databaseUrl);
  try {
    await client.query("ANALYZE");
    await client.query("COMMENT ON TABLE _prisma_migrations IS NULL");
  } finally {
    await client.end();
  }
}

const markOf = (id: string) => `Restored from backup ${id}`;

/**
 * In a transaction, empties tables so that rows can be copied in fast, without triggers, foreign keys and most indexes.
 * Returns the statements that bring these back.
 */
export async function prepareForRows(client: pg.Client, names: readonly string[]): Promise<string[]> {
  await client.query("SET LOCAL maintenance_work_mem = '128MB'");
  const rebuild = await strip(client);
  const tables = names.map((name) => quote(name));
  if (tables.length === 0) return rebuild;
  // In this transaction, so that the rows can be written frozen: PostgreSQL needn't visit them again. Migrations may
  // have added some.
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  return [...rebuild, ...tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`)];
}

/**
 * Drops foreign keys, then primary keys and indexes: keys that aren't in the order of the rows, such as words, take much
 * longer to keep up than to make. Returns the statements that create them again.
 */
async function strip(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype IN ('f', 'p', 'u') AND connamespace = current_schema()::regnamespace ORDER BY contype = 'f' DESC`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))`,
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return [
    ...indexes.map(({ definition }) => definition),
    // Foreign keys were dropped first, and need the others.
    ...keys
      .toReversed()
      .map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`),
  ];
}
