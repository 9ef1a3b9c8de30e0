import type { Browser, BrowserContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { db } from "@/lib/db/client";
import { confirmApp, offerApp } from "@/lib/people/two-step/app";
import { env } from "@/lib/process/env";
import { makeSession } from "@/lib/testing/factories";
import { expect } from "./fixtures";
import { seedPerson } from "./seed";
import { GRACE, openAs, signIn } from "./steps";

const HALF_MINUTE = 30_000;

/** Returns the current code, or one from `later` half minutes ahead, because a code works only once. */
export function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * HALF_MINUTE;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** Returns a person that only this test uses. */
export function person(name: string): typeof GRACE {
  return { ...GRACE, name, email: `${name.toLowerCase().replaceAll(" ", ".")}.${Date.now()}@example.com` };
}

/** Gives the page a device that stores passkeys and confirms every use. */
async function keepPasskeys(context: BrowserContext, page: Page): Promise<void> {
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

/** Sets up the authenticator app. Returns its secret and the recovery codes, whose dialog stays open. */
export async function turnOnApp(page: Page): Promise<{ secret: string; codes: string[] }> {
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

/** Creates a person and opens their security settings in a browser that stores passkeys. */
export async function atAccount(browser: Browser, name: string) {
  const who = person(name);
  await seedPerson(who);
  const { context, page } = await openAs(browser, who, "/account/security");
  await keepPasskeys(context, page);
  return { who, context, page, ways: page.getByRole("list", { name: "Two-step sign-in" }) };
}

/** Sets up the authenticator app of someone with an account, without the page. Returns its secret and the recovery codes. */
export async function seedApp({ email }: { email: string }): Promise<{ secret: string; codes: string[] }> {
  const user = await makeSession(await db().user.findUniqueOrThrow({ where: { email } }));
  const { ticket, secret } = await offerApp(user, undefined);
  const { codes } = await confirmApp(user, { ticket, code: codeOf(secret) });
  return { secret, codes: codes ?? [] };
}

/** Creates a person with an authenticator app, who has entered their password on the sign-in page. */
export async function atSecondStep(browser: Browser, name: string) {
  const who = person(name);
  await seedPerson(who);
  const { codes } = await seedApp(who);
  const context = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, who);
  await page.waitForURL(/\/login\/second-step$/);
  return { who, context, page, codes };
}

/** Does the same as `atAccount` and adds a passkey named Laptop. */
export async function withPasskey(browser: Browser, name: string) {
  const account = await atAccount(browser, name);
  await account.page.getByRole("button", { name: "Add a passkey" }).click();
  await account.page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Laptop");
  await account.page.getByRole("button", { name: "Add passkey" }).click();
  await expect(account.page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await leaveCodes(account.page);
  return account;
}

export function leaveCodes(page: Page): Promise<void> {
  return page.getByRole("button", { name: "I've saved them" }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login$/);
}

/** Signs out and in again, up to the second step. */
export async function toSecondStep(page: Page, who: typeof GRACE): Promise<void> {
  await signOut(page);
  await signIn(page, who);
  await page.waitForURL(/\/login\/second-step$/);
}

export async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Confirms with a password or code that it's them who turns off or removes a second step. */
export async function proveBy(page: Page, proof: string, confirm: "Turn off" | "Remove"): Promise<void> {
  await page.getByRole("textbox", { name: "Password or code" }).fill(proof);
  await page.getByRole("button", { name: confirm, exact: true }).click();
}

/** Presses a button and confirms its dialog. */
export async function press(page: Page, button: string, confirm: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
}

export const isIn = (page: Page) => page.waitForURL(/\/channels\/\d+$/);
