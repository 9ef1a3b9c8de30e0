import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { ParleyProcess } from "@/server/testing/parley-process";
import { createTestDatabase } from "@/server/testing/postgres";
import { expect, test } from "./fixtures";
import { ADA, makeWorkspace } from "./set-up";
import { enter, expectAccessibleAtRest, GRACE, inviteLink, join, newcomer, signIn } from "./steps";

const HALF_MINUTE = 30_000;

/** The code of now, or of so many half minutes later: one that was used isn't taken again. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * HALF_MINUTE;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** Somebody of this test's own. */
function person(name: string): typeof GRACE {
  return { ...GRACE, name, email: `${name.toLowerCase().replaceAll(" ", ".")}.${Date.now()}@example.com` };
}

/** Gives the page a device that keeps passkeys, and answers for its person. */
async function withDevice(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Turns the authenticator app on, on a page that offers it, and answers its secret and the recovery codes. They stay open. */
async function turnOnApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { secret, codes: await list.getByRole("listitem").allTextContents() };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login$/);
}

const code = (page: Page) => page.getByRole("textbox", { name: "Code" });
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const isIn = (page: Page) => page.waitForURL(/\/channels\/\d+$/);

test("an authenticator app is set up, asked for with the password, and turned off", async ({ page, browser }) => {
  await enter(page);
  const who = person("Katherine Johnson");
  const { context, page: hers } = await newcomer(browser, who);
  await hers.goto("/account");
  await hers.getByRole("button", { name: "Set up authenticator app" }).click();
  const dialog = hers.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("That code is not right")).toBeVisible();
  await expectAccessibleAtRest(hers, "the authenticator app being set up");
  await hers.keyboard.press("Escape");
  const { secret, codes } = await turnOnApp(hers);
  await expectAccessibleAtRest(hers, "the recovery codes");
  const downloading = hers.waitForEvent("download");
  await hers.getByRole("button", { name: "Download" }).click();
  const kept = readFileSync(await (await downloading).path(), "utf8");
  for (const each of codes) expect(kept).toContain(each);
  await hers.getByRole("button", { name: "I have kept them" }).click();
  const ways = hers.getByRole("list", { name: "Two-step sign-in" });
  await expect(ways).toContainText("10 of 10 are unused");
  await expectAccessibleAtRest(hers, "the account page with two-step sign-in");

  await signOut(hers);
  await signIn(hers, who);
  await hers.waitForURL(/\/login\/second-step$/);
  await expectAccessibleAtRest(hers, "the second step");
  // Until then nothing is open, neither pages nor the API.
  expect((await hers.request.get("/api/channels")).status()).toBe(401);
  await code(hers).fill("000000");
  await goOn(hers);
  await expect(hers.getByText("That code is not right")).toBeVisible();
  await code(hers).fill(codeOf(secret, 1));
  await goOn(hers);
  await isIn(hers);

  await signOut(hers);
  await signIn(hers, who);
  await hers.getByRole("button", { name: "Use a recovery code" }).click();
  await code(hers).fill(codes[0] ?? "");
  await goOn(hers);
  await isIn(hers);
  await hers.goto("/account");
  await expect(ways).toContainText("9 of 10 are unused");
  await hers.getByRole("button", { name: "Turn off authenticator app" }).click();
  await hers.getByRole("textbox", { name: "Password or code" }).fill("not her password");
  await hers.getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(hers.getByText("neither your password nor a code")).toBeVisible();
  await hers.getByRole("textbox", { name: "Password or code" }).fill(who.password);
  await hers.getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(hers.getByRole("button", { name: "Set up authenticator app" })).toBeVisible();
  await signOut(hers);
  await signIn(hers, who);
  await isIn(hers);
  await context.close();
});

test("a password that is posted past the page opens nothing, nor does the step of another browser", async ({
  page,
  browser,
  playwright,
  parley,
}) => {
  await enter(page);
  const who = person("Dorothy Vaughan");
  const { context, page: hers } = await newcomer(browser, who);
  await hers.goto("/account");
  const { secret } = await turnOnApp(hers);
  const post = async (form: Record<string, string>, json: boolean) => {
    const stranger = await playwright.request.newContext({ baseURL: parley.baseUrl });
    const { csrfToken } = await (await stranger.get("/api/auth/csrf")).json();
    const sent = { csrfToken, ...form, ...(json && { json: "true" }) };
    const answer = await stranger.post("/api/auth/callback/credentials", { form: sent, maxRedirects: 0 });
    expect((await stranger.get("/api/channels")).status()).toBe(401);
    return { stranger, answer };
  };
  const { email, password } = who;
  const byScript = await post({ email, password }, true);
  expect(await byScript.answer.json()).toEqual({ url: `${parley.baseUrl}/login/second-step` });
  const byForm = await post({ email, password }, false);
  expect(byForm.answer.headers().location).toBe(`${parley.baseUrl}/login/second-step`);
  expect((await byForm.stranger.get("/login/second-step")).url()).toContain("/login/second-step");
  // Without the cookie of a browser in which the password was right, a right code is none.
  const elsewhere = await post({ email, password: "wrong", code: codeOf(secret, 1) }, true);
  expect(elsewhere.answer.status()).toBe(401);
  for (const { stranger } of [byScript, byForm, elsewhere]) await stranger.dispose();
  await context.close();
});

