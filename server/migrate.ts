import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { applyMigrations, type Migration } from "@/server/schema-engine";

// Any number will do, as long as every instance of Parley takes the same one.
const ADVISORY_LOCK = 8_242_719_001;
const LOCK_POLL_MS = 100;

const root = path.resolve(import.meta.dirname, "..");

/**
 * Brings the database to the newest migration under `prisma/migrations`. Instances that start at once wait for each
 * other. Throws one sentence when that can't be done, as with another application's database or a user without the rights.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const migrations = readMigrations();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await lock(client);
    if (!(await isCurrent(client, migrations))) await applyMigrations(databaseUrl, root, migrations);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.?\s*$/, "") : String(error);
    throw new Error(
      `The database can't be brought up to date (${reason}): Parley needs a database of its own, and a user who owns it.`,
      { cause: error },
    );
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

// Asked for again and again: a statement that waits for the lock would hold a snapshot, for which an index that is built
// CONCURRENTLY by the instance with the lock waits in turn.
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [ADVISORY_LOCK]);
    if (rows[0]?.mine) return;
    await sleep(LOCK_POLL_MS);
  }
}

function readMigrations(): Migration[] {
  const directory = path.join(root, "prisma/migrations");
  const names = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => ({ name, sql: readFileSync(path.join(directory, name, "migration.sql"), "utf8") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Saves loading the engine at nearly every start. */
async function isCurrent(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS known");
  if (tables[0]?.known === null) return false;
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    "SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const applied = new Map(rows.filter((row) => row.finished).map((row) => [row.migration_name, row.checksum]));
  if (applied.size !== rows.length || applied.size !== migrations.length) return false;
  return migrations.every(({ name, sql }) => applied.get(name) === createHash("sha256").update(sql).digest("hex"));
}
