import type { APIRequestContext, Browser, BrowserContext, Page, PlaywrightWorkerArgs } from "@playwright/test";
import sharp from "sharp";
import { env } from "@/lib/process/env";
import { VERSION } from "@/lib/process/version";
import { expect, test } from "./fixtures";
import { seedChannel } from "./seed";
import { ADA } from "./set-up";
import {
  asOwner,
  enter,
  enterChannel,
  GRACE,
  inviteLink,
  join,
  newcomer,
  openFromMenu,
  saveText,
  signIn,
  untilSaved,
  untilStored,
} from "./steps";

test("signing in by a form without scripts redirects only within this install", async ({
  page,
  playwright,
  parley,
}) => {
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
  // No contact for security reports is configured.
  expect((await stranger.get("/.well-known/security.txt")).status()).toBe(404);
  await stranger.dispose();
});

type Device = { context: BrowserContext; device: Page; copy: APIRequestContext };

/** Signs in on another device and returns a function that sends requests with a copy of its cookie. */
async function signInElsewhere(
  browser: Browser,
  { request }: PlaywrightWorkerArgs["playwright"],
  who = ADA,
): Promise<Device> {
  const baseURL = env.baseUrl ?? "";
  const context = await browser.newContext({ baseURL });
  const device = await context.newPage();
  await device.goto("/login");
  await signIn(device, who);
  await device.waitForURL(/\/channels\/\d+$/);
  const copy = await request.newContext({ baseURL, storageState: await context.storageState() });
  expect((await copy.get("/api/channels")).status()).toBe(200);
  return { context, device, copy };
}

/** Fails unless that device's page has gone to /login and the copy of its cookie no longer works. */
async function expectSignedOut({ context, device, copy }: Device): Promise<void> {
  await device.waitForURL(/\/login/);
  expect((await copy.get("/api/channels")).status()).toBe(401);
  await copy.dispose();
  await context.close();
}

test('"Sign out all others" signs out every other device', async ({ page, browser, playwright }) => {
  await asOwner(page);
  const [phone, work] = [await signInElsewhere(browser, playwright), await signInElsewhere(browser, playwright)];
  await page.goto("/account/devices");
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out all others" }).click();
  const devices = page.getByRole("list", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expect(devices).toContainText("This device");
  for (const each of [phone, work]) await expectSignedOut(each);
});

test("signing out one device, there or from another, leaves the others signed in", async ({ browser, playwright }) => {
  const who = { ...GRACE, email: `devices.${Date.now()}@example.com` };
  const { context, page: hers } = await newcomer(browser, who);
  const lost = await signInElsewhere(browser, playwright, who);
  await hers.goto("/account/devices");
  const devices = hers.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await devices.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await hers.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices).toHaveCount(1);
  await expectSignedOut(lost);

  const own = await signInElsewhere(browser, playwright, who);
  await own.device.getByRole("button", { name: "Account" }).click();
  await own.device.getByRole("menuitem", { name: "Sign out" }).click();
  await expectSignedOut(own);
  expect((await hers.request.get("/api/channels")).status()).toBe(200);
  await context.close();
});

test("an owner signs someone out everywhere", async ({ page, browser, playwright }) => {
  const who = { ...GRACE, name: "Grace Lost", email: `lost.${Date.now()}@example.com` };
  const { context } = await newcomer(browser, who);
  const phone = await signInElsewhere(browser, playwright, who);
  await asOwner(page);
  await page.goto("/people?q=lost");
  await page.getByRole("button", { name: "Actions for Grace Lost" }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Grace Lost was signed out everywhere")).toBeVisible();
  await expectSignedOut(phone);
  expect((await context.request.get("/api/channels")).status()).toBe(401);
  await context.close();
});

test("an owner sees how much space files use, by person and by channel", async ({ page }) => {
  const name = `stored-${Date.now()}`;
  await enterChannel(page, name);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach or insert" }).last().click();
  await page.getByRole("menuitem", { name: "Upload files" }).click();
  await (await chooser).setFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from(`Notes of ${name}`) },
  ]);
  await untilStored(page, () => page.getByRole("button", { name: "Send" }).last().click());
  await openFromMenu(page, "Storage");
  await expect(page.getByRole("tab", { name: "Storage" })).toHaveAttribute("aria-selected", "true");
  const hers = page.getByRole("table", { name: "Usage by person" }).getByRole("row", { name: /Ada Lovelace/ });
  await expect(hers).toContainText(/\d+ (bytes|KiB|MiB)/);
  const byChannel = page.getByRole("table", { name: "Usage by channel" });
  await expect(byChannel.getByRole("row", { name: new RegExp(name) })).toContainText(/1 file.*bytes/);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
});

