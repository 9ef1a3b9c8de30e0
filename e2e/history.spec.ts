import type { Locator, Page } from "@playwright/test";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { numbered, seedChannel, seedPosts, seedWebhook } from "./seed";
import { asOwner, beforeHydration, GRACE, holdRequests, newcomer, post, write } from "./steps";

/** Too many messages for one page. */
const MANY = 700;
/** The most messages that the page keeps, plus one batch that has just loaded. */
const BOUND = 350;
/** The same for a reader at the end. */
const BOUND_AT_END = 150;

/** Posts messages one after the other with Node's HTTP client, which is much faster than Playwright's. */
async function postMany(url: string, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1) {
    const body = JSON.stringify({ content: `message ${n}.` });
    const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    expect(response.status, await response.text()).toBe(200);
  }
}

/** Creates a channel with this many messages, all read. */
async function longChannel(page: Page, count: number) {
  await asOwner(page);
  const name = `long-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  await seedPosts(url, numbered(1, count));
  expect((await page.request.post(`/api/channels/${channelId}/read`, { data: { seq: count } })).status()).toBe(204);
  return { name, channelId, url };
}

const text = (page: Page, n: number) => messages(page).getByText(`message ${n}.`, { exact: true });
const articles = (page: Page) => messages(page).getByRole("article");
const jump = (page: Page, name: string | RegExp = "Jump to latest") => page.getByRole("button", { name });

/** Returns the numbers of the messages on the page, in order. */
async function numbers(page: Page): Promise<number[]> {
  const texts = await articles(page).allTextContents();
  return texts.map((each) => Number(/message (\d+)\./.exec(each)?.[1]));
}

/** Returns the number and position of the message in the middle of the view. */
function middle(page: Page): Promise<{ n: number; y: number }> {
  return messages(page).evaluate((region) => {
    const { top, height } = region.getBoundingClientRect();
    const found = [...region.querySelectorAll("article")].find(
      (each) => each.getBoundingClientRect().bottom > top + height / 2,
    );
    return {
      n: Number(/message (\d+)\./.exec(found?.textContent ?? "")?.[1]),
      y: found?.getBoundingClientRect().top ?? Number.NaN,
    };
  });
}

/** Scrolls until `done` is in view. Checks on the way that no message is missing or doubled and that the page stays small. */
async function wheelUntil(page: Page, by: number, done: Locator): Promise<void> {
  await messages(page).hover();
  await expect(async () => {
    const loaded = await numbers(page);
    expect(loaded).toEqual(loaded.map((_, index) => (loaded[0] ?? 0) + index));
    expect(loaded.length).toBeLessThanOrEqual(BOUND);
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, by);
    await expect(done).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [30], timeout: 45_000 });
}

test("a long channel scrolls to its beginning and back with only a few hundred messages on the page", async ({
  page,
}) => {
  const { channelId } = await longChannel(page, MANY);
  await page.goto(`/channels/${channelId}`);
  await expect(text(page, MANY)).toBeInViewport();

  await wheelUntil(page, -900, text(page, 1));
  await expect(messages(page).getByText("message 1.", { exact: true })).toBeInViewport();
  await expect(text(page, MANY)).toHaveCount(0);
  await expect(jump(page)).toBeVisible();

  await wheelUntil(page, 900, text(page, MANY));
  await expect(text(page, MANY)).toBeInViewport();
  await expect(text(page, 1)).toHaveCount(0);

  // By keyboard, with one key each.
  await messages(page).focus();
  await page.keyboard.press("Home");
  await expect(text(page, 1)).toBeInViewport();
  await page.keyboard.press("PageDown");
  await expect(jump(page)).toBeVisible();
  await page.keyboard.press("End");
  await expect(text(page, MANY)).toBeInViewport();
  await expect(jump(page)).toBeHidden();
});

test("a scroll before the page is hydrated isn't undone", async ({ page }) => {
  const { channelId } = await longChannel(page, MANY);
  const scroll = async () => {
    await expect(text(page, 350)).toBeInViewport();
    await messages(page).evaluate((region) => region.scrollBy({ top: 600 - region.scrollHeight }));
    await expect(text(page, 350)).not.toBeInViewport();
  };
  await beforeHydration(page, scroll, `/channels/${channelId}?message=350`);
  // What comes before is only loaded where it's needed.
  await expect.poll(async () => (await numbers(page))[0]).toBeLessThan(300);
  await expect(text(page, 350)).not.toBeInViewport();
});

test("messages in view don't move by a pixel while pages load and unload at either end", async ({ page, request }) => {
  const { channelId, url } = await longChannel(page, MANY);
  await page.goto(`/channels/${channelId}?message=350`);
  // What the page loads ahead by itself is there.
  await expect.poll(() => numbers(page)).toEqual(Array.from({ length: 100 }, (_, index) => 300 + index));
  await expect(text(page, 350)).toBeInViewport();

  for (const direction of ["before", "after"] as const) {
    for (let round = 0; round < 4; round += 1) {
      const loaded = await numbers(page);
      const arrive = await holdRequests(page, `**/messages?${direction}=*`);
      const asked = page.waitForRequest(new RegExp(`messages\\?${direction}=`));
      await messages(page).evaluate((region, up) => {
        const end = region.scrollHeight - region.clientHeight;
        // Near enough to load a batch, and far enough that it fills the space to load ahead: each round loads one.
        region.scrollTop = up ? 600 - end : -600;
      }, direction === "before");
      await asked;
      const before = await middle(page);
      arrive();
      const edge = direction === "before" ? loaded[0] : loaded.at(-1);
      await expect
        .poll(async () => (direction === "before" ? (await numbers(page))[0] : (await numbers(page)).at(-1)))
        .not.toBe(edge);
      await page.unroute(`**/messages?${direction}=*`);
      await expect.poll(() => middle(page)).toEqual(before);
      expect((await numbers(page)).length).toBeLessThanOrEqual(BOUND);
    }
  }

  // New messages at the end don't move the messages in view, and are counted.
  await page.goto(`/channels/${channelId}?message=350`);
  await expect(text(page, 350)).toBeInViewport();
  const before = await middle(page);
  await postMany(url, MANY + 1, MANY + 3);
  await expect(jump(page, "Jump to latest, 3 new")).toBeVisible();
  await expect.poll(() => middle(page)).toEqual(before);
  await jump(page, "Jump to latest, 3 new").click();
  await expect(text(page, MANY + 3)).toBeInViewport();
  await expect(jump(page)).toBeHidden();
  await post(request, url, { content: "message 9000." });
  await expect(text(page, 9000)).toBeInViewport();
});

test("new messages don't move a reader who has scrolled up, and the page stays small", async ({ page }) => {
  const { channelId, url } = await longChannel(page, 120);
  await page.goto(`/channels/${channelId}?message=40`);
  await expect(text(page, 40)).toBeInViewport();
  await messages(page).evaluate((region) => region.scrollTo({ top: -1_000 }));
  const before = await middle(page);
  await postMany(url, 121, 430);
  await expect(jump(page, "Jump to latest, 99+ new")).toBeVisible();
  await expect.poll(() => middle(page)).toEqual(before);
  expect((await numbers(page)).length).toBeLessThanOrEqual(BOUND);
  await jump(page, /^Jump to latest/).click();
  await expect(text(page, 430)).toBeInViewport();

  // At the end, new messages are in view, and the oldest are removed.
  await postMany(url, 431, 540);
  await expect(text(page, 540)).toBeInViewport();
  await expect.poll(async () => (await numbers(page)).length).toBeLessThanOrEqual(BOUND_AT_END);
  const loaded = await numbers(page);
  expect(loaded).toEqual(loaded.map((_, index) => (loaded[0] ?? 0) + index));
});

test("keys move between messages, past the loaded ones, and to the first and last", async ({ page }) => {
  const { name, channelId } = await longChannel(page, 150);
  await page.goto(`/channels/${channelId}?message=75`);
  await expect(text(page, 75)).toBeInViewport();
  const feed = messages(page).getByRole("feed", { name: `Messages in #${name}` });
  await expect(feed.getByRole("article").first()).toBeVisible();
  const focused = () =>
    page.evaluate(() => Number(/message (\d+)\./.exec(document.activeElement?.textContent ?? "")?.[1]));
  await articles(page)
    .filter({ has: page.getByText("message 75.", { exact: true }) })
    .focus();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe(73);
  for (let n = 72; n >= 45; n -= 1) {
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe(n);
  }
  await expect(text(page, 45)).toBeInViewport();
  await page.keyboard.press("Home");
  await expect.poll(focused).toBe(1);
  await expect(text(page, 1)).toBeInViewport();
  await page.keyboard.press("PageDown");
  expect(await focused()).toBe(2);
  await page.keyboard.press("Control+End");
  await expect.poll(focused).toBe(150);
  await expect(text(page, 150)).toBeInViewport();
});

