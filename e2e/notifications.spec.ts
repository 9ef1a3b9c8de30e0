import type { Browser, BrowserContext, Page } from "@playwright/test";
import { channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedMembership, seedPerson, seedWebhook } from "./seed";
import {
  createChannel,
  createWebhook,
  enterChannel,
  GRACE,
  holdRequests,
  openAs,
  post,
  saveText,
  withCompanion,
} from "./steps";

/** A notification that the browser would show. `click` clicks it. */
type ShownNotification = { title: string; body: string };

/** Records notifications instead of showing them, in all tabs of the context. No tab has the focus. */
async function recordNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    class Recorded {
      static shown: (ShownNotification & { click: () => void })[] = [];
      static get permission() {
        return localStorage.getItem("permission") ?? "default";
      }
      static async requestPermission() {
        localStorage.setItem("permission", "granted");
      }
      onclick = () => {};
      constructor(title: string, { body }: { body: string }) {
        Recorded.shown.push({ title, body, click: () => this.onclick() });
      }
      close() {}
    }
    Object.defineProperty(window, "Notification", { value: Recorded });
    document.hasFocus = () => false;
  });
}

type Recorder = { Notification: { shown: (ShownNotification & { click: () => void })[] } };

async function shownIn(...tabs: Page[]): Promise<ShownNotification[]> {
  const each = tabs.map((tab) =>
    tab.evaluate(() => (window as unknown as Recorder).Notification.shown.map(({ title, body }) => ({ title, body }))),
  );
  return (await Promise.all(each)).flat();
}

function bell(page: Page) {
  return page.getByRole("button", { name: "Notifications", exact: true });
}

async function choose(page: Page, level: string): Promise<void> {
  await bell(page).click();
  await page.getByRole("menuitemradio", { name: level, exact: true }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** Opens a channel in two tabs, with desktop notifications on in the first, and another member who sends messages. */
async function twoTabs(page: Page, browser: Browser) {
  await recordNotifications(page.context());
  const name = `bell-${Date.now()}`;
  const { channelId, who, context, theirs } = await withCompanion(page, browser, name);
  await theirs.goto("about:blank");
  await bell(page).click();
  await page.getByRole("menuitem", { name: "Turn on desktop notifications…" }).click();
  const second = await page.context().newPage();
  await second.goto(`/channels/${channelId}`);
  await expect(bell(second)).toHaveAccessibleDescription("Notifications: Mentions");
  const say = async (content: string) => {
    const data = { content, nonce: crypto.randomUUID() };
    expect((await theirs.request.post(`/api/channels/${channelId}/messages`, { data })).status()).toBe(200);
    return { title: `${who.name} in #${name}`, body: content.replaceAll("*", "") };
  };
  return { name, channelId, context, second, say };
}

test("the bell shows a level that changed before the page's stream opened", async ({ page }) => {
  const channelId = await enterChannel(page, `level-${Date.now()}`);
  const listen = await holdRequests(page, "**/api/events?*");
  await page.reload();
  await expect(bell(page)).toHaveAccessibleDescription("Notifications: Mentions");
  const data = { notifications: "all" };
  expect((await page.request.put(`/api/channels/${channelId}/notifications`, { data })).ok()).toBe(true);
  listen();
  await expect(bell(page)).toHaveAccessibleDescription("Notifications: All messages");
});

/** Makes the browser report that this tab has the focus. */
async function lookAt(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event("focus"));
  });
}

test("a channel notifies according to its level, once for all tabs; the focused tab does, except about visible messages, and a click opens the message", async ({
  page,
  browser,
}) => {
  const { name, channelId, context, second, say } = await twoTabs(page, browser);
  await bell(second).click();
  await expect(second.getByRole("menuitemradio")).toHaveText(["All messages", "Mentions", "Nothing"]);
  await expect(second.getByRole("menuitem")).toHaveText(["Notification settings"]);
  await second.keyboard.press("Escape");

  await say("plain");
  const look = await say("**look** @everyone");
  await expect.poll(() => shownIn(page, second)).toEqual([look]);

  await choose(page, "All messages");
  await expect(bell(second)).toHaveAccessibleDescription("Notifications: All messages");
  const all = await say("all of it");
  await expect.poll(() => shownIn(page, second)).toHaveLength(2);

  await choose(second, "Nothing");
  await expect(bell(page)).toHaveAccessibleDescription("Notifications: Nothing");
  await say("@everyone, nobody hears this");
  // The counts stay exact. A page that has fetched them has also fetched what to notify about.
  for (const tab of [page, second]) await expect(channelLink(tab, `${name}, 4 unread, 2 mentions`)).toBeVisible();
  await choose(page, "All messages");
  const again = await say("heard again");
  await expect.poll(async () => (await shownIn(page, second)).map(({ body }) => body)).toContain("heard again");
  const shown = await shownIn(page, second);
  expect(shown.toSorted((a, b) => a.body.localeCompare(b.body))).toEqual([all, again, look]);

  await lookAt(page);
  await say("before my eyes");
  await expect(messages(page).getByText("before my eyes")).toBeVisible();
  await expect(channelLink(page, name)).toBeVisible();
  await page.goto("/people");
  await lookAt(page);
  const clicked = await say("click me");
  await expect.poll(() => shownIn(page)).toEqual([clicked]);
  expect((await shownIn(second)).map(({ body }) => body)).not.toContain("before my eyes");
  await page.evaluate(() => (window as unknown as Recorder).Notification.shown[0]?.click());
  await page.waitForURL(`**/channels/${channelId}?message=*`);
  await expect(messages(page).getByText("click me")).toBeInViewport();
  await context.close();
});

