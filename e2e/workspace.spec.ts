import type { APIRequestContext, BrowserContext, Page, PlaywrightWorkerArgs } from "@playwright/test";
import sharp from "sharp";
import { env } from "@/lib/process/env";
import { VERSION } from "@/lib/process/version";
import { expect, test } from "./fixtures";
import { seedChannel } from "./seed";
import { ADA } from "./set-up";
import {
  asOwner,
  enterChannel,
  GRACE,
  newcomer,
  openFromMenu,
  saveText,
  signedIn,
  signIn,
  untilSaved,
  untilStored,
} from "./steps";

// This file comes last, so workers that have nothing else to do share its tests.
test.describe.configure({ mode: "parallel" });

test("signing in by a form without scripts redirects only within this install", async ({ playwright, parley }) => {
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

type Device = { device: Page; copy: APIRequestContext };

/** Opens a channel on another device, and returns it with a copy of its cookie. */
async function open(
  context: BrowserContext,
  device: Page,
  { request }: PlaywrightWorkerArgs["playwright"],
): Promise<Device> {
  const copy = await request.newContext({ baseURL: env.baseUrl ?? "", storageState: await context.storageState() });
  expect((await copy.get("/api/channels")).status()).toBe(200);
  return { device, copy };
}

/** Fails unless that device's page has gone to /login and the copy of its cookie no longer works. Closes it. */
async function expectSignedOut({ device, copy }: Device): Promise<void> {
  await device.waitForURL(/\/login/);
  expect((await copy.get("/api/channels")).status()).toBe(401);
  await copy.dispose();
  await device.context().close();
}

test('signing out one device, there or from another, leaves the others signed in, and "Sign out all others" signs them out', async ({
  browser,
  playwright,
}) => {
  const who = { ...GRACE, email: `devices.${Date.now()}@example.com` };
  const { context, page: hers } = await newcomer(browser, who);
  const elsewhere = async () => {
    const { context: another, page } = await signedIn(browser, who);
    return open(another, page, playwright);
  };
  const browsed = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  const login = await browsed.newPage();
  await login.goto("/login");
  await signIn(login, who);
  await login.waitForURL(/\/channels\/\d+$/);
  const [lost, own, work] = [await open(browsed, login, playwright), await elsewhere(), await elsewhere()];
  await hers.goto("/account/devices");
  const devices = hers.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(devices).toHaveCount(4);
  await devices.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await hers.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices).toHaveCount(3);
  await expectSignedOut(lost);

  await own.device.getByRole("button", { name: "Account" }).click();
  await own.device.getByRole("menuitem", { name: "Sign out" }).click();
  await expectSignedOut(own);
  for (const { request } of [context, work.device]) expect((await request.get("/api/channels")).status()).toBe(200);

  await hers.getByRole("button", { name: "Sign out all others" }).click();
  await hers.getByRole("alertdialog").getByRole("button", { name: "Sign out all others" }).click();
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText("This device");
  await expectSignedOut(work);
  expect((await hers.request.get("/api/channels")).status()).toBe(200);
  await context.close();
});

test("an owner signs someone out everywhere", async ({ page, browser, playwright }) => {
  const who = { ...GRACE, name: "Grace Lost", email: `lost.${Date.now()}@example.com` };
  const { context, page: hers } = await newcomer(browser, who);
  const phone = await open(context, hers, playwright);
  await asOwner(page);
  await page.goto("/people?q=lost");
  await page.getByRole("button", { name: "Actions for Grace Lost" }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Grace Lost was signed out everywhere")).toBeVisible();
  await expectSignedOut(phone);
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
  for (const path of ["/workspace/audit-log", "/workspace/files", "/api/audit-log"]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
  expect((await page.goto("/workspace/health"))?.status()).toBe(404);
  await expect(page.getByText("This page doesn't exist, or you don't have access")).toBeVisible();
  await context.close();
});

test("the settings pages end with Parley's version", async ({ page }) => {
  await asOwner(page);
  for (const path of ["/account", "/workspace/settings"]) {
    const html = await (await page.request.get(path)).text();
    expect(html.replaceAll("<!-- -->", ""), path).toContain(`>Parley ${VERSION}<`);
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
  const { context, page: hers } = await newcomer(browser, { ...GRACE, email: `${name}@example.com` });
  await expect(hers.getByRole("navigation", { name: "Channels" }).getByRole("link", { name })).toBeVisible();
  await untilSaved(page, () => page.getByRole("button", { name: `Remove ${name}` }).click());
  await expect(channels).toHaveText("general");
  await context.close();
});
