import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { makeUser } from "@/lib/testing/factories";
import type { ConnectedParley } from "@/server/testing/connected-parley";
import { IdentityProvider, type Login } from "@/server/testing/identity-provider";
import { expect, test as withoutProvider, withParley } from "./fixtures";
import { codeOf, giveCode, seedApp } from "./second-step";
import { ADA } from "./set-up";
import { beforeHydration, expectAccessibleAtRest, signIn } from "./steps";

/** A separate Parley with a provider, where people with addresses at engines.example get accounts on their first sign-in. */
const test = withoutProvider.extend<object, { provider: IdentityProvider; parley: ConnectedParley }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const provider = await IdentityProvider.start();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  parley: [
    async ({ provider }, use) => {
      const policy = { OIDC_ALLOWED_DOMAINS: "engines.example", OIDC_NAME: "Keycloak" };
      await withParley({ ...provider.variables, ...policy }, async (parley) => {
        provider.serveFor(parley.baseUrl);
        await use(parley);
      });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const PASSWORD = "another long secret";
const HOME = /\/channels\/\d+$/;
let made = 0;

function login(fields: Partial<Login> = {}): Login {
  made += 1;
  const sub = `sub-${Date.now()}-${made}`;
  return { sub, email: `${sub}@engines.example`, email_verified: true, name: `New ${made}`, ...fields };
}

/** Presses Parley's button, then the provider's. */
async function come(
  page: Page,
  provider: IdentityProvider,
  who: Login,
  button = "Continue with Keycloak",
): Promise<void> {
  provider.comes = who;
  // The provider remembers who signed in before.
  await page.context().clearCookies({ domain: "127.0.0.1" });
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("button", { name: "Let me in" }).click();
}

async function tellsOnLogin(page: Page, sentence: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/login\?problem=/);
  await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Keycloak" })).toBeVisible();
}

test("a new person gets an account through the provider, and sets a password before unlinking", async ({
  page,
  provider,
}) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveCount(0);
  const who = login({ name: "Grace Hopper" });
  await come(page, provider, who);
  await page.waitForURL(HOME);
  await expect(page.getByRole("textbox", { name: "Message #general" })).toBeVisible();

  await page.goto("/account/security");
  const section = page.getByRole("region", { name: "Single sign-on" });
  await expect(section.getByText("Linked: Keycloak")).toBeVisible();
  await expect(section.getByText(`${who.email}`)).toBeVisible();
  await expect(section.getByText("To unlink it, set a password first.")).toBeVisible();
  await expectAccessibleAtRest(page, "the account page without a password");
  await page.getByRole("textbox", { name: "New password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Current password" })).toBeVisible();
  await section.getByRole("button", { name: "Unlink Keycloak" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unlink" }).click();
  await expect(section.getByText("Not linked.")).toBeVisible();
});

test("an existing account can use its password to link, but not to sign in", async ({ page, provider }) => {
  const who = login();
  await makeUser({ email: `${who.email}`, name: "Katherine Johnson", password: PASSWORD });
  await page.goto("/login");
  await page.getByText("Sign in with a password").click();
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveCount(1);
  await expectAccessibleAtRest(page, "the sign-in page with its password");
  await signIn(page, { email: `${who.email}`, password: PASSWORD });
  await expect(page.getByText('Your account signs in with Keycloak. Choose "Continue with Keycloak".')).toBeVisible();

  await come(page, provider, who);
  await page.waitForURL("/login/link");
  await expect(page.getByRole("heading", { name: "Link your account" })).toBeVisible();
  await expect(page.getByText(`${who.email} already has an account here.`)).toBeVisible();
  await expectAccessibleAtRest(page, "the page that links");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Link and continue" }).click();
  await expect(page.getByText("That password is incorrect. Check it and try again.")).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Link and continue" }).click();
  // They aren't in any channel yet.
  await page.waitForURL("/channels");

  // From then on, the password isn't asked for.
  await page.context().clearCookies();
  await page.goto("/login");
  await come(page, provider, who);
  await page.waitForURL("/channels");
});

test("the owner signs in with a password and links an account of the provider", async ({ page, provider }) => {
  await page.goto("/login");
  await page.getByText("Sign in with a password").click();
  await signIn(page, ADA);
  await page.waitForURL(HOME);
  await page.goto("/account/security");
  const section = page.getByRole("region", { name: "Single sign-on" });
  const who = login({ email: "ada.at.work@other.example", email_verified: false });
  await come(page, provider, who, "Link Keycloak");
  await page.waitForURL("/login/link");
  await expect(page.getByText("ada.at.work@other.example")).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill(ADA.password);
  await page.getByRole("button", { name: "Link and continue" }).click();
  await page.waitForURL("/account/security");
  await expect(section.getByText("Linked: Keycloak")).toBeVisible();

  await page.goto("/workspace/audit-log");
  await expect(page.getByText("linked their account to single sign-on").first()).toBeVisible();
});

test("an account with two-step sign-in is linked after its second step", async ({ page, provider }) => {
  const who = { email: `guest.${Date.now()}@other.example`, password: PASSWORD };
  await makeUser({ ...who, name: "Radia Perlman" });
  await page.goto("/login");
  await page.getByText("Sign in with a password").click();
  await signIn(page, who);
  await page.waitForURL("/channels");
  await page.goto("/account/security");
  const { secret } = await seedApp(who);
  await come(page, provider, login({ email: who.email }), "Link Keycloak");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Link and continue" }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await expectAccessibleAtRest(page, "the second step of a link");
  await giveCode(page, codeOf(secret, 1));
  await page.waitForURL("/account/security");
  await expect(page.getByText("Linked: Keycloak")).toBeVisible();
});

test("the sign-in page says why single sign-on was refused, and you can try again", async ({ page, provider }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Keycloak" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await tellsOnLogin(page, "Keycloak didn't sign you in.");
  await expectAccessibleAtRest(page, "the sign-in page with a sentence");

  await come(page, provider, login({ email_verified: false }));
  await tellsOnLogin(page, "Keycloak hasn't verified your email address.");

  await come(page, provider, login({ email_verified: null }));
  await tellsOnLogin(
    page,
    /doesn't say whether your email address is verified\. Ask your server's operator to set OIDC/,
  );

  await come(page, provider, login({ email: `a.${Date.now()}@elsewhere.example` }));
  await tellsOnLogin(page, "You can't create an account here with Keycloak and this email address.");

  const away = login();
  await makeUser({ email: `${away.email}`, password: PASSWORD, deactivatedAt: new Date() });
  await come(page, provider, away);
  await tellsOnLogin(page, "Your account is deactivated.");
});

test("a forged or reused callback signs no one in", async ({ page, provider, parley }) => {
  await page.goto("/api/auth/callback/oidc?code=made-up&state=forged");
  await tellsOnLogin(page, "Sign-in timed out");
  await page.goto("/login/link");
  await tellsOnLogin(page, "Sign-in timed out");
  await page.goto("/login?problem=%3Cscript%3E");
  await expect(page.getByRole("button", { name: "Continue with Keycloak" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);

  // The same callback can't be used twice.
  const back = page.waitForRequest((request) => request.url().includes("/api/auth/callback/oidc"));
  await come(page, provider, login());
  const used = (await back).url();
  expect(used.startsWith(parley.baseUrl)).toBe(true);
  await page.waitForURL(HOME);
  // A chat page whose session has ended goes to the sign-in page.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(used);
  await tellsOnLogin(page, "Sign-in timed out");
});

test("sign-in fails with a message while the provider is down and works again afterwards", async ({
  page,
  provider,
}) => {
  await page.goto("/login");
  provider.comes = login();
  await page.getByRole("button", { name: "Continue with Keycloak" }).click();
  await expect(page.getByRole("button", { name: "Let me in" })).toBeVisible();
  await page.goBack();
  await provider.stop();
  await page.getByRole("button", { name: "Continue with Keycloak" }).click();
  await tellsOnLogin(page, "Keycloak is temporarily unavailable.");
  await provider.resume();
  await come(page, provider, login());
  await page.waitForURL(HOME);
});

test("on a phone the sign-in page fits, and its button works before hydration", async ({ page, provider }) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto("/login?problem=foreign");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessibleAtRest(page, "the sign-in page on a phone");
  provider.comes = login();
  await beforeHydration(page, () => page.getByRole("button", { name: "Continue with Keycloak" }).click(), "/login");
  await page.getByRole("button", { name: "Let me in" }).click();
  await page.waitForURL(HOME);
  expect(await db().user.count({ where: { email: `${provider.comes.email}` } })).toBe(1);
});
