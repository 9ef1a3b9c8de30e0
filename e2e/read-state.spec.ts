import type { APIRequestContext, Page } from "@playwright/test";
import { channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { numbered, seedChannel, seedPosts, seedWebhook } from "./seed";
import { ADA } from "./set-up";
import { again, asOwner, holdRefreshes, openAs, post } from "./steps";

type Setting = { name: string; channelId: string; url: string };

/** Creates a channel with a webhook, and leaves the page in another channel so that nothing is read there. */
async function setUp(page: Page): Promise<Setting> {
  await asOwner(page);
  const setting = await seed();
  // Unread messages of earlier tests would count in the tab's title, too.
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  await away(page);
  return setting;
}

async function seed(): Promise<Setting> {
  const name = `read-${Date.now()}`;
  const channelId = await seedChannel(name);
  return { name, channelId, url: await seedWebhook(channelId, "CI") };
}

async function away(page: Page): Promise<void> {
  await page.goto("/channels");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

async function postMany(request: APIRequestContext, url: string, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1) await post(request, url, { content: `message ${n}.` });
}

const line = (page: Page) => page.getByRole("separator", { name: "New" });

/** The distance of the line "New" from the list's upper edge. */
function lineTop(page: Page): Promise<number> {
  return messages(page).evaluate((region) => {
    const at = region.querySelector('[role=separator][aria-label="New"]')?.getBoundingClientRect().top ?? Number.NaN;
    return Math.round(at - region.getBoundingClientRect().top);
  });
}

/** Makes the page believe that it is in front or behind another window; in tests every page is focused. */
async function setInFront(page: Page, inFront: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hasFocus", { configurable: true, value: () => value });
    window.dispatchEvent(new Event(value ? "focus" : "blur"));
  }, inFront);
}

test("a channel opens at its first unread message, even if there's more than a page of them", async ({ page }) => {
  const { name, channelId, url } = await setUp(page);
  await seedPosts(url, numbered(1, 30));
  await page.goto(`/channels/${channelId}`);
  await page.getByRole("button", { name: "Mark as read" }).click();
  await expect(channelLink(page, name)).toBeVisible();
  await away(page);
  await seedPosts(url, numbered(31, 150));
  await expect(channelLink(page, `${name}, 99+ unread`)).toBeVisible();

  // The line must not move once scripts run.
  const still = await page.context().newPage();
  await still.route("**/*.js", (route) => route.abort());
  await still.goto(`/channels/${channelId}`);
  const first = await lineTop(still);
  await still.close();
  await page.goto(`/channels/${channelId}`);
  await expect(page.getByRole("button", { name: "Jump to latest, 99+ new" })).toBeVisible();
  await expect(line(page)).toBeInViewport();
  await expect(messages(page).getByText("message 31.")).toBeInViewport();
  await expect(messages(page).getByText("message 30.", { exact: true })).toBeAttached();
  expect(first).toBeLessThan(120);
  await expect.poll(async () => Math.abs((await lineTop(page)) - first)).toBeLessThanOrEqual(1);

  // The messages in view aren't read yet, because the end isn't in view.
  await expect(channelLink(page, `${name}, 99+ unread`)).toBeVisible();
  await expect
    .poll(async () => {
      await messages(page).evaluate((region) => region.scrollTo({ top: 0 }));
      return messages(page).getByText("message 150.").count();
    })
    .toBe(1);
  await messages(page).evaluate((region) => region.scrollTo({ top: 0 }));
  await expect(channelLink(page, name)).toBeVisible();
});

test("a channel opens at its first unread message when you come from another channel", async ({ page }) => {
  const { name, url } = await setUp(page);
  await seedPosts(url, numbered(1, 40));
  await channelLink(page, `${name}, 40 unread`).click();
  await expect(line(page)).toBeInViewport();
  await expect.poll(() => lineTop(page)).toBeLessThan(120);
  await page.keyboard.press("Escape");
  await expect(messages(page).getByText("message 40.")).toBeInViewport();
  await expect(line(page)).toHaveCount(0);
  await expect(channelLink(page, name)).toBeVisible();
});

test("a page rendered before new messages doesn't reset their unread count when it arrives late", async ({
  page,
  request,
}) => {
  const { name, url } = await setUp(page);
  // It hears of the next channel once its stream is open. That of the page before may be opening only now, too.
  const opened = page.waitForResponse((each) => {
    return new URL(each.url()).pathname === "/api/events" && each.frame().url().includes(name);
  });
  // The page loads only the first hundred channels.
  await page.goto(`/channels?q=${name}`);
  await expect(page.getByRole("main").getByText(name, { exact: true })).toBeVisible();
  await opened;
  const { isRefresh, arrive } = await holdRefreshes(page, "**/channels?*");
  const asked = page.waitForRequest(isRefresh);
  await seedChannel(`${name}-other`);
  await asked;
  await postMany(request, url, 1, 3);
  await expect(channelLink(page, `${name}, 3 unread`)).toBeVisible();
  arrive();
  await expect(page.getByRole("main").getByText(`${name}-other`)).toBeVisible();
  await expect(channelLink(page, `${name}, 3 unread`)).toBeVisible();
});

