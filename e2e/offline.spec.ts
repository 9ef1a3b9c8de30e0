import type { Page } from "@playwright/test";
import sharp from "sharp";
import { article, channelLink, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { bar, goOffline, goOnline, kept, stored, untilKept } from "./kept";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, enterChannel, expectAccessible, post, write } from "./steps";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ context }) => context.clock.install());

/** Creates a channel, posts there and waits until both are saved on the device. Returns the channel's id. */
async function readChannel(page: Page, name: string, said: string): Promise<string> {
  const channelId = await enterChannel(page, name);
  await write(page, name, said);
  await untilKept(page, channelId, { said });
  return channelId;
}

/** Adds a custom emoji with this name. */
async function addEmoji(page: Page, name: string): Promise<void> {
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: "seagreen" } })
    .png()
    .toBuffer();
  const headers = { Origin: new URL(page.url()).origin };
  const multipart = { name, image: { name: "parrot.png", mimeType: "image/png", buffer } };
  expect((await page.request.post("/api/emoji", { headers, multipart })).ok()).toBe(true);
}

/** Writes this in the composer of the channel and presses Enter. */
async function say(page: Page, channelName: string, text: string): Promise<void> {
  await composer(page, channelName).fill(text);
  await page.keyboard.press("Enter");
}

test("read channels open offline, and messages written offline are sent once and in order after reconnecting", async ({
  page,
}) => {
  const name = `offline-${Date.now()}`;
  const other = await readChannel(page, `other-${name}`, "said elsewhere");
  await channelLink(page, `other-${name}`).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Star" }).click();
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Starred" }) });
  const starred = section.getByRole("link", { name: `other-${name}` });
  await expect(starred).toBeVisible();
  await addEmoji(page, "offline_parrot");
  const channelId = await readChannel(page, name, "read *before* <b>that</b> :offline_parrot:");
  const parrot = messages(page).getByRole("img", { name: ":offline_parrot:" });
  await expect(parrot).toBeVisible();

  await goOffline(page);
  await expect(parrot).toBeVisible();
  await expect(parrot).toHaveJSProperty("naturalWidth", 128);
  await expect(starred).toBeVisible();
  await expect(bar(page)).toHaveText(/as of \d\d:\d\d\. New messages are sent when you reconnect\.$/);
  await expect(page.getByRole("heading", { level: 1, name: `#${name}` })).toBeVisible();
  await expect(article(page, "read before <b>that</b>").locator("em", { hasText: "before" })).toBeVisible();
  await say(page, name, "written without a network");
  await composer(page, name).fill("and one more");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(article(page, "and one more")).toContainText("Waiting to be sent.");
  await channelLink(page, `other-${name}`).click();
  await expect(article(page, "said elsewhere")).toBeVisible();
  await expect(page).toHaveURL(`/channels/${other}`);
  await say(page, `other-${name}`, "for elsewhere");
  await expect(article(page, "for elsewhere")).toContainText("Waiting to be sent.");
  await composer(page, `other-${name}`).fill("not finished");
  await page.goBack();
  await expect(messages(page).getByRole("article")).toHaveCount(3);
  // Works after the page was closed, too.
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(3);
  await expect(article(page, "written without a network")).toContainText("Waiting to be sent.");

  await goOnline(page);
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  await expect.poll(() => kept(page)).toMatchObject({ unsent: [] });
  const sent = ["read *before* <b>that</b> :offline_parrot:", "written without a network", "and one more"];
  expect(await stored(page, channelId)).toEqual(sent);
  expect(await stored(page, other)).toEqual(["said elsewhere", "for elsewhere"]);
  await expect(messages(page).getByRole("article")).toHaveCount(3);
  await page.goto(`/channels/${other}`);
  await expect(composer(page, `other-${name}`)).toHaveValue("not finished");
});

