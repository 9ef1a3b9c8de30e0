import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { assertMayUse, OutdatedError } from "@/server/required-version";

// Any number works, as long as every instance uses the same one.
const ADVISORY_LOCK = 8_242_719_001;
const LOCK_POLL_MS = 100;

const root = path.resolve(import.meta.dirname, "..");

/**
 * Applies the migrations under `prisma/migrations`, or those of them that `only` names, and returns their names. Instances
 * that start together wait for each other. Throws a readable error, for example for a database that needs a newer version,
 * for another application's database or a user without the rights.
 */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<ReadonlySet<string>> {
  const migrations = readMigrations().filter(({ name }) => only?.includes(name) ?? true);
  const names = new Set(migrations.map(({ name }) => name));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await lock(client);
    await assertMayUse(client, names);
    if (!(await isCurrent(client, migrations))) await applyMigrations(databaseUrl, root, migrations);
    return names;
  } catch (error) {
    if (error instanceof OutdatedError) throw error;
    const reason = error instanceof Error ? error.message.replace(/\.?\s*$/, "") : String(error);
    throw new Error(`Can't update the database (${reason}). Parley needs its own database and a user that owns it.`, {
      cause: error,
    });
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
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

const checksumOf = (sql: string) => createHash("sha256").update(sql).digest("hex");

function readMigrations(): Migration[] {
  const directory = path.join(root, "prisma/migrations");
  const names = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => ({ name, sql: readFileSync(path.join(directory, name, "migration.sql"), "utf8") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Avoids loading the engine at nearly every start. */
async function isCurrent(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS known");
  if (tables[0]?.known === null) return false;
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    "SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const applied = new Map(rows.filter((row) => row.finished).map((row) => [row.migration_name, row.checksum]));
  // A newer version may have applied more.
  if (applied.size !== rows.length) return false;
  return migrations.every(({ name, sql }) => applied.get(name) === checksumOf(sql));
}

type Engine = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

/** A migration's directory name and its script. */
export type Migration = { name: string; sql: string };

const require = createRequire(import.meta.url);
// Once per process: the glue code supports only one instance, and would hand another's memory to timers that still run.
let engine: Promise<Engine> | null = null;

/**
 * Applies those of `migrations` that the database lacks, and records them as `prisma migrate deploy` would.
 * Throws the engine's explanation.
 */
async function applyMigrations(databaseUrl: string, root: string, migrations: Migration[]): Promise<void> {
  engine ??= loadEngine();
  const { SchemaEngine } = await engine;
  const datamodel = readFileSync(path.join(root, "prisma/schema.prisma"), "utf8");
  // A separate pool, because the adapter's keeps its connections, and so the process, alive for seconds.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on("error", () => undefined);
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  try {
    const migrator = await SchemaEngine.new({ datamodels: [["schema.prisma", datamodel]] }, () => undefined, adapter);
    await migrator.applyMigrations({
      migrationsList: {
        baseDir: path.join(root, "prisma/migrations"),
        lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
        shadowDbInitScript: "",
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
        })),
      },
      filters: { externalTables: [], externalEnums: [] },
    });
  } finally {
    await pool.end();
  }
}

/** Loads the parts itself, because the package's entry imports the `.wasm` as a module, which Node can't. */
async function loadEngine(): Promise<Engine> {
  const glueFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue: unknown = await import(pathToFileURL(glueFile).href);
  if (!isGlue(glue)) throw new Error("Prisma's schema engine doesn't match this version of Parley. Run npm ci.");
  const wasm = new WebAssembly.Module(readFileSync(path.join(path.dirname(glueFile), "schema_engine_bg.wasm")));
  const { exports } = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": withPassiveTimers(glue) });
  glue.__wbg_set_wasm(exports);
  if (typeof exports.__wbindgen_start === "function") exports.__wbindgen_start();
  return glue;
}

/** Keeps the engine's timers from keeping the process alive: it never clears its 10-second timeout for a lock. */
function withPassiveTimers(glue: Glue): WebAssembly.ModuleImports {
  const setPassive = (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds).unref();
  const timers = Object.keys(glue).filter((name) => name.startsWith("__wbg_setTimeout_"));
  return { ...glue, ...Object.fromEntries(timers.map((name) => [name, setPassive])) };
}

type Glue = Engine & WebAssembly.ModuleImports & { __wbg_set_wasm: (exports: WebAssembly.Exports) => void };

function isGlue(module: unknown): module is Glue {
  return typeof module === "object" && module !== null && "__wbg_set_wasm" in module && "SchemaEngine" in module;
}
