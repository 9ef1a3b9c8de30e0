import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Set here, so that every worker generates from the same seed, and a failure can be run again.
if (process.env.FAST_CHECK_SEED === undefined) {
  process.env.FAST_CHECK_SEED = String(randomInt(2 ** 31));
  console.log(`Generated tests run again with FAST_CHECK_SEED=${process.env.FAST_CHECK_SEED}.`);
}

const integration = "**/*.integration.test.{ts,tsx}";
const pure = ["components/**/*.test.{ts,tsx}", "lib/webhooks/{format,senders}/**/*.test.{ts,tsx}"];
const served = "e2e/**/*.test.ts";
const ignored = ["**/node_modules/**", ".next/**", "data/**"];

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    pool: "forks",
    // By itself the runner leaves one processor idle, which is half of a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A busy machine is no failure.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: pure,
          exclude: [...ignored, integration],
          setupFiles: ["lib/testing/setup.ts"],
          // Nothing but functions and markup, in many small files: a process of its own for each would take most of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...ignored, integration, served, ...pure],
          setupFiles: ["lib/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: [integration],
          exclude: ignored,
          globalSetup: ["server/testing/global-setup.ts"],
          setupFiles: ["lib/testing/setup.ts", "server/testing/database.ts"],
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Asks a Parley that runs, of the build.
          name: "served",
          include: [served],
          exclude: ignored,
          globalSetup: ["server/testing/global-setup.ts"],
          setupFiles: ["lib/testing/setup.ts"],
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
