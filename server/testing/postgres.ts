import pg from "pg";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";

/** A PostgreSQL for tests: the URL of a database from which others can be made, and how to be rid of it. */
export type TestPostgres = { adminUrl: string; stop: () => Promise<void> };

// Nothing here has to survive a crash.
const HASTY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];

/** Starts a throw-away cluster in a temporary directory, or takes the server that TEST_DATABASE_URL names. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => undefined };
  const dataDir = temporaryDirectory("parley-test-postgres-");
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

/** The same server's URL with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs one statement on its own connection, as CREATE and DROP DATABASE want it. */
export async function runStatement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
