import { test as base } from "@playwright/test";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { ParleyProcess } from "@/server/testing/parley-process";

/** A running Parley with an empty database: `baseUrl`, `dataDir`, `output` and `restart()`. */
export type Parley = Pick<ParleyProcess, "baseUrl" | "dataDir" | "output" | "restart">;

/** Playwright's `test` with one Parley per worker, to which `page.goto("/…")` is relative. */
export const test = base.extend<object, { parley: Parley }>({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const dataDir = temporaryDirectory("parley-e2e-");
      const parley = await ParleyProcess.start(dataDir);
      await use(parley);
      await parley.stop();
      removeDataDir(dataDir);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ parley }, use) => use(parley.baseUrl),
});

export { expect } from "@playwright/test";
