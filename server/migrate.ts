import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connected } from "@/lib/db/connected";
import { reasonOf } from "@/lib/text/errors";
import { applyMigration, checksumOf, type Migration } from "@/server/apply-migration";
import { assertMayUse, OutdatedError } from "@/server/required-version";
import { ROOT } from "@/server/root";

// Any number works, as long as every instance uses the same one.
const ADVISORY_LOCK = 8_242_719_001;
const LOCK_POLL_MS = 100;

/**
 * Applies the migrations under `prisma/migrations`, or those of them that `only` names, and returns their names. Instances
 * that start together wait for each other. Throws a readable error, for example for a database that needs a newer version,
 * for another application's database or a user without the rights.
 */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<ReadonlySet<string>> {
  const migrations = readMigrations().filter(({ name }) => only?.includes(name) ?? true);
  const names = new Set(migrations.map(({ name }) => name));
  // Closing the connection gives up the lock.
  await connected(databaseUrl, async (client) => {
    try {
      // A migration may take long on a large database.
      await client.query(
        "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
      );
      await lock(client);
      await assertMayUse(client, names);
      await claimDatabase(client);
      const applied = await appliedNames(client);
      for (const migration of migrations) {
        if (!applied.has(migration.name)) await applyMigration(client, migration);
      }
    } catch (error) {
      if (error instanceof OutdatedError) throw error;
      throw new Error(
        `Can't update the database (${reasonOf(error)}). Parley needs its own database and a user that owns it.`,
        {
          cause: error,
        },
      );
    }
  });
  return names;
}

/**
 * Applies to an empty database the migrations that the one at `model` has, if it has any. Throws if this version doesn't
 * know one of them.
 */
export async function migrateLike(model: string, databaseUrl: string): Promise<void> {
  const names = await connected(model, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') AS history");
    return rows[0]?.history === null ? [] : [...(await appliedNames(client))];
  });
  const known = knownMigrations();
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(`a newer version of Parley used it: this one doesn't have the migration ${unknown}`);
  }
  if (names.length > 0) await migrate(databaseUrl, names);
}

// Polled, because a statement that waits for the lock holds a snapshot, and a CREATE INDEX CONCURRENTLY in the instance
// with the lock waits for such snapshots.
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [ADVISORY_LOCK]);
    if (rows[0]?.mine) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Returns the SHA-256, in hex, of each known migration's script, by the migration's name. */
export function knownMigrations(): Map<string, string> {
  return new Map(readMigrations().map(({ name, sql }) => [name, checksumOf(sql)]));
}

function readMigrations(): Migration[] {
  const directory = path.join(ROOT, "prisma/migrations");
  const names = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => ({ name, sql: readFileSync(path.join(directory, name, "migration.sql"), "utf8") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws unless the database is empty or already Parley's. */
async function claimDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ history: string | null; taken: boolean }>(`
    SELECT to_regclass('_prisma_migrations') AS history, EXISTS (
      SELECT FROM pg_class c WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) AS taken`);
  if (rows[0]?.history !== null) return;
  if (rows[0]?.taken) throw new Error("it's not empty, and these tables aren't Parley's");
  // As `prisma migrate deploy` makes it, which older versions of Parley did.
  await client.query(`CREATE TABLE _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return new Set(rows.map(({ name }) => name));
}