test("a passkey signs in alone and as the second step, and is renamed and removed", async ({ page, browser }) => {
  await enter(page);
  const who = person("Mary Jackson");
  const { context, page: hers } = await newcomer(browser, who);
  await withDevice(context, hers);
  await hers.goto("/account");
  await hers.getByRole("button", { name: "Add a passkey" }).click();
  await hers.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Laptop");
  await hers.getByRole("button", { name: "Add passkey" }).click();
  await expect(hers.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await hers.getByRole("button", { name: "I have kept them" }).click();
  const ways = hers.getByRole("list", { name: "Two-step sign-in" });
  await expect(ways).toContainText("not used yet");

  await signOut(hers);
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await isIn(hers);

  await signOut(hers);
  await signIn(hers, who);
  await hers.waitForURL(/\/login\/second-step$/);
  await expectAccessibleAtRest(hers, "the second step by a passkey");
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await isIn(hers);

  await hers.goto("/account");
  await expect(ways).toContainText("last used");
  await hers.getByRole("button", { name: "Rename passkey Laptop" }).click();
  await hers.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Old laptop");
  await hers.getByRole("button", { name: "Save" }).click();
  await expect(ways).toContainText("Old laptop");

  // The page of a phone holds it all without scrolling sideways.
  await hers.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleAtRest(hers, "two-step sign-in on a phone");
  const room = await hers.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(room).toBeLessThanOrEqual(0);

  await hers.getByRole("button", { name: "Remove passkey Old laptop" }).click();
  await hers.getByRole("textbox", { name: "Password or code" }).fill(who.password);
  await hers.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(ways).not.toContainText("Old laptop");
  await hers.goto("/account");
  await signOutBySession(hers);
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await expect(hers.getByText("That passkey doesn't open an account here")).toBeVisible();
  await signIn(hers, who);
  await isIn(hers);
  await context.close();
});

/** Forgets the session, where the account menu is out of sight. */
async function signOutBySession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/login");
}

test("an install that requires it leads everybody there first, and an admin helps who has lost theirs", async ({
  browser,
}) => {
  const { url, drop } = await createTestDatabase();
  const dataDir = temporaryDirectory("parley-two-step-");
  const parley = await ParleyProcess.start(dataDir, url);
  try {
    const context = await browser.newContext({ baseURL: parley.baseUrl });
    const owners = await context.newPage();
    await owners.goto("/setup");
    await makeWorkspace(owners);
    const link = await inviteLink(owners);
    const who = person("Annie Easley");
    const { context: hers, page: member } = await join(browser, link, who);
    await owners.goto("/workspace/security");
    await expect(owners.getByText("2 people have not set it up yet.")).toBeVisible();
    await owners.getByRole("link", { name: "set it up for yourself" }).click();
    await turnOnApp(owners);
    await owners.getByRole("button", { name: "I have kept them" }).click();
    await owners.goto("/workspace/security");
    await owners.getByRole("button", { name: "Require it of everybody" }).click();
    await owners.getByRole("alertdialog").getByRole("button", { name: "Require it" }).click();
    await expect(owners.getByText("Everybody must have two-step sign-in.")).toBeVisible();

    // Her open page hears of it, and nothing else is to be had.
    await member.waitForURL(/\/two-step$/);
    await expectAccessibleAtRest(member, "the page on which one must set it up");
    for (const path of ["/", "/account", "/people", "/login", "/channels"]) {
      await member.goto(path);
      expect(new URL(member.url()).pathname).toBe("/two-step");
    }
    for (const path of ["/api/channels", "/api/events", "/api/people?q="]) {
      expect((await member.request.get(path)).status()).toBe(401);
    }
    await member.getByRole("button", { name: "Sign out" }).click();
    await member.waitForURL(/\/login$/);
    await signIn(member, who);
    await member.waitForURL(/\/two-step$/);
    await member.setViewportSize({ width: 390, height: 844 });
    const { codes } = await turnOnApp(member);
    await member.getByRole("button", { name: "I have kept them" }).click();
    await isIn(member);
    await member.goto("/account");
    await member.getByRole("button", { name: "Turn off authenticator app" }).click();
    await member.getByRole("textbox", { name: "Password or code" }).fill(codes[0] ?? "");
    await member.getByRole("button", { name: "Turn off", exact: true }).click();
    await expect(member.getByText("This workspace requires two-step sign-in.")).toBeVisible();
    await member.keyboard.press("Escape");

    await owners.goto("/people");
    await owners.getByRole("button", { name: `Actions for ${who.name}` }).click();
    await owners.getByRole("menuitem", { name: "Reset two-step sign-in" }).click();
    await owners.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
    await member.waitForURL(/\/login$/);
    await signIn(member, who);
    await member.waitForURL(/\/two-step$/);
    await owners.goto("/workspace/audit-log");
    await expect(owners.getByText(`${ADA.name} reset the two-step sign-in of ${who.name}`)).toBeVisible();
    await expect(owners.getByText(`${ADA.name} made two-step sign-in required for everybody`)).toBeVisible();
    await Promise.all([context.close(), hers.close()]);
  } finally {
    await parley.stop();
    await drop();
    removeDataDir(dataDir);
  }
});