/** Delays the script that notifies until `letGo` is called. */
async function holdBack(page: Page): Promise<{ isWaiting: () => boolean; letGo: () => void }> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isWaiting = false;
  await page.route("**/*.js", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes("parley-notifications")) {
      isWaiting = true;
      await gate;
    }
    await route.fulfill({ response, body });
  });
  return { isWaiting: () => isWaiting, letGo };
}

test("a message that arrives while the notification script loads still notifies", async ({ browser, request }) => {
  const who = { ...GRACE, name: "Hedy Lamarr", email: `early.${Date.now()}@example.com` };
  await seedPerson(who);
  const name = `early-hers-${Date.now()}`;
  const channelId = await seedChannel(name);
  await seedMembership(channelId, who.email, true);
  const url = await seedWebhook(channelId, "CI");
  const hedy = await openAs(browser, who, `/channels/${channelId}`);
  await recordNotifications(hedy.context);
  await hedy.page.evaluate(() => localStorage.setItem("permission", "granted"));
  await choose(hedy.page, "All messages");
  const loading = await holdBack(hedy.page);
  await hedy.page.goto("/people");
  await expect.poll(loading.isWaiting).toBe(true);
  await post(request, url, { content: "It burns" });
  await expect(channelLink(hedy.page, `${name}, 1 unread`)).toBeVisible();
  expect(await shownIn(hedy.page)).toEqual([]);
  loading.letGo();
  await expect.poll(() => shownIn(hedy.page)).toEqual([{ title: `CI in #${name}`, body: "It burns" }]);
  await hedy.context.close();
});

test("at 390 px, the header has the bell with its menu, and the command palette has the same choices", async ({
  page,
}) => {
  await recordNotifications(page.context());
  const name = `quiet-${Date.now()}`;
  await enterChannel(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await bell(page).click();
  await expect(page.getByRole("menuitemradio", { name: "Mentions", exact: true })).toBeChecked();
  await expect(page.getByRole("link", { name: "Channel settings" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press("Escape");
  await expect(bell(page)).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("notify me about nothing");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Notifications: Nothing")).toBeVisible();
  await expect(bell(page)).toHaveAccessibleDescription("Notifications: Nothing");
  await page.goto("/account/notifications");
  const section = page.getByRole("region", { name: "Desktop notifications" });
  await section.getByRole("button", { name: "Turn on desktop notifications…" }).click();
  await expect(section).toContainText("Desktop notifications are on");
});

test("keywords count and notify like mentions, and their number and length are limited", async ({ browser }) => {
  const stamp = Date.now();
  const who = { ...GRACE, email: `hedy.${stamp}@example.com` };
  await seedPerson(who);
  const { context, page } = await openAs(browser, who, "/account/notifications");
  await recordNotifications(context);
  await page.evaluate(() => localStorage.setItem("permission", "granted"));
  const keywords = page.getByRole("textbox", { name: "Keywords" });
  await keywords.fill("x".repeat(51));
  await keywords.press("Enter");
  await expect(page.getByText("You can have at most 20 keywords of at most 50 characters each.")).toBeVisible();
  await saveText(keywords, `radio${stamp}, on fire`);
  await page.reload();
  await expect(keywords).toHaveValue(`radio${stamp}, on fire`);
  const name = `words-${stamp}`;
  const channelId = await seedChannel(name);
  await seedMembership(channelId, who.email, true);
  const url = await seedWebhook(channelId, "CI");
  await page.goto("/inbox?show=threads");
  await post(page.request, url, { content: `The Radio${stamp} plays` });
  await expect(channelLink(page, `${name}, 1 unread, 1 mention`)).toBeVisible();
  await expect.poll(() => shownIn(page)).toEqual([{ title: `CI in #${name}`, body: `The Radio${stamp} plays` }]);
  await context.close();
});

test("new channels start at the default level, and a channel can notify about all replies", async ({ browser }) => {
  const stamp = Date.now();
  const who = { ...GRACE, email: `joan.${stamp}@example.com` };
  await seedPerson(who);
  const { context, page } = await openAs(browser, who, "/account/notifications");
  await page.getByRole("combobox", { name: "Default for new channels" }).selectOption("All messages");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const channelId = await createChannel(page, `replies-${stamp}`);
  await bell(page).click();
  await expect(page.getByRole("menuitemradio", { name: "All messages" })).toBeChecked();
  const replies = page.getByRole("menuitemcheckbox", { name: "All replies in threads" });
  await replies.click();
  await expect(replies).toBeChecked();
  await page.keyboard.press("Escape");
  const url = await createWebhook(page, channelId, "CI");
  await page.goto("/inbox?show=threads");
  for (const content of ["It began", "It goes on"]) await post(page.request, url, { content, thread_key: "story" });
  await expect(page.getByRole("link", { name: "Inbox, 1 unread" })).toBeVisible();
  await context.close();
});