test("a member can't open the audit log, the Storage page or the Health page", async ({ browser }) => {
  const { context, page } = await newcomer(browser, { ...GRACE, email: `grace.${Date.now()}@example.com` });
  await page.getByRole("button", { name: /, workspace menu$/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Invite people", "Settings", "People", "Files", "Webhooks"]);
  for (const path of ["/workspace/audit-log", "/workspace/files", "/workspace/health"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  }
  expect((await page.request.get("/api/audit-log")).status()).toBe(404);
  await context.close();
});

test("the settings pages end with Parley's version", async ({ page }) => {
  await asOwner(page);
  for (const path of ["/account", "/workspace/settings"]) {
    await page.goto(path);
    await expect(page.getByText(`Parley ${VERSION}`, { exact: true })).toBeVisible();
  }
});

test("an owner renames the workspace and decides who invites and creates channels, live for everyone", async ({
  page,
  browser,
}) => {
  await asOwner(page);
  const { context, page: hers } = await newcomer(browser, { ...GRACE, email: `radia.${Date.now()}@example.com` });
  await page.goto("/workspace/settings");
  const name = page.getByRole("textbox", { name: "Workspace name" });
  const before = await name.inputValue();
  await saveText(name, "Difference Engines");
  await expect(hers.getByRole("complementary").getByText("Difference Engines")).toBeVisible();
  await saveText(name, before);

  await page.getByRole("tab", { name: "Permissions" }).click();
  const choose = async (question: string, who: string) => {
    const choice = page.getByRole("radiogroup", { name: question }).getByRole("radio", { name: who });
    await untilSaved(page, () => choice.click());
  };
  await choose("Who can create channels", "Owners and admins");
  await expect(hers.getByRole("button", { name: "Create channel" })).toHaveCount(0);
  await hers.goto("/workspace/settings/permissions");
  await expect(hers.getByText(/^Only owners and admins can change these settings\. Ask Ada Lovelace/)).toBeVisible();
  await expect(hers.getByRole("radio", { name: "Everyone" }).first()).toBeDisabled();
  await expect(hers.getByRole("tab", { name: "Storage" })).toHaveCount(0);
  await choose("Who can create channels", "Everyone");
  await expect(hers.getByRole("button", { name: "Create channel" })).toBeVisible();
  await context.close();
});

test("an uploaded logo appears for everyone, also before they sign in, until it's removed", async ({
  page,
  browser,
}) => {
  await asOwner(page);
  const { context, page: hers } = await newcomer(browser, { ...GRACE, email: `logo.${Date.now()}@example.com` });
  const signedOut = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  const login = await signedOut.newPage();
  const logoOn = (where: Page) => where.locator("img[src^='/api/logo/']");
  await page.goto("/workspace/settings");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("group", { name: "Logo" }).getByRole("button", { name: "Upload an image" }).click();
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await page.getByRole("dialog", { name: "Crop image" }).getByRole("button", { name: "Use image" }).click();
  await expect(page.getByText("Logo saved")).toBeVisible();
  await login.goto("/login");
  const menu = hers.getByRole("button", { name: /, workspace menu$/ });
  for (const image of [menu.locator("img"), logoOn(login).first()]) {
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  }

  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(page.getByText("Logo removed")).toBeVisible();
  await expect(menu.locator("img")).toHaveCount(0);
  await login.reload();
  await expect(logoOn(login)).toHaveCount(0);
  await context.close();
  await signedOut.close();
});

test("new people start in the default channels", async ({ page, browser }) => {
  const name = `start-${Date.now()}`;
  await seedChannel(name);
  await asOwner(page);
  await page.goto("/workspace/settings");
  const channels = page.getByRole("list", { name: "Default channels" });
  await expect(channels).toHaveText("general");
  const add = page.getByRole("combobox", { name: "Add a default channel" });
  await untilSaved(page, async () => void (await add.selectOption(`#${name}`)));
  await expect(channels.getByRole("listitem")).toHaveCount(2);
  const { context, page: hers } = await join(browser, await inviteLink(page), {
    ...GRACE,
    email: `${name}@example.com`,
  });
  await expect(hers.getByRole("navigation", { name: "Channels" }).getByRole("link", { name })).toBeVisible();
  await untilSaved(page, () => page.getByRole("button", { name: `Remove ${name}` }).click());
  await expect(channels).toHaveText("general");
  await context.close();
});
