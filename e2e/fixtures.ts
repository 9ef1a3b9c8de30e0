import { writeFileSync } from "node:fs";
import { type BrowserContext, test as base, type TestInfo } from "@playwright/test";
import { db } from "@/lib/db/client";
import { createWorkspace } from "@/lib/people/create-workspace";
import { endFirstDay } from "@/lib/people/first-day";
import { PostOffice } from "@/lib/testing/post-office";
import { ConnectedParley } from "@/server/testing/connected-parley";
import { ADA } from "./set-up";

/**
 * Playwright's `test` with one Parley per worker, the base URL for `page.goto("/…")`. A failed try adds the consoles' and
 * server's output to Playwright's page snapshot and screenshot in `test-results/`.
 */
export const test = base.extend<
  { evidence: undefined; leaving: undefined },
  { untouched: boolean; parley: ConnectedParley }
>({
  /** Whether the workspace doesn't exist yet. A file that sets this gets its own Parley. */
  untouched: [false, { scope: "worker", option: true }],
  parley: [
    async ({ untouched }, use) => {
      await withParley({}, use, untouched);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ parley }, use) => use(parley.baseUrl),
  /** What a test holds back may still be on its way when the test is over, unless it closed its page. */
  page: async ({ page }, use) => {
    await use(page);
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  /** Afterwards no one is in the test's channels anymore: every page of the tests after it would list them. */
  leaving: [
    async ({ untouched, parley: _ }, use) => {
      const before = new Date();
      await use(undefined);
      if (!untouched) await db().membership.deleteMany({ where: { channel: { createdAt: { gte: before } } } });
    },
    { auto: true },
  ],
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

/** The same with a separate Parley, which sends its mail to `office`. */
export const testWithMail = test.extend<object, { office: PostOffice; parley: ConnectedParley }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const office = await PostOffice.open();
      await use(office);
      await office.close();
    },
    { scope: "worker" },
  ],
  parley: [
    async ({ office }, use) => {
      await withParley({ SMTP_URL: office.url, MAIL_FROM: "Parley <parley@example.com>" }, use);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/**
 * Runs `use` with a Parley that has these environment variables, and a workspace owned by Ada unless `untouched`. URLs that
 * lib creates in this process lead there too.
 */
export async function withParley(
  variables: Record<string, string>,
  use: (parley: ConnectedParley) => Promise<void>,
  untouched = false,
): Promise<void> {
  const parley = await ConnectedParley.start(variables);
  process.env.BASE_URL = parley.baseUrl;
  if (!untouched) {
    const { userId } = await createWorkspace({ workspaceName: "Analytical Engines", ...ADA });
    await endFirstDay({ id: userId });
  }
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
