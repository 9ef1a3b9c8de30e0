import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { hasCode, reasonOf } from "@/lib/text/errors";

/** A migration's directory name and its script. */
export type Migration = { name: string; sql: string };

/** Returns the SHA-256 of a migration's script in hex, as the history records it. */
export const checksumOf = (sql: string) => createHash("sha256").update(sql).digest("hex");

/**
 * Applies a migration and records it as `prisma migrate deploy` would. If it's interrupted or fails, nothing of it is in
 * the database, or the next call goes on from there. Throws an error that names the migration.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    const statements = statementsOf(migration.sql);
    if (statements.some(isConcurrent)) await applyInSteps(client, migration, statements);
    else await applyAtOnce(client, migration);
  } catch (error) {
    throw new Error(`the migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error });
  }
}

// A statement that waits for a lock holds up all posts behind it, and a backup may have that lock for minutes.
const LOCK_PATIENCE_MS = 3_000;
const PAUSE_MS = 1_000;
const TRIES = 300;
const LOCK_NOT_AVAILABLE = "55P03";

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await tryAtOnce(client, migration);
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE) || tried === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function tryAtOnce(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_PATIENCE_MS}`);
    await client.query(sql);
    // Versions before 0.2.0 recorded a migration before they applied it, and one may have been interrupted.
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL", [name]);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksumOf(sql), name],
    );
  });
}

// Indexes that are built or dropped CONCURRENTLY don't block posts, but can't be in a transaction.
const isConcurrent = (statement: string) => /\bCONCURRENTLY\b/.test(statement);

/** Applies each statement on its own, and records how many are done. */
async function applyInSteps(client: pg.Client, { name, sql }: Migration, statements: string[]): Promise<void> {
  const { id, done } = (await unfinished(client, name)) ?? (await begin(client, name, checksumOf(sql)));
  for (const [index, statement] of statements.entries()) {
    if (index < done) continue;
    const count = () =>
      client.query("UPDATE _prisma_migrations SET applied_steps_count = $2 WHERE id = $1", [id, index + 1]);
    if (isConcurrent(statement)) {
      await repeatably(client, statement);
      await count();
    } else {
      await inTransaction(client, async () => {
        await client.query(statement);
        await count();
      });
    }
  }
  await client.query("UPDATE _prisma_migrations SET finished_at = now() WHERE id = $1", [id]);
}

/** Runs a statement that may already have been run, in part or as a whole, before an interruption. */
async function repeatably(client: pg.Client, statement: string): Promise<void> {
  const [, created] = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ("\w+")/.exec(statement) ?? [];
  if (created !== undefined) {
    // An interrupted one leaves an invalid index.
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${created}`);
    await client.query(statement);
  } else {
    await client.query(statement.replace("DROP INDEX CONCURRENTLY", "DROP INDEX CONCURRENTLY IF EXISTS"));
  }
}

type Progress = { id: string; done: number };

async function unfinished(client: pg.Client, name: string): Promise<Progress | null> {
  const { rows } = await client.query<Progress>(
    `SELECT id, applied_steps_count AS done FROM _prisma_migrations
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
  return rows[0] ?? null;
}

async function begin(client: pg.Client, name: string, checksum: string): Promise<Progress> {
  const id = randomUUID();
  const insert = "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)";
  await client.query(insert, [id, checksum, name]);
  return { id, done: 0 };
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    // Fails if the connection is lost, which undoes everything too.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Splits a script at the semicolons outside of comments. One with functions is only ever applied at once. */
function statementsOf(sql: string): string[] {
  const statements = sql.replace(/^\s*--.*$/gm, "").split(";");
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}
