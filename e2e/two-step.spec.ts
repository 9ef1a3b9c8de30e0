import { readFileSync } from "node:fs";
import type { Page, PlaywrightWorkerArgs } from "@playwright/test";
import { expect, test } from "./fixtures";
import {
  atAccount,
  codeOf,
  giveCode,
  isIn,
  leaveCodes,
  person,
  press,
  proveBy,
  seedApp,
  signOut,
  toSecondStep,
  turnOnApp,
  withPasskey,
} from "./second-step";
import { seedPerson } from "./seed";
import { ADA } from "./set-up";
import { asOwner, expectAccessibleAtRest, type GRACE, newcomer, openAs, signIn } from "./steps";

test("an authenticator app is set up with recovery codes to keep, and sign-in needs a code from either until the password turns the app off", async ({
  browser,
  playwright,
  parley,
}) => {
  const { context, page: hers, who, ways } = await atAccount(browser, "Katherine Johnson");
  await hers.getByRole("button", { name: "Set up authenticator app" }).click();
  const dialog = hers.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("That code is incorrect")).toBeVisible();
  await expectAccessibleAtRest(hers, "the authenticator app being set up");
  await hers.keyboard.press("Escape");
  const { secret, codes } = await turnOnApp(hers);
  await expectAccessibleAtRest(hers, "the recovery codes");
  const downloading = hers.waitForEvent("download");
  await hers.getByRole("button", { name: "Download" }).click();
  const kept = readFileSync(await (await downloading).path(), "utf8");
  for (const each of codes) expect(kept).toContain(each);
  await leaveCodes(hers);
  await expect(ways).toContainText("10 of 10 are unused");
  await expect(hers.getByRole("group", { name: "Passkeys to keep" })).toHaveCount(0);
  await expectAccessibleAtRest(hers, "the account page with two-step sign-in");

  await expectNoOtherWayIn(playwright, parley.baseUrl, who, codeOf(secret, 1));
  await toSecondStep(hers, who);
  await expectAccessibleAtRest(hers, "the second step");
  expect((await hers.request.get("/api/channels")).status()).toBe(401);
  await giveCode(hers, "000000");
  await expect(hers.getByText("That code is incorrect")).toBeVisible();
  await giveCode(hers, codeOf(secret, 1));
  await isIn(hers);

  await toSecondStep(hers, who);
  await hers.getByRole("button", { name: "Use a recovery code" }).click();
  await giveCode(hers, codes[0] ?? "");
  await isIn(hers);
  await hers.goto("/account/security");
  await expect(ways).toContainText("9 of 10 are unused");
  await hers.getByRole("button", { name: "Turn off authenticator app" }).click();
  await proveBy(hers, "not her password", "Turn off");
  await expect(hers.getByText("That password or code is incorrect.")).toBeVisible();
  await proveBy(hers, who.password, "Turn off");
  await expect(hers.getByRole("button", { name: "Set up authenticator app" })).toBeVisible();
  await signOut(hers);
  await signIn(hers, who);
  await isIn(hers);
  await context.close();
});

/** Fails if a password that is posted without the page signs in, or a correct code from another browser. */
async function expectNoOtherWayIn(
  { request }: PlaywrightWorkerArgs["playwright"],
  baseURL: string,
  { email, password }: typeof GRACE,
  code: string,
): Promise<void> {
  const post = async (form: Record<string, string>, json: boolean) => {
    const stranger = await request.newContext({ baseURL });
    const { csrfToken } = await (await stranger.get("/api/auth/csrf")).json();
    const sent = { csrfToken, ...form, ...(json && { json: "true" }) };
    const answer = await stranger.post("/api/auth/callback/credentials", { form: sent, maxRedirects: 0 });
    expect((await stranger.get("/api/channels")).status()).toBe(401);
    return { stranger, answer };
  };
  const byScript = await post({ email, password }, true);
  expect(await byScript.answer.json()).toEqual({ url: `${baseURL}/login/second-step` });
  const byForm = await post({ email, password }, false);
  expect(byForm.answer.headers().location).toBe(`${baseURL}/login/second-step`);
  expect((await byForm.stranger.get("/login/second-step")).url()).toContain("/login/second-step");
  // A correct code doesn't count without the cookie of the browser where the password was correct.
  const elsewhere = await post({ email, password: "wrong", code }, true);
  expect(elsewhere.answer.status()).toBe(401);
  for (const { stranger } of [byScript, byForm, elsewhere]) await stranger.dispose();
}

