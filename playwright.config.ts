import { defineConfig, devices } from "@playwright/test";
import { chromiumLaunch } from "@/server/testing/chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  workers: Number(process.env.E2E_WORKERS ?? 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // Traces would take a fifth of the machine. Who looks for a cause runs the test again with `--trace on`.
  use: { launchOptions: await chromiumLaunch() },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
