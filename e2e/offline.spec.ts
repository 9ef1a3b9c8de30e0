import type { Page } from "@playwright/test";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { ParleyProcess } from "@/server/testing/parley-process";
import { article, channelLink, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedMembership, seedSession, seedWebhook } from "./seed";
import { makeWorkspace } from "./set-up";
import { asOwner, enterChannel, expectAccessible, newcomer, post, signIn, write } from "./steps";

test.use({ serviceWorkers: "allow" });

type Kept = { owner: string | null; channels: string[]; said: string; unsent: string[]; shell: boolean };

/** What this browser keeps: whose it is, ids of channels, what was said there, texts that wait, and whether it has the page to show them. */
function kept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const shell = (await caches.match("/offline", { ignoreVary: true })) !== undefined;
    const known = (await indexedDB.databases()).some(({ name }) => name === "parley-kept");
    const nothing = { owner: null, channels: [], said: "", unsent: [], shell };
    if (!known) return nothing;
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const opening = indexedDB.open("parley-kept");
      // It was removed after it had been listed, and must not be made anew, without what the page puts in it.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => (opening.error?.name === "AbortError" ? resolve(null) : reject(opening.error));
    });
    if (database === null) return nothing;
    const all = (name: string) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const asked = database.transaction(name).objectStore(name).getAll();
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const [frames, channels, unsent] = await Promise.all([all("frame"), all("channels"), all("unsent")]);
    database.close();
    const owner = (frames[0]?.owner as { name: string } | undefined)?.name ?? null;
    return {
      owner,
      channels: channels.map(({ id }) => `${id}`),
      said: JSON.stringify(channels.map(({ messages }) => messages)),
      unsent: unsent.map(({ content }) => `${content}`),
      shell,
    };
  });
}

const NOTHING = { owner: null, channels: [], said: "", unsent: [], shell: false };

/** Waits until the channel that is open is kept, with what was said there, and the page that shows it. */
async function untilKept(page: Page, channelId: string, said = ""): Promise<void> {
  await expect
    .poll(() => kept(page), { timeout: 30_000 })
    .toMatchObject({
      channels: expect.arrayContaining([channelId]),
      said: expect.stringContaining(said),
      shell: true,
    });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** The bar of the page that is shown without a network. */
function bar(page: Page) {
  return page.getByText(/^Offline\. Showing what you last read/);
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await expect(bar(page)).toBeVisible();
}

/** The texts of the channel's messages as the server has them. */
async function stored(page: Page, channelId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/channels/${channelId}/messages`);
  return ((await answer.json()) as { messages: { content: string }[] }).messages.map(({ content }) => content);
}

test("what was read is there without a network, and what is written then is sent later, once and in order", async ({
  page,
  request,
}) => {
  const name = `offline-${Date.now()}`;
  const other = await enterChannel(page, `other-${name}`);
  await write(page, `other-${name}`, "said elsewhere");
  await untilKept(page, other, "said elsewhere");
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "CI");
  await post(request, url, { embeds: [{ title: "Deploy 7", description: "**done** in 3 s" }] });
  await write(page, name, "read *before* <b>that</b>");
  await untilKept(page, channelId, "read *before*");

  await goOffline(page);
  await expect(bar(page)).toHaveText(/from \d\d:\d\d; messages you send will wait\.$/);
  await expect(page.getByRole("heading", { level: 1, name: `#${name}` })).toBeVisible();
  await expect(article(page, "Deploy 7").locator("strong", { hasText: "done" })).toBeVisible();
  await expect(article(page, "read before <b>that</b>").locator("em", { hasText: "before" })).toBeVisible();
  await composer(page, name).fill("written without a network");
  await page.keyboard.press("Enter");
  await composer(page, name).fill("and one more");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(article(page, "and one more")).toContainText("Waits for the connection.");
  await channelLink(page, `other-${name}`).click();
  await expect(article(page, "said elsewhere")).toBeVisible();
  await expect(page).toHaveURL(`/channels/${other}`);
  await composer(page, `other-${name}`).fill("for elsewhere");
  await page.keyboard.press("Enter");
  await composer(page, `other-${name}`).fill("not finished");
  await page.goBack();
  await expect(messages(page).getByRole("article")).toHaveCount(4);
  // Also after it was closed.
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(4);
  await expect(article(page, "written without a network")).toContainText("Waits for the connection.");

  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  await expect.poll(() => kept(page)).toMatchObject({ unsent: [] });
  const sent = ["read *before* <b>that</b>", "written without a network", "and one more"];
  expect((await stored(page, channelId)).filter((text) => text !== "")).toEqual(sent);
  expect(await stored(page, other)).toEqual(["said elsewhere", "for elsewhere"]);
  await expect(messages(page).getByRole("article")).toHaveCount(4);
  await page.goto(`/channels/${other}`);
  await expect(composer(page, `other-${name}`)).toHaveValue("not finished");
});

