import { test as base } from "@playwright/test";
import { ConnectedParley } from "@/server/testing/connected-parley";

/** Playwright's `test` with one Parley per worker, to which `page.goto("/…")` is relative. */
export const test = base.extend<object, { parley: ConnectedParley }>({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const parley = await ConnectedParley.start();
      // URLs that lib makes in this process lead there, too.
      process.env.BASE_URL = parley.baseUrl;
      await use(parley);
      await parley.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ parley }, use) => use(parley.baseUrl),
});

export { expect } from "@playwright/test";
