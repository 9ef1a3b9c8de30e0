import type { Page } from "@playwright/test";
import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { asOwner, seedCards } from "./steps";

/** The JavaScript that a channel may load before anyone uses it, in bytes as sent. */
const MOST_SCRIPT = 180_000;

/** A request: what caused it, as far as the browser knows, and whether it's for a page that the user may open next. */
type PageRequest = { at: string; by: string[]; ahead: boolean };

/** Records everything that the page requests from here on. */
async function watchRequests(page: Page): Promise<PageRequest[]> {
  const asked: PageRequest[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ request, initiator, documentURL }) => {
    const by = [initiator.url ?? []].flat();
    for (let stack = initiator.stack; stack; stack = stack.parent)
      by.push(...stack.callFrames.map((frame) => frame.url));
    const ahead = Object.keys(request.headers).some((header) => header.toLowerCase() === "next-router-prefetch");
    asked.push({ at: request.url, by: by.length > 0 ? by : [documentURL], ahead });
  });
  return asked;
}

/** How many requests had to come before each one: none for the document, one for what it names. */
function turnsOf(asked: readonly PageRequest[]): Map<string, number> {
  const turns = new Map<string, number>();
  for (const { at, by } of asked) {
    if (turns.has(at)) continue;
    turns.set(at, turns.size === 0 ? 0 : Math.max(0, ...by.map((each) => turns.get(each) ?? 0)) + 1);
  }
  return turns;
}

// What is saved for offline use is fetched in the background and doesn't run, so it's left out.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem("parley.keep", "false")));

test("a channel loads less than 180,000 bytes of JavaScript", async ({ page, request }) => {
  await asOwner(page);
  const name = `weight-${Date.now()}`;
  const { channelId } = await seedCards(request, name, 10);
  await page.goto("about:blank");
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  await expect(messages(page).getByRole("article")).toHaveCount(10);
  await page.waitForLoadState("networkidle");
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name: at }) => new URL(at).pathname.endsWith(".js"))
      .map(({ name: at, encodedBodySize }) => ({ at: new URL(at).pathname, bytes: encodedBodySize })),
  );
  const bytes = scripts.reduce((sum, each) => sum + each.bytes, 0);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.every((each) => each.bytes > 0)).toBe(true);
  expect(bytes, `${bytes} bytes:\n${scripts.map((each) => `${each.bytes} ${each.at}`).join("\n")}`).toBeLessThan(
    MOST_SCRIPT,
  );
});

test("a channel loads everything within two round trips and prefetches no pages", async ({ page, request }) => {
  await asOwner(page);
  const name = `turns-${Date.now()}`;
  const { channelId } = await seedCards(request, name, 10);
  await page.goto("about:blank");
  const asked = await watchRequests(page);
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  await page.waitForLoadState("networkidle");
  const turns = turnsOf(asked);
  const late = [...turns].filter(([, turn]) => turn > 2).map(([at]) => at);
  expect(late).toEqual([]);
  expect([...turns.values()].filter((turn) => turn === 1).length).toBeGreaterThan(5);
  expect(asked.filter(({ ahead }) => ahead).map(({ at }) => at)).toEqual([]);
});