test("what waits in an open page survives that it is closed, and what was refused keeps its text", async ({ page }) => {
  const name = `waits-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await untilKept(page, channelId);
  const refused = "refused for good";
  await page.route("**/messages", (route) =>
    route.request().postDataJSON().content === refused
      ? route.fulfill({ status: 400, json: { error: "That is not to be said here." } })
      : route.abort(),
  );
  const say = async (text: string) => {
    await composer(page, name).fill(text);
    await page.keyboard.press("Enter");
  };
  await say("first");
  await say("second");
  await say(refused);
  await expect(article(page, refused)).toContainText("That is not to be said here.");
  await expect.poll(async () => (await kept(page)).unsent.toSorted()).toEqual(["first", refused, "second"]);

  await page.reload();
  await expect(article(page, refused)).toContainText("That is not to be said here.");
  await expect(article(page, "first").getByRole("button", { name: "Retry" })).toBeVisible();
  await page.unroute("**/messages");
  await page.reload();
  await expect.poll(() => stored(page, channelId)).toEqual(["first", "second"]);
  await expect(article(page, refused)).toContainText("That is not to be said here.");
  await article(page, refused).getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => kept(page)).toMatchObject({ unsent: [] });
  await page.reload();
  await expect(messages(page).getByRole("article")).toHaveCount(2);
});

test("signing out forgets all of it, and asks first where something waits", async ({ browser }) => {
  const name = `leaving-${Date.now()}`;
  const { context, page } = await newcomer(browser, {
    name: `Lea ${name}`,
    email: `${name}@example.com`,
    password: "another long secret",
  });
  const channelId = channelIdOf(page);
  await untilKept(page, channelId);
  await page.route("**/messages", (route) => route.abort());
  await page.locator("[data-composer]").fill("not yet");
  await page.keyboard.press("Enter");
  await expect.poll(() => kept(page)).toMatchObject({ unsent: ["not yet"] });
  const signOut = async () => {
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await signOut();
  const question = page.getByRole("alertdialog", { name: "Sign out and lose a message?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await kept(page)).toMatchObject({ unsent: ["not yet"] });
  await signOut();
  await question.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  await page.context().setOffline(true);
  await expect(page.goto(`/channels/${channelId}`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await context.close();
});

test("a session that was ended elsewhere, and another person, leave nothing of it", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `ended-${Date.now()}`;
  const [first, second] = ["one", "two"].map((each) => ({
    name: `${each} ${name}`,
    email: `${each}-${name}@example.com`,
    password: "another long secret",
  }));
  if (!first || !second) throw new Error("Two people were made.");
  await newcomer(browser, second).then(({ context }) => context.close());
  const { context, page: own } = await newcomer(browser, first);
  const channelId = channelIdOf(own);
  await untilKept(own, channelId);

  // Somebody else's session, in the same browser.
  await own.goto("about:blank");
  await context.addCookies([{ ...(await seedSession(second)), url: baseURL ?? "", httpOnly: true, sameSite: "Lax" }]);
  await own.goto("/");
  await expect.poll(() => kept(own), { timeout: 30_000 }).toMatchObject({ owner: second.name });
  await untilKept(own, channelIdOf(own));

  // It ends while the browser has no network, and is found out with the next contact.
  await goOffline(own);
  await page.goto("/login");
  await signIn(page, second);
  await page.waitForURL(/\/channels\/\d+$/);
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByRole("button", { name: "Sign out all others" })).toBeHidden();
  await context.setOffline(false);
  await own.evaluate(() => window.dispatchEvent(new Event("online")));
  await own.waitForURL("**/login");
  await expect.poll(() => kept(own)).toEqual(NOTHING);
  await context.close();
});

test("a channel that one isn't in any more is forgotten", async ({ page, browser }) => {
  const name = `lost-${Date.now()}`;
  const email = `${name}@example.com`;
  await asOwner(page);
  const open = await seedChannel(`open-${name}`, { private: true });
  const closed = await seedChannel(`closed-${name}`, { private: true });
  const { context, page: own } = await newcomer(browser, {
    name: `Lou ${name}`,
    email,
    password: "another long secret",
  });
  for (const channelId of [open, closed]) {
    await seedMembership(channelId, email, true);
    await own.goto(`/channels/${channelId}`);
    await untilKept(own, channelId);
  }
  // The one that is before them, and one that isn't.
  await seedMembership(closed, email, false);
  await expect(own.getByText("There is nothing at this address")).toBeVisible();
  await expect.poll(async () => (await kept(own)).channels, { timeout: 30_000 }).not.toContain(closed);
  expect((await kept(own)).channels).toContain(open);
  await seedMembership(open, email, false);
  await expect.poll(async () => (await kept(own)).channels, { timeout: 30_000 }).not.toContain(open);
  await context.close();
});

test("nothing is kept where that isn't wanted", async ({ page }) => {
  const name = `unwanted-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await untilKept(page, channelId);
  await page.goto("/account");
  const wanted = page.getByRole("switch", { name: "Keep what I read on this device" });
  await expect(wanted).toBeChecked();
  await wanted.click();
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  // A page that finds somebody else's here doesn't wait until it has time.
  await page.evaluate(() => localStorage.setItem("parley.kept", '"somebody"'));
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "only on the server");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("parley.kept"))).toBeNull();
  expect(await kept(page)).toEqual(NOTHING);
  await page.goto("/account");
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await page.goto(`/channels/${channelId}`);
  await untilKept(page, channelId);
});

