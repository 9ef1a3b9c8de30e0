import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedChannelsWithWebhooks, seedPerson, seedTopics } from "./seed";
import { ADA } from "./set-up";
import {
  enter,
  enterChannel,
  enterWebhooks,
  GRACE,
  newcomer,
  post,
  reloadUntil,
  signIn,
  tabTo,
  untilStored,
} from "./steps";

/** Presses Tab until the focus is among radios, and the down arrow until it is on the one with this name. */
async function arrowTo(page: Page, name: string): Promise<void> {
  const focused = page.locator("[role=radio]:focus");
  for (let presses = 0; presses < 20 && (await focused.count()) === 0; presses += 1) await page.keyboard.press("Tab");
  for (let presses = 0; presses < 60; presses += 1) {
    const at = ((await focused.textContent()) ?? "").trim();
    if (at === name) return;
    await page.keyboard.press("ArrowDown");
    await expect(focused).not.toHaveText(at);
  }
  throw new Error(`Sixty presses of the arrow did not reach ${name}.`);
}

/** Makes a channel with a webhook in it, and opens its Webhooks tab. */
async function channelWithWebhook(page: Page, channelName: string, webhookName: string) {
  const channelId = await enterChannel(page, channelName);
  const url = await enterWebhooks(page, channelId, webhookName);
  return { channelId, url };
}

test("signing in by a form, without a script, stays at this install", async ({ page, playwright, parley }) => {
  await enter(page);
  const stranger = await playwright.request.newContext({ baseURL: parley.baseUrl });
  const signIn = async (password: string) => {
    const { csrfToken } = await (await stranger.get("/api/auth/csrf")).json();
    const form = { csrfToken, email: ADA.email, password, callbackUrl: "/channels" };
    const answer = await stranger.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    return answer.headers().location;
  };
  expect(await signIn("wrong")).toBe(`${parley.baseUrl}/login`);
  expect(await signIn(ADA.password)).toBe(`${parley.baseUrl}/channels`);
  expect((await stranger.get("/api/channels")).status()).toBe(200);
  // Nobody has said where to tell of a weakness.
  expect((await stranger.get("/.well-known/security.txt")).status()).toBe(404);
  await stranger.dispose();
});

test("a device is signed out from another, and a copy of its cookie opens nothing any more", async ({
  page,
  browser,
  parley,
  playwright,
}) => {
  await enter(page);
  await page.goto("/account");
  const devices = page.getByRole("list", { name: "Devices" });
  const others = devices.getByRole("listitem").filter({ hasNotText: "This device" });

  /** Signs in on another device, and answers it with a way to ask by a copy of its cookie. */
  const signInElsewhere = async () => {
    const context = await browser.newContext({ baseURL: parley.baseUrl });
    const device = await context.newPage();
    await device.goto("/login");
    await signIn(device, ADA);
    await device.waitForURL(/\/channels\/\d+$/);
    const copy = await playwright.request.newContext({
      baseURL: parley.baseUrl,
      storageState: await context.storageState(),
    });
    expect((await copy.get("/api/channels")).status()).toBe(200);
    return { context, device, copy };
  };
  const expectSignedOut = async ({ context, device, copy }: Awaited<ReturnType<typeof signInElsewhere>>) => {
    await device.waitForURL(/\/login/);
    expect((await copy.get("/api/channels")).status()).toBe(401);
    await copy.dispose();
    await context.close();
  };

  const [phone, work] = [await signInElsewhere(), await signInElsewhere()];
  await page.reload();
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out all others" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices).toContainText("This device");
  for (const each of [phone, work]) await expectSignedOut(each);

  const lost = await signInElsewhere();
  await page.reload();
  await others.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(others).toHaveCount(0);
  await expectSignedOut(lost);

  const own = await signInElsewhere();
  await own.device.getByRole("button", { name: "Account" }).click();
  await own.device.getByRole("menuitem", { name: "Sign out" }).click();
  await expectSignedOut(own);
  expect((await page.request.get("/api/channels")).status()).toBe(200);
});

