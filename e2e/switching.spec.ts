import type { Browser, Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { article, channelLink, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { numbered, seedChannel, seedMembership, seedPosts, seedWebhook } from "./seed";
import { ADA } from "./set-up";
import { asOwner, newcomer, post } from "./steps";

type Channel = { name: string; channelId: string; url: string };

async function seedFilled(name: string, messageCount: number): Promise<Channel> {
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  await seedPosts(url, numbered(1, messageCount));
  return { name, channelId, url };
}

/** Two channels, both read; the second is open, and the first was open before it. */
async function setUp(page: Page): Promise<{ first: Channel; second: Channel }> {
  await asOwner(page);
  const stamp = Date.now();
  const first = await seedFilled(`first-${stamp}`, 60);
  const second = await seedFilled(`second-${stamp}`, 3);
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  await page.goto(`/channels/${first.channelId}`);
  await expect(composer(page, first.name)).toBeFocused();
  await expect(channelLink(page, second.name)).toBeVisible();
  await open(page, second);
  await expect(article(page, "message 3.")).toBeVisible();
  return { first, second };
}

async function open(page: Page, { name }: Channel): Promise<void> {
  await channelLink(page, name).click();
  await expect(composer(page, name)).toBeFocused();
}

/** Holds back all pages and messages except those of the event stream. Returns the addresses of the pages requested. */
async function hold(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/\/channels\/\d+(\?|$)|\/messages(\?|$)/, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    if (!route.request().url().includes("/api/")) asked.push(route.request().url());
  });
  return asked;
}

test("a channel that was open before reopens without a request, as you left it, and goes live again", async ({
  page,
  request,
}) => {
  const { first, second } = await setUp(page);
  await open(page, first);
  await post(request, first.url, { content: "message 61." });
  await expect(article(page, "message 61.")).toBeVisible();
  await expect(channelLink(page, first.name)).toBeVisible();
  await open(page, second);

  // A channel that was open before doesn't even need the event stream.
  await page.route("**/api/events?*", () => undefined);
  const asked = await hold(page);
  await open(page, first);
  await expect(article(page, "message 61.")).toBeInViewport();
  await expect(page.getByRole("separator", { name: "New" })).toHaveCount(0);
  await open(page, second);
  await expect(article(page, "message 3.")).toBeInViewport();
  expect(asked).toEqual([]);

  await page.unroute("**/api/events?*");
  await open(page, first);
  await post(request, first.url, { content: "message 62." });
  await expect(article(page, "message 62.")).toBeInViewport();
  await expect(channelLink(page, first.name)).toBeVisible();
  expect(asked).toEqual([]);
});

test("a channel first renders as many messages as fill the window, then the others", async ({ page }) => {
  const { first } = await setUp(page);
  const list = messages(page);
  const atOnce = list.evaluate(
    (_, label) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          const feed = document.querySelector(`[role=feed][aria-label="${label}"]`);
          if (!feed) return;
          observer.disconnect();
          resolve(feed.querySelectorAll("article").length);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    `Messages in #${first.name}`,
  );
  await open(page, first);
  expect(await atOnce).toBeLessThan(30);
  await expect(article(page, "message 60.")).toBeInViewport();
  await expect.poll(() => list.getByRole("article").count()).toBeGreaterThanOrEqual(50);
  await expect(article(page, "message 60.")).toBeInViewport();
});

test("a channel is asked for once when the pointer rests on its link, and opens without a request with what arrived since", async ({
  page,
  request,
}) => {
  const { second } = await setUp(page);
  const third = await seedFilled(`third-${Date.now()}`, 3);
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  await expect(channelLink(page, third.name)).toBeVisible();
  const arrived = () =>
    page.evaluate(
      (id) => performance.getEntriesByType("resource").filter(({ name }) => name.includes(`/${id}?_rsc`)).length,
      third.channelId,
    );
  // What asks is loaded a while after the page.
  await expect(async () => {
    await composer(page, second.name).hover();
    await channelLink(page, third.name).hover();
    await expect.poll(arrived, { timeout: 1_000 }).toBe(1);
  }).toPass();
  const asked = await hold(page);
  await channelLink(page, second.name).hover();
  await post(request, third.url, { content: "message 4." });
  await expect(channelLink(page, `${third.name}, 1 unread`)).toBeVisible();
  await channelLink(page, `${third.name}, 1 unread`).click();
  await expect(composer(page, third.name)).toBeFocused();
  await expect(article(page, "message 4.")).toBeInViewport();
  await expect(page.getByRole("separator", { name: "New" })).toBeVisible();
  expect(asked).toEqual([]);
});

