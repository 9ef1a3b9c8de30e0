import { writeFileSync } from "node:fs";
import { type BrowserContext, test as base, type TestInfo } from "@playwright/test";
import { ConnectedParley } from "@/server/testing/connected-parley";

/**
 * Playwright's `test` with one Parley per worker, to which `page.goto("/…")` is relative. A failed try leaves what the consoles and the
 * server said beside Playwright's own page snapshot and screenshot, in `test-results/`.
 */
export const test = base.extend<{ evidence: undefined }, { parley: ConnectedParley }>({
  parley: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      await withParley({}, use);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ parley }, use) => use(parley.baseUrl),
  evidence: [
    async ({ browser, parley }, use, testInfo) => {
      const said: string[] = [];
      const from = parley.output.length;
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        listen(context, said);
        return context;
      };
      await use(undefined);
      browser.newContext = newContext;
      if (testInfo.status === testInfo.expectedStatus) return;
      keep(testInfo, "console.log", said.join("\n"));
      keep(testInfo, "server.log", parley.output.slice(from));
    },
    { auto: true },
  ],
});

/** Starts a Parley with these variables for as long as a worker uses it; URLs that lib makes in this process lead there, too. */
export async function withParley(
  variables: Record<string, string>,
  use: (parley: ConnectedParley) => Promise<void>,
): Promise<void> {
  const parley = await ConnectedParley.start(variables);
  process.env.BASE_URL = parley.baseUrl;
  await use(parley);
  await parley.stop();
}

function listen(context: BrowserContext, said: string[]): void {
  context.on("console", (message) => said.push(`${message.page()?.url()} ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => said.push(`${error.page()?.url()} threw: ${error.error().stack}`));
}

function keep(testInfo: TestInfo, name: string, text: string): void {
  const path = testInfo.outputPath(name);
  writeFileSync(path, text);
  testInfo.attachments.push({ name, path, contentType: "text/plain" });
}

export { expect } from "@playwright/test";