test("a server that doesn't answer is no reason to show nothing", async ({ browser }) => {
  const dataDir = temporaryDirectory("parley-offline-");
  const parley = await ParleyProcess.start(dataDir);
  const context = await browser.newContext({ baseURL: parley.baseUrl, serviceWorkers: "allow" });
  try {
    const page = await context.newPage();
    await page.goto("/setup");
    await makeWorkspace(page);
    const channelId = channelIdOf(page);
    await write(page, "general", "before it was stopped");
    await untilKept(page, channelId, "before it was stopped");
    await parley.stop();
    await page.goto("/");
    await expect(bar(page)).toBeVisible();
    await expect(article(page, "before it was stopped")).toBeVisible();
    await composer(page, "general").fill("while it was stopped");
    await page.keyboard.press("Enter");
    await expect(article(page, "while it was stopped")).toContainText("Waits");
    await parley.restart();
    await expect(bar(page)).toBeHidden({ timeout: 30_000 });
    await expect.poll(() => stored(page, channelId)).toEqual(["before it was stopped", "while it was stopped"]);
  } finally {
    await context.close();
    await parley.stop();
    removeDataDir(dataDir);
  }
});

test("without a network it can be read by everybody, on every screen", async ({ page, request }) => {
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
  await untilKept(page, channelId, "Good morning");
  await goOffline(page);
  await composer(page, name).fill("Good evening");
  await page.keyboard.press("Enter");
  await expect(article(page, "Good evening")).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.mouse.move(0, 0);
    await expectAccessible(page, `offline at ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      if (process.env.OFFLINE_PICTURES)
        await page.screenshot({ path: `${process.env.OFFLINE_PICTURES}/${width}-${colorScheme}.png` });
    }
  }
  // On a phone the list and a channel take turns.
  await expect(page.getByRole("navigation", { name: "Channels" })).toBeHidden();
  await page.getByRole("link", { name: "Show channels" }).click();
  await expect(channelLink(page, name)).toBeVisible();
  if (process.env.OFFLINE_PICTURES) await page.screenshot({ path: `${process.env.OFFLINE_PICTURES}/list.png` });
  await expectAccessible(page, "offline, the list");
  await channelLink(page, name).click();
  await expect(article(page, "Good morning")).toBeVisible();
  await page.context().setOffline(false);
});

test("a browser offers to install it, and its worker leaves everything else alone", async ({ page, context }) => {
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

  // A page that it controls still asks by itself, as tests and tools expect.
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

/** The id of the channel that the page is in. */
function channelIdOf(page: Page): string {
  const id = /\/channels\/(\d+)$/.exec(page.url())?.[1];
  if (!id) throw new Error(`Not in a channel: ${page.url()}`);
  return id;
}
