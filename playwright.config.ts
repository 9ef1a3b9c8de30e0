import { defineConfig, devices } from "@playwright/test";
import { chromiumLaunch } from "@/server/testing/chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "server/testing/global-setup.ts",
  // Each has a Parley and a database of its own.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // What passes only then is told as flaky: most of what was one was a fault of the product.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is no failure.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // Traces would take a fifth of the machine. Who looks for a cause runs the test again with `--trace on`.
  use: { launchOptions: await chromiumLaunch(), screenshot: "only-on-failure" },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
