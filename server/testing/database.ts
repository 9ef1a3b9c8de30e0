import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { runShutdown } from "@/lib/on-shutdown";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { runStatement, withDatabase } from "@/server/testing/postgres";

// Runs before the test file is imported, so that whatever it imports finds this file's own database.
const adminUrl = inject("adminUrl");
const database = `parley_test_${randomBytes(6).toString("hex")}`;
const dataDir = temporaryDirectory("parley-test-data-");
await runStatement(adminUrl, `CREATE DATABASE ${database} TEMPLATE ${inject("template")}`);
process.env.DATABASE_URL = withDatabase(adminUrl, database);
process.env.DATA_DIR = dataDir;

afterAll(async () => {
  await runShutdown();
  if (Reflect.has(globalThis, Symbol.for("parley.database"))) {
    const { disconnect } = await import("@/lib/db/client");
    await disconnect();
  }
  await runStatement(adminUrl, `DROP DATABASE ${database} WITH (FORCE)`);
  removeDataDir(dataDir);
});