test("an owner reads in the audit log who changed what, and a member finds nothing there", async ({
  page,
  browser,
}) => {
  await enter(page);
  const channelName = `audited-${Date.now()}`;
  const { channelId } = await channelWithWebhook(page, channelName, "CI");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Build");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem", { name: "Build" })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  const today = page.getByRole("list", { name: "Today" });
  await expect(today).toContainText(`Ada Lovelace paused webhook Build in #${channelName}`);
  await expect(today).toContainText(`Ada Lovelace renamed webhook CI to Build in #${channelName}`);
  await expect(today).toContainText(`Ada Lovelace created #${channelName}`);

  await page.getByRole("combobox", { name: "Channel" }).selectOption({ label: `#${channelName}` });
  await page.waitForURL(new RegExp(`channel=${channelId}`));
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Channels" });
  await page.waitForURL(/kind=channels/);
  await expect(today.getByRole("listitem")).toHaveText([new RegExp(`created #${channelName}`)]);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Channel" })).toHaveValue(channelId);
  await expect(today.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Members" });
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(today).toContainText("paused webhook Build");

  const grace = { ...GRACE, email: `grace.${Date.now()}@example.com` };
  const { context, page: hers } = await newcomer(browser, grace);
  await expect(hers.getByRole("link", { name: "Webhooks" })).toBeVisible();
  await expect(hers.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  expect((await hers.goto("/workspace/audit-log"))?.status()).toBe(404);
  await expect(hers.getByText("There is nothing at this address")).toBeVisible();
  expect(await hers.content()).not.toContain(channelName);
  expect((await hers.request.get("/api/audit-log")).status()).toBe(404);
  await context.close();
});

test("the log tells who got in and who failed to, by day, and is taken away as a file", async ({
  page,
  browser,
  playwright,
  parley,
}) => {
  await enter(page);
  const stamp = Date.now();
  const person = { ...GRACE, name: `=Grace ${stamp}`, email: `file.${stamp}@example.com` };
  await seedPerson(person);
  const context = await browser.newContext({ baseURL: parley.baseUrl });
  const hers = await context.newPage();
  await hers.goto("/login");
  await signIn(hers, person);
  await hers.waitForURL(/\/channels\/\d+$/);
  await hers.getByRole("button", { name: "Account" }).click();
  await hers.getByRole("menuitem", { name: "Sign out" }).click();
  await hers.waitForURL(/\/login$/);
  for (const _ of Array(2)) {
    await signIn(hers, { ...person, password: "not her password" });
    await expect(hers.getByText("don't match an account")).toBeVisible();
    await hers.reload();
  }
  await context.close();

  await page.goto("/workspace/audit-log");
  await page.getByRole("combobox", { name: "Person" }).selectOption({ label: person.name });
  await page.waitForURL(/person=\d+/);
  const entries = page.getByRole("list", { name: "Today" }).getByRole("listitem");
  await expect(entries).toHaveText([
    new RegExp(`Somebody failed to sign in as =Grace ${stamp} from .+, 2 times within an hour`),
    new RegExp(`=Grace ${stamp} signed out of a session from `),
    new RegExp(`=Grace ${stamp} signed in from `),
    new RegExp(`=Grace ${stamp} joined with an invite link of Ada Lovelace`),
    new RegExp(`=Grace ${stamp} made an account`),
  ]);
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Sign-ins" });
  await page.waitForURL(/kind=sign-ins/);
  await expect(entries).toHaveCount(3);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[3]).toContain(`"session.started","'=Grace ${stamp}"`);
  const stranger = await playwright.request.newContext({ baseURL: parley.baseUrl });
  expect((await stranger.get("/api/audit-log")).status()).toBe(401);
  await stranger.dispose();

  await page.getByLabel("To", { exact: true }).fill("2026-01-31");
  await page.waitForURL(/to=2026-01-31/);
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("");
  await expect(page.getByRole("list", { name: "Today" })).toBeVisible();
});

test("the audit log fits a phone", async ({ page }) => {
  await enterChannel(page, `phone-${"long".repeat(14)}-${Date.now()}`);
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto("/workspace/audit-log");
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  for (const place of [page.getByRole("main"), page.locator("html")]) {
    expect(await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  const width = await page
    .getByRole("search", { name: "Narrow the log" })
    .evaluate((each) => each.parentElement?.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test("an owner sees how much room files take and whose they are, and a member finds nothing there", async ({
  page,
  browser,
}) => {
  const name = `stored-${Date.now()}`;
  await enterChannel(page, name);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).last().click();
  await (await chooser).setFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from(`Notes of ${name}`) },
  ]);
  await untilStored(page, () => page.getByRole("button", { name: "Send" }).last().click());
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Files" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Files" })).toBeVisible();
  const owners = page.getByRole("list", { name: "By whom, at most 5 GiB a person" });
  await expect(owners.getByRole("listitem").filter({ hasText: "Ada Lovelace" })).toContainText(
    /\d+ files?.*(bytes|KiB|MiB)/,
  );
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }

  await page.setViewportSize({ width: 1280, height: 720 });
  const { context, page: hers } = await newcomer(browser, {
    ...GRACE,
    email: `grace.${Date.now()}@example.com`,
  });
  await expect(hers.getByRole("link", { name: "Webhooks" })).toBeVisible();
  await expect(hers.getByRole("link", { name: "Files", exact: true })).toHaveCount(0);
  expect((await hers.goto("/workspace/files"))?.status()).toBe(404);
  await context.close();
});

test("the log is read further back with Load older", async ({ page }) => {
  await enter(page);
  const channelId = await seedChannel(`long-${Date.now()}`);
  await seedTopics(channelId, 51);
  await page.goto(`/workspace/audit-log?channel=${channelId}`);
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveCount(50);
  await page.getByRole("button", { name: "Load older" }).click();
  await expect(entries).toHaveCount(52);
  await expect(entries.last()).toContainText("created #long-");
  await expect(page.getByRole("button", { name: "Load older" })).toHaveCount(0);
});

