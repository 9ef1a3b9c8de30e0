import { randomBytes } from "node:crypto";
import { connected } from "@/lib/db/connected";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";

/**
 * The PostgreSQL of a test run, with a migrated template database. Pass `env` to the processes that run tests, and call
 * `stop` when they have ended.
 */
export type TestPostgres = {
  env: { TEST_DATABASE_URL: string; TEST_DATABASE_TEMPLATE: string };
  stop: () => Promise<void>;
};

// Test data doesn't have to survive a crash.
const HASTY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];

/** Starts a temporary cluster, or uses the server in TEST_DATABASE_URL, and creates the template database in it. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const { adminUrl, stop } = await startServer();
  const template = `parley_template_${randomBytes(4).toString("hex")}`;
  await run(adminUrl, `CREATE DATABASE ${template}`);
  const { migrate } = await import("@/server/migrate");
  await migrate(withDatabase(adminUrl, template));
  return {
    env: { TEST_DATABASE_URL: adminUrl, TEST_DATABASE_TEMPLATE: template },
    stop: async () => {
      await run(adminUrl, `DROP DATABASE ${template}`);
      await stop();
    },
  };
}

async function startServer(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => undefined };
  const dataDir = temporaryDirectory("parley-test-postgres-");
  // Imported here, because every test file loads this module but only one process starts PostgreSQL.
  const { startEmbeddedPostgres } = await import("@/server/embedded-postgres");
  const flags = HASTY.flatMap((setting) => ["-c", setting]);
  const { databaseUrl, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined, extraFlags: flags });
  return {
    adminUrl: databaseUrl,
    stop: async () => {
      await stop();
      removeDataDir(dataDir);
    },
  };
}

/**
 * Creates an empty database on this run's PostgreSQL, replacing one with the same name. It's migrated, unless `template`
 * names another database to copy.
 */
export async function createTestDatabase(
  name = `parley_test_${randomBytes(6).toString("hex")}`,
  template = process.env.TEST_DATABASE_TEMPLATE ?? "",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const { TEST_DATABASE_URL: adminUrl = "" } = process.env;
  const drop = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
  await run(adminUrl, drop, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: withDatabase(adminUrl, name), drop: () => run(adminUrl, drop) };
}

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs each statement on its own, because CREATE and DROP DATABASE can't run in a transaction. */
function run(url: string, ...statements: string[]): Promise<void> {
  return connected(url, async (client) => {
    for (const sql of statements) await client.query(sql);
  });
}
