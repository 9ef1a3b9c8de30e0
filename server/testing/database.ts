import { afterAll } from "vitest";
import { runShutdown } from "@/lib/process/on-shutdown";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { createTestDatabase } from "@/server/testing/postgres";

// This runs before each test file is imported, so its modules find the file's own database. Modules stay loaded for the next
// file in this process, so all files use the same URL.
const database = await createTestDatabase(`parley_test_${process.pid}`);
const dataDir = temporaryDirectory("parley-test-data-");
process.env.DATABASE_URL = database.url;
process.env.DATA_DIR = dataDir;

afterAll(async () => {
  await runShutdown();
  if (Reflect.has(globalThis, Symbol.for("parley.database"))) {
    const { disconnect } = await import("@/lib/db/client");
    await disconnect();
  }
  await database.drop();
  removeDataDir(dataDir);
});