test("unsent messages survive closing the page, and a rejected message keeps its text", async ({ page }) => {
  const name = `waits-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await untilKept(page, channelId);
  const refused = "refused for good";
  await page.route("**/messages", (route) =>
    route.request().postDataJSON().content === refused
      ? route.fulfill({ status: 400, json: { error: "That is not to be said here." } })
      : route.abort(),
  );
  for (const text of ["first", "second", refused]) await say(page, name, text);
  await expect(article(page, refused)).toContainText("That is not to be said here.");
  await expect.poll(async () => (await kept(page)).unsent.toSorted()).toEqual(["first", refused, "second"]);

  await page.reload();
  await expect(article(page, refused)).toContainText("That is not to be said here.");
  await expect(article(page, "first")).toContainText("Waiting to be sent.");
  await page.unroute("**/messages");
  await page.reload();
  await expect.poll(() => stored(page, channelId)).toEqual(["first", "second"]);
  await expect(article(page, refused)).toContainText("That is not to be said here.");
  await article(page, refused).getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => kept(page)).toMatchObject({ unsent: [] });
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(2);
});

test("a browser's first page says at once that it's offline, and keeps what is written from its second second on", async ({
  page,
  context,
}) => {
  await asOwner(page);
  const name = `first-${Date.now()}`;
  const channelId = await seedChannel(name);
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  const online = page.getByText("1 online", { exact: true });
  await expect(online).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.clock.runFor(1_500);
  await expect.poll(() => kept(page)).toMatchObject({ shell: true });

  await context.setOffline(true);
  await expect(
    page.getByText("You're offline. Messages you write now are sent when you're back online."),
  ).toBeVisible();
  await expect(online).toBeHidden();
  await say(page, name, "written at once");
  await expect(article(page, "written at once")).toContainText("Waiting to be sent.");
  await expect(article(page, "written at once").getByText("Keep this page open")).toBeHidden();
  await page.close();
  await context.clock.resume();

  const next = await context.newPage();
  await next.goto("/people");
  await expect(next.getByText("This page isn't available offline")).toBeVisible();
  await expectAccessible(next, "a page that isn't available offline");
  await context.setOffline(false);
  // It loads itself then, which would end another navigation.
  await expect(next.getByText("This page isn't available offline")).toBeHidden();
  await next.goto(`/channels/${channelId}`);
  await expect.poll(() => stored(next, channelId)).toEqual(["written at once"]);
});

test("a channel opens from the device while the server is down", async ({ page, parley }) => {
  const name = `stopped-${Date.now()}`;
  const channelId = await readChannel(page, name, "before it was stopped");
  await parley.halt();
  await page.goto(`/channels/${channelId}`);
  await expect(bar(page)).toBeVisible();
  await expect(article(page, "before it was stopped")).toBeVisible();
  // What can't be stored stays in the composer, also after a reload.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new Error("The disk is full.");
    };
  });
  await composer(page, name).fill("written on a full disk");
  await composer(page, name).press("Enter");
  await page.reload();
  await expect(composer(page, name)).toHaveValue("written on a full disk");
  await expect(article(page, "written on a full disk")).toHaveCount(0);
  await say(page, name, "while it was stopped");
  await expect(article(page, "while it was stopped")).toContainText("Waiting to be sent.");
  await parley.restart();
  await expect(bar(page)).toBeHidden({ timeout: 30_000 });
  await expect.poll(() => stored(page, channelId)).toEqual(["before it was stopped", "while it was stopped"]);
});

test("the offline page is accessible on wide and narrow screens", async ({ page, request }) => {
  const name = `looks-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "CI");
  await post(request, url, {
    content: "A `build` and its code:\n\n```ts\nconst answer: number = 42;\n```",
    embeds: [
      {
        title: "Deploy 7",
        description: "**done**",
        color: 0x2ea043,
        fields: [{ name: "Branch", value: "main", inline: true }],
      },
    ],
  });
  await write(page, name, "Good morning");
  await untilKept(page, channelId, { said: "Good morning" });
  await goOffline(page);
  await expect(article(page, "Deploy 7").locator("strong", { hasText: "done" })).toBeVisible();
  await say(page, name, "Good evening");
  await expect(article(page, "Good evening")).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.mouse.move(0, 0);
    await expectAccessible(page, `offline at ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  // On a phone, the list and the channel are shown one at a time.
  await expect(page.getByRole("navigation", { name: "Channels" })).toBeHidden();
  await page.getByRole("link", { name: "Show channels" }).click();
  await expect(channelLink(page, name)).toBeVisible();
  await expectAccessible(page, "offline, the list");
  await channelLink(page, name).click();
  await expect(article(page, "Good morning")).toBeVisible();
  await page.context().setOffline(false);
});

test("a browser offers to install Parley, and the service worker doesn't intercept scripts", async ({
  page,
  context,
}) => {
  const name = `install-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await untilKept(page, channelId);
  const session = await context.newCDPSession(page);
  const manifest = await session.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? "")).toMatchObject({ name: "Analytical Engines", display: "standalone" });
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);

  for (const file of ["/service-worker.js", "/service-worker/offline.js", "/service-worker/push.js"]) {
    const headers = (await page.request.get(file)).headers();
    expect(headers["cache-control"], file).toBe("no-cache");
    expect(headers["content-type"], file).toMatch(/^(text|application)\/javascript/);
  }
  for (const icon of ["/icons/icon-192.png", "/icons/icon-512.png", "/icons/maskable-512.png", "/apple-icon.png"]) {
    expect((await page.request.get(icon)).headers()["content-type"], icon).toBe("image/png");
  }
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain("/offline");
  expect(cached.filter((path) => path !== "/offline" && !path.startsWith("/_next/static/"))).toEqual([]);

  // A page with a service worker still makes its own requests, as tests and tools expect.
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  let asked = 0;
  await page.route("**/*.js", (route) => {
    asked += 1;
    return route.continue();
  });
  await page.reload();
  await expect(composer(page, name)).toBeFocused();
  expect(asked).toBeGreaterThan(3);
});