test("all webhooks are found by search, state and channel, and lead to their channel", async ({ page, request }) => {
  await enter(page);
  const stamp = Date.now();
  const { channelId } = await channelWithWebhook(page, `first-${stamp}`, `Quiet ${stamp}`);
  const second = await channelWithWebhook(page, `second-${stamp}`, `Loud ${stamp}`);
  await request.post(second.url, { data: { embeds: "no list" } });
  await reloadUntil(page, page.getByRole("listitem", { name: `Loud ${stamp}` }).getByText("Failing"));

  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Webhooks" }).click();
  await page.waitForURL("/workspace/webhooks");
  const list = page.getByRole("main").getByRole("list");
  await page.getByRole("searchbox", { name: "Search" }).fill(`${stamp}`);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Failing" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("listitem", { name: `Loud ${stamp}` })).toContainText("Failing");
  await expect(page.getByRole("status").filter({ hasText: /^1 of \d+ webhooks$/ })).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).selectOption({ label: "All states" });
  await page.getByRole("combobox", { name: "Channel" }).selectOption(channelId);
  await expect(list.getByRole("listitem", { name: `Quiet ${stamp}` })).toContainText("Active");
  await expect(list.getByRole("link", { name: `Log of Quiet ${stamp}` })).toHaveAttribute(
    "href",
    new RegExp(`/channels/${channelId}/settings/webhooks/\\d+$`),
  );
  await list.getByRole("link", { name: `first-${stamp}` }).click();
  await page.waitForURL(`/channels/${channelId}/settings/webhooks`);
});

test("more webhooks and channels than a page holds are searched for, and shown further with Show more", async ({
  page,
}) => {
  await enter(page);
  const stamp = `many${Date.now()}`;
  await seedChannelsWithWebhooks(stamp, 120);

  await page.goto("/workspace/webhooks");
  const main = page.getByRole("main");
  await page.getByRole("searchbox", { name: "Search" }).fill(stamp);
  await page.waitForURL(new RegExp(`q=${stamp}`));
  await expect(page.getByRole("status").filter({ hasText: /^120 of \d+ webhooks$/ })).toBeVisible();
  await expect(main.getByRole("listitem")).toHaveCount(100);
  await expect(main.getByRole("listitem").first()).toContainText(`${stamp} webhook 1`);
  await main.getByRole("button", { name: "Show more" }).click();
  await expect(main.getByRole("listitem")).toHaveCount(120);
  await expect(main.getByRole("listitem").last()).toContainText(`${stamp} webhook 120`);
  await expect(page.getByRole("status").filter({ hasText: "120 webhooks shown" })).toBeAttached();
  await expect(main.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(stamp);

  await page.goto("/channels");
  await page.getByRole("searchbox", { name: "Search" }).fill(stamp);
  await page.waitForURL(new RegExp(`q=${stamp}`));
  await expect(page.getByRole("status").filter({ hasText: /^120 of \d+ channels$/ })).toBeVisible();
  const open = main.getByRole("list", { name: "Open" }).getByRole("listitem");
  await expect(open).toHaveCount(100);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await main.getByRole("button", { name: "Show more" }).click();
  await expect(open).toHaveCount(120);
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing of the kind");
  await expect(page.getByText("No channel matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await expect(open.first()).toBeVisible();
});

test("a webhook is moved without a mouse, and its URL posts to the new channel", async ({ page, request }) => {
  await enter(page);
  const stamp = Date.now();
  const [fromName, toName] = [`from-${stamp}`, `to-${stamp}`];
  const toId = await enterChannel(page, toName);
  const { channelId, url } = await channelWithWebhook(page, fromName, "Mover");
  await post(request, url, { content: "before the move" });

  await tabTo(page, "button", "Move to another channel");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move webhook Mover" });
  await expect(dialog).toBeVisible();
  await tabTo(page, "button", "Move webhook");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Choose the channel to move it to.");
  await expect(dialog.getByRole("radio", { name: fromName })).toHaveCount(0);
  // Earlier tests may have left many channels: then there is a search, and the list is longer than anybody steps through.
  if ((await dialog.getByRole("searchbox", { name: "Find a channel" }).count()) > 0) {
    await tabTo(page, "searchbox", "Find a channel");
    await page.keyboard.type(toName);
    await expect(dialog.getByRole("radio")).toHaveCount(1);
  }
  await arrowTo(page, toName);
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("radio", { name: toName })).toBeChecked();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog).toContainText(
    `New messages will stand in #${toName}. Messages already posted stay in #${fromName}.`,
  );
  await tabTo(page, "button", "Move webhook");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Webhook moved to #${toName}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Webhooks", exact: true })).toBeFocused();
  await expect(page.getByRole("listitem", { name: "Mover" })).toHaveCount(0);

  await post(request, url, { content: "after the move" });
  await page.goto(`/channels/${toId}`);
  await expect(messages(page).getByText("after the move")).toBeVisible();
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByText("before the move")).toBeVisible();
  await expect(messages(page).getByText("after the move")).toHaveCount(0);
});
