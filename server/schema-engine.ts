import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";

type Engine = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

/** A migration's directory name and its script. */
export type Migration = { name: string; sql: string };

const require = createRequire(import.meta.url);
// Once per process: the glue knows one instance at a time, and would hand another one's memory to timers that still run.
let engine: Promise<Engine> | null = null;

/**
 * Applies those of `migrations` that the database lacks, and records them as `prisma migrate deploy` would.
 * Throws the engine's explanation.
 */
export async function applyMigrations(databaseUrl: string, root: string, migrations: Migration[]): Promise<void> {
  engine ??= loadEngine();
  const { SchemaEngine } = await engine;
  const datamodel = readFileSync(path.join(root, "prisma/schema.prisma"), "utf8");
  // A pool of our own, since the adapter's keeps its connections open for seconds, and the process alive with them.
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

/** The package's own entry imports the `.wasm` as a module, which Node can't; so its parts are put together here. */
async function loadEngine(): Promise<Engine> {
  const glueFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue: unknown = await import(pathToFileURL(glueFile).href);
  if (!isGlue(glue)) throw new Error("Prisma's schema engine is not the one this version of Parley was made for.");
  const wasm = new WebAssembly.Module(readFileSync(path.join(path.dirname(glueFile), "schema_engine_bg.wasm")));
  const { exports } = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": withPassiveTimers(glue) });
  glue.__wbg_set_wasm(exports);
  if (typeof exports.__wbindgen_start === "function") exports.__wbindgen_start();
  return glue;
}

/** The engine never clears its time-out of 10 s for a lock, which would keep the process alive that long. */
function withPassiveTimers(glue: Glue): WebAssembly.ModuleImports {
  const setPassive = (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds).unref();
  const timers = Object.keys(glue).filter((name) => name.startsWith("__wbg_setTimeout_"));
  return { ...glue, ...Object.fromEntries(timers.map((name) => [name, setPassive])) };
}

type Glue = Engine & WebAssembly.ModuleImports & { __wbg_set_wasm: (exports: WebAssembly.Exports) => void };

function isGlue(module: unknown): module is Glue {
  return typeof module === "object" && module !== null && "__wbg_set_wasm" in module && "SchemaEngine" in module;
}