test("an unfinished edit survives scrolling far away and back", async ({ page }) => {
  const { name, channelId } = await longChannel(page, 330);
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "mine");
  const mine = articles(page).filter({ hasText: "mine" });
  await mine.hover();
  await mine.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit message" }).fill("mine, not finished");
  await messages(page).hover();
  await expect(async () => {
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, -900);
    expect(await text(page, 1).isVisible()).toBe(true);
  }).toPass({ intervals: [30], timeout: 45_000 });
  await jump(page, /^Jump to latest/).click();
  await expect(page.getByRole("textbox", { name: "Edit message" })).toHaveValue("mine, not finished");
});

test("a screen reader announces others' new messages once, together, and nothing else", async ({ page, browser }) => {
  const { name, channelId, url } = await longChannel(page, 120);
  const other = await newcomer(browser, { ...GRACE, email: `said.${Date.now()}@example.com` });
  await other.page.goto(`/channels/${channelId}`);
  await other.page.getByRole("button", { name: /^Join/ }).click();
  await page.goto(`/channels/${channelId}`);
  await expect(text(page, 120)).toBeInViewport();
  const said = page.locator("main [aria-live=polite] p");
  await expect(said).toHaveText("");

  // Older messages and one's own aren't announced; other people's are.
  await messages(page).evaluate((region) => region.scrollTo({ top: -region.scrollHeight }));
  await expect(text(page, 30)).toBeAttached();
  await write(page, name, "my own");
  await expect(messages(page).getByText("my own")).toBeVisible();
  await write(other.page, name, "**hello** there");
  await expect(said).toHaveText(`${GRACE.name}: hello there`);
  await postMany(url, 121, 123);
  await expect(said).toHaveText("3 new messages, the latest from CI: message 123.");
  await other.context.close();
});