test("a passkey signs in alone or as the second step, can be renamed on a phone, and stops working when it's removed", async ({
  browser,
}) => {
  const { context, page: hers, who, ways } = await withPasskey(browser, "Mary Jackson");
  await expect(ways).toContainText("not used yet");
  await signOut(hers);
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await isIn(hers);

  await toSecondStep(hers, who);
  await expectAccessibleAtRest(hers, "the second step by a passkey");
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await isIn(hers);
  await hers.goto("/account/security");
  await expect(ways).toContainText("last used");

  await hers.setViewportSize({ width: 390, height: 844 });
  await hers.getByRole("button", { name: "Rename passkey Laptop" }).click();
  await hers.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Old laptop");
  await hers.getByRole("button", { name: "Save" }).click();
  await expect(ways).toContainText("Old laptop");
  await expectAccessibleAtRest(hers, "two-step sign-in on a phone");
  const room = await hers.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(room).toBeLessThanOrEqual(0);

  await hers.getByRole("button", { name: "Remove passkey Old laptop" }).click();
  await proveBy(hers, who.password, "Remove");
  await expect(ways).not.toContainText("Old laptop");
  await hers.setViewportSize({ width: 1280, height: 720 });
  await signOut(hers);
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await expect(hers.getByText("That passkey doesn't belong to an account here")).toBeVisible();
  await signIn(hers, who);
  await isIn(hers);
  await context.close();
});

test("required two-step sign-in sends everyone to the setup, and no one can turn theirs off", async ({ browser }) => {
  const admin = person("Jean Bartik");
  await seedPerson(admin, "admin");
  const { page: admins } = await openAs(browser, admin, "/workspace/security");
  await expect(admins.getByText(/\d+ people haven't set it up yet\./)).toBeVisible();
  await expect(admins.getByRole("link", { name: "set it up for yourself" })).toHaveAttribute(
    "href",
    "/account/security",
  );
  await seedApp(admin);
  await admins.reload();
  const { context, page: member, who } = await atAccount(browser, "Annie Easley");
  await press(admins, "Require it for everyone", "Require it");
  await expect(admins.getByText("Required for everyone with a password.")).toBeVisible();

  await expectRestricted(member);
  const { codes } = await setUpAsLed(member, who);
  await member.goto("/account/security");
  await member.getByRole("button", { name: "Turn off authenticator app" }).click();
  await proveBy(member, codes[0] ?? "", "Turn off");
  await expect(member.getByText("This workspace requires two-step sign-in.")).toBeVisible();

  await press(admins, "Make it optional", "Make optional");
  await expect(admins.getByText("Optional for members.")).toBeVisible();
  await Promise.all([context.close(), admins.context().close()]);
});

/** Fails unless an open page learns that two-step sign-in is now required and shows nothing else. */
async function expectRestricted(page: Page): Promise<void> {
  await page.waitForURL(/\/two-step$/);
  await expectAccessibleAtRest(page, "the page on which one must set it up");
  for (const path of ["/", "/account", "/people", "/login", "/channels"]) {
    expect(new URL((await page.request.get(path)).url()).pathname, path).toBe("/two-step");
  }
  for (const path of ["/api/channels", "/api/events", "/api/people?q="]) {
    expect((await page.request.get(path)).status()).toBe(401);
  }
}

/** Signs out of the setup page, signs in again on a phone and sets up two-step sign-in there. Returns the recovery codes. */
async function setUpAsLed(page: Page, who: typeof GRACE): Promise<{ codes: string[] }> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/login$/);
  await signIn(page, who);
  await page.waitForURL(/\/two-step$/);
  await page.setViewportSize({ width: 390, height: 844 });
  const { codes } = await turnOnApp(page);
  await leaveCodes(page);
  await isIn(page);
  return { codes };
}

test("an admin resets a member's second step, which signs them out and is in the audit log", async ({
  page,
  browser,
}) => {
  await asOwner(page);
  const who = person(`Annie ${Date.now()}`);
  const { context, page: hers } = await newcomer(browser, who);
  await seedApp(who);
  await page.goto(`/people?q=${encodeURIComponent(who.name)}`);
  await page.getByRole("button", { name: `Actions for ${who.name}` }).click();
  await page.getByRole("menuitem", { name: "Reset two-step sign-in" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
  await hers.waitForURL(/\/login$/);
  await signIn(hers, who);
  await isIn(hers);
  await page.goto("/workspace/audit-log");
  await expect(page.getByRole("row", { name: `${ADA.name} reset the two-step sign-in ${who.name}` })).toBeVisible();
  await context.close();
});