test('messages that arrived meanwhile appear below the "New" line and are read once you see them', async ({
  page,
  request,
}) => {
  const { first, second } = await setUp(page);
  const line = page.getByRole("separator", { name: "New" });
  await post(request, first.url, { content: "message 61." });
  await post(request, first.url, { content: "message 62." });
  await channelLink(page, `${first.name}, 2 unread`).click();
  await expect(article(page, "message 61.").getByRole("separator", { name: "New" })).toBeInViewport();
  await expect(article(page, "message 62.")).toBeInViewport();
  await expect(channelLink(page, first.name)).toBeVisible();

  // More than fits on the page and more than the event stream sends, so the channel opens at the first of them.
  for (const [from, to] of [
    [63, 130],
    [131, 400],
  ] as const) {
    await open(page, second);
    await seedPosts(first.url, numbered(from, to));
    await channelLink(page, `${first.name}, ${to - from > 99 ? "99+" : to - from + 1} unread`).click();
    await expect(line).toBeInViewport();
    await expect(article(page, `message ${from}.`)).toBeInViewport();
    // Being on the page reads nothing while the end isn't in view.
    await expect(page.getByRole("button", { name: /^Jump to latest, / })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(article(page, `message ${to}.`)).toBeInViewport();
    await expect(line).toHaveCount(0);
    await expect(channelLink(page, first.name)).toBeVisible();
  }
});

test("going back and forward shows the channels as they were left, with their drafts, and the focus in the composer", async ({
  page,
}) => {
  const { first, second } = await setUp(page);
  await composer(page, second.name).fill("for later");
  await page.goBack();
  await expect(composer(page, first.name)).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^(\\S+ )?#?${first.name} `));
  await expect(article(page, "message 60.")).toBeInViewport();
  await page.keyboard.type("typed here");
  await page.goForward();
  await expect(composer(page, second.name)).toBeFocused();
  await expect(composer(page, second.name)).toHaveValue("for later");
  await expect(page).toHaveURL(new RegExp(`/channels/${second.channelId}$`));
  await open(page, first);
  await expect(composer(page, first.name)).toHaveValue("typed here");
});

test("a channel that was left further up opens at its end, and one that was left with a thread opens without it", async ({
  page,
}) => {
  const { first, second } = await setUp(page);
  await open(page, first);
  await article(page, "message 20.").scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  await open(page, second);
  await open(page, first);
  await expect(article(page, "message 60.")).toBeInViewport();
  await article(page, "message 60.").hover();
  await article(page, "message 60.").getByRole("button", { name: "Reply in thread" }).click();
  const thread = page.getByRole("region", { name: "Thread" });
  await expect(thread.getByRole("textbox", { name: "Reply" })).toBeFocused();
  await open(page, second);
  await expect(thread).toHaveCount(0);
  await open(page, first);
  await expect(thread).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(thread).toBeVisible();
});

test("three channels are kept, only the open one can be found, reached or heard, and a press shows another at once", async ({
  page,
}) => {
  const { first, second } = await setUp(page);
  const third = await seedFilled(`third-${Date.now()}`, 3);
  const fourth = await seedFilled(`fourth-${Date.now()}`, 3);
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  const kept = page.locator("main textarea[data-composer=channel]");
  // What keeps them is loaded a while after the page.
  await expect(async () => {
    for (const channel of [third, fourth, second, first]) {
      await open(page, channel);
      await expect(page.getByRole("textbox", { name: /^Message #/ })).toHaveCount(1);
      await expect(messages(page)).toHaveCount(1);
    }
    await expect(kept).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await expect(kept.filter({ visible: true })).toHaveCount(1);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
  expect(twice).toEqual([]);
  // Text typed beside the composer goes to the open one, and the keys of a message only to that channel's.
  await messages(page).click({ position: { x: 5, y: 5 } });
  await page.keyboard.type("x");
  await expect(composer(page, first.name)).toHaveValue("x");
  expect(await kept.evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value).join(""))).toBe("x");
  await open(page, second);
  await expect(kept).toHaveCount(3);

  // Before the router has opened it. Then the one that is open is shown again, because another is pressed.
  expect(await shownAfterPress(page, first, third)).toEqual(
    [first.name, second.name].map((name) => `Message #${name}`),
  );
  await expect(composer(page, third.name)).toBeFocused();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  expect(await shownAfterPress(page, second)).toEqual([`Message #${second.name}`]);
  await expect(composer(page, second.name)).toBeFocused();
});

/** Presses the links of channels one after another, and returns which composer is seen right after each press. */
function shownAfterPress(page: Page, ...channels: Channel[]) {
  const press = (ids: string[]) =>
    ids.map((id) => {
      document.querySelector<HTMLElement>(`nav a[href="/channels/${id}"]`)?.click();
      const composers = [...document.querySelectorAll("[data-composer]")];
      return composers.find((each) => each.checkVisibility({ visibilityProperty: true }))?.getAttribute("aria-label");
    });
  return page.evaluate(
    press,
    channels.map(({ channelId }) => channelId),
  );
}

/** A private channel with one message, and a member who has it open. */
async function setUpSecret(browser: Browser) {
  const name = `secret-${Date.now()}`;
  const channelId = await seedChannel(name, { private: true });
  await seedPosts(await seedWebhook(channelId, "CI"), ["a secret"]);
  const person = { name: "Vera", email: `vera-${name}@example.com`, password: "a third long secret" };
  const { page, context } = await newcomer(browser, person);
  const home = page.url();
  await seedMembership(channelId, person.email, true);
  await channelLink(page, `${name}, 1 unread`).or(channelLink(page, name)).click();
  await expect(article(page, "a secret")).toBeVisible();
  // The messages read earlier may appear before the address changes.
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}$`));
  return { name, home, page, context, setIn: (isIn: boolean) => seedMembership(channelId, person.email, isIn) };
}

test("a channel disappears when you're removed from it while reading, and later can't be reached by going back", async ({
  browser,
}) => {
  const { name, home, page, context, setIn } = await setUpSecret(browser);
  await setIn(false);
  await expect(page.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  await expect(messages(page)).toHaveCount(0);

  await page.goto(home);
  await setIn(true);
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(article(page, "a secret")).toBeVisible();
  await page.getByRole("navigation", { name: "Channels" }).getByRole("link").first().click();
  await expect(page).toHaveURL(home);
  await setIn(false);
  await expect(page.getByRole("link", { name: new RegExp(name) })).toHaveCount(0);
  // Not even hidden.
  await expect(page.getByText("a secret")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  await expect(messages(page)).toHaveCount(0);
  await context.close();
});

async function lastChannel(): Promise<string> {
  const { lastChannelId } = await db().user.findFirstOrThrow({ where: { email: ADA.email } });
  return `${lastChannelId}`;
}

test("a new device starts in the channel that was opened last", async ({ page, browser, parley }) => {
  const { first, second } = await setUp(page);
  for (const channel of [first, second, first]) {
    await open(page, channel);
    await expect.poll(lastChannel).toBe(channel.channelId);
    const device = await browser.newPage({ baseURL: parley.baseUrl });
    await asOwner(device);
    // It would open the channel, perhaps after the next one was opened here.
    await device.route("**/api/events?*", () => undefined);
    await device.goto("/");
    await expect(device).toHaveURL(new RegExp(`/channels/${channel.channelId}$`));
    await device.close();
    await page.bringToFront();
  }
});
