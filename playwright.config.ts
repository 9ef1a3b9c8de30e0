import { defineConfig, devices } from "@playwright/test";
import { chromiumLaunch } from "@/server/testing/chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "server/testing/global-setup.ts",
  // Each worker has its own Parley and database.
  workers: Number(process.env.E2E_WORKERS ?? 3),
  // A test that passes only on its second try is reported as flaky. Most flaky tests so far were bugs in the product.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Tests must pass on a busy machine too.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // Traces slow a run down by a fifth. To find a cause, run the test again with `--trace on`.
  use: { launchOptions: await chromiumLaunch(), screenshot: "only-on-failure" },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
