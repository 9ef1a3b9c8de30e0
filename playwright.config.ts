import { defineConfig, devices } from "@playwright/test";
import { chromiumLaunch } from "@/server/testing/chromium";

export default defineConfig({
  testDir: "e2e",
  workers: Number(process.env.E2E_WORKERS ?? 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // A film of every page would take more of the machine than the tests; the traces' snapshots show the same.
  use: { trace: { mode: "retain-on-failure", screenshots: false }, launchOptions: await chromiumLaunch() },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
