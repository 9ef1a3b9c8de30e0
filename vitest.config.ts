import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Set here so that every worker uses the same seed, which reproduces a failure.
if (process.env.FAST_CHECK_SEED === undefined) {
  process.env.FAST_CHECK_SEED = String(randomInt(2 ** 31));
  console.log(`To repeat this run's generated tests, set FAST_CHECK_SEED=${process.env.FAST_CHECK_SEED}.`);
}

const integration = "**/*.integration.test.{ts,tsx}";
const served = "e2e/**/*.test.ts";
const ignored = ["**/node_modules/**", ".next/**", "data/**"];
// A file that mocks a module would affect other files in its process, so it gets its own.
const replacing = ["app", "components", "lib", "server"]
  .flatMap((root) => readdirSync(root, { encoding: "utf8", recursive: true }).map((file) => join(root, file)))
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, "utf8").includes("vi.mock("))
  // Route folders have brackets in their names.
  .map((file) => file.replace(/[[\]()]/g, "\\$&"));

const plain = { setupFiles: ["lib/testing/setup.ts"] };
const onPostgres = {
  globalSetup: ["server/testing/global-setup.ts"],
  setupFiles: ["lib/testing/setup.ts", "server/testing/database.ts"],
  hookTimeout: 60_000,
};
// The others share a process, because importing everything for each file takes as long as the tests themselves.
const together = { isolate: false };

// Their requests have no cookies. Replaced for all files, so that they can share a process.
const asAnyone = {
  name: "session",
  enforce: "pre" as const,
  resolveId: (id: string) =>
    id === join(import.meta.dirname, "lib/web/session") ? join(import.meta.dirname, "lib/testing/session.ts") : null,
};

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    pool: "forks",
    // Many files wait for a server or a clock, so on two processors a third one keeps both busy.
    maxWorkers: Math.max(3, availableParallelism()),
    // Tests must pass on a busy machine too.
    testTimeout: 30_000,
    projects: [
      {
        name: "unit",
        include: ["**/*.test.{ts,tsx}"],
        exclude: [...ignored, integration, served, ...replacing],
        ...plain,
        ...together,
      },
      { name: "unit apart", include: replacing, exclude: [...ignored, integration], ...plain },
      {
        name: "integration",
        include: [integration],
        exclude: [...ignored, ...replacing],
        ...onPostgres,
        ...together,
      },
      {
        name: "integration apart",
        include: replacing.filter((file) => file.includes(".integration.")),
        exclude: ignored,
        ...onPostgres,
      },
      // Tests that send requests to a running build of Parley.
      { ...onPostgres, name: "served", include: [served], exclude: ignored, ...plain },
    ].map((test) => ({ extends: true, plugins: test.name === "integration" ? [asAnyone] : [], test })),
  },
});