test("reading a channel or marking it unread applies to all your browsers", async ({ page, request, browser }) => {
  const { name, channelId, url } = await setUp(page);
  const second = await again(browser);
  await postMany(request, url, 1, 3);
  await expect(channelLink(second, `${name}, 3 unread`)).toBeVisible();
  await expect(second).toHaveTitle(/^• /);
  const read = page.waitForResponse(`**/api/channels/${channelId}/read`);
  await page.goto(`/channels/${channelId}`);
  await read;
  await expect(channelLink(second, name)).toBeVisible({ timeout: 2_000 });
  await expect(second).not.toHaveTitle(/^•/);

  await messages(page).getByRole("article").nth(1).hover();
  await messages(page).getByRole("article").nth(1).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Mark unread from here" }).click();
  for (const each of [page, second]) await expect(channelLink(each, `${name}, 2 unread`)).toBeVisible();
  await expect(line(page)).toBeVisible();
  await page.getByRole("button", { name: "Mark as read" }).click();
  for (const each of [page, second]) await expect(channelLink(each, name)).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await second.context().close();
});

test("a page in the background marks nothing as read, and its line disappears when you read elsewhere", async ({
  page,
  request,
  browser,
}) => {
  const { name, channelId, url } = await setUp(page);
  await post(request, url, { content: "message 0." });
  await page.goto(`/channels/${channelId}`);
  await expect(channelLink(page, name)).toBeVisible();
  await setInFront(page, false);
  await postMany(request, url, 1, 2);
  await expect(messages(page).getByText("message 2.")).toBeVisible();
  await expect(channelLink(page, `${name}, 2 unread`)).toBeVisible();
  await expect(line(page)).toBeVisible();

  const { page: second } = await openAs(browser, ADA, `/channels/${channelId}`);
  await expect(line(second)).toBeVisible();
  await expect(channelLink(page, name)).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await second.context().close();

  await post(request, url, { content: "message 3." });
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await setInFront(page, true);
  await expect(channelLink(page, name)).toBeVisible();
  await expect(line(page)).toBeVisible();
});

test("Shift+Escape marks everything as read and can be undone; Alt+Shift+arrows open unread channels", async ({
  page,
  request,
}) => {
  const one = await setUp(page);
  const two = await seed();
  await postMany(request, one.url, 1, 1);
  await postMany(request, two.url, 1, 2);
  await expect(channelLink(page, `${one.name}, 1 unread`)).toBeVisible();
  await expect(channelLink(page, `${two.name}, 2 unread`)).toBeVisible();
  await page.keyboard.press("Shift+Escape");
  for (const { name } of [one, two]) await expect(channelLink(page, name)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(channelLink(page, `${one.name}, 1 unread`)).toBeVisible();
  await expect(channelLink(page, `${two.name}, 2 unread`)).toBeVisible();

  await page.keyboard.press("Alt+Shift+ArrowDown");
  await page.waitForURL(`**/channels/${one.channelId}`);
  await expect(channelLink(page, one.name)).toBeVisible();
  await expect(page.getByRole("textbox", { name: `Message #${one.name}` })).toBeFocused();
  await expect(channelLink(page, `${two.name}, 2 unread`)).toBeVisible();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  await page.waitForURL(`**/channels/${two.channelId}`);
  await expect(channelLink(page, two.name)).toBeVisible();

  await page.getByRole("button", { name: "Channel list options" }).click();
  await page.getByRole("menuitem", { name: "Mark all as read" }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
});

test(`the tab's title and icon show unread messages, not deleted ones, and what arrives while you watch gets no "New" line`, async ({
  page,
  request,
}) => {
  const { name, url } = await setUp(page);
  const id = await post(request, url, { content: "plain" });
  await expect(page).toHaveTitle(/^• \S/);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute("href", "/icon-unread.svg");
  const icon = await page.request.get("/icon-unread.svg");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
  await post(request, url, { content: "second" });
  await expect(channelLink(page, `${name}, 2 unread`)).toBeVisible();
  const remove = await request.delete(`${url.replace("/webhooks/incoming/", "/api/webhooks/")}/messages/${id}`);
  expect(remove.status()).toBe(204);
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await channelLink(page, `${name}, 1 unread`).click();
  await expect(page).toHaveTitle(new RegExp(`^#${name}`));
  await expect(page.locator('link[rel="icon"]')).not.toHaveAttribute("href", "/icon-unread.svg");

  await page.keyboard.press("Escape");
  await expect(line(page)).toHaveCount(0);
  await postMany(request, url, 1, 3);
  await expect(messages(page).getByText("message 3.")).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await expect(channelLink(page, name)).toBeVisible();
});
