import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { createInvite } from "@/lib/people/sign-in/invites";
import { printResetLink } from "@/lib/people/sign-in/password-reset";
import { addPasskey, beginAddingPasskey } from "@/lib/people/two-step/passkeys";
import { relyingParty } from "@/lib/people/two-step/relying-party";
import { recordMissedSteps } from "@/lib/people/two-step/steps";
import { makeSession } from "@/lib/testing/factories";
import { SoftPasskey } from "@/lib/testing/passkey";
import { runCommand } from "@/server/run-program";
import { expect, test } from "./fixtures";
import { atSecondStep, giveCode, isIn, signOut, withPasskey } from "./second-step";
import { owner } from "./seed";
import { expectAccessibleAtRest, signIn, untilHydrated } from "./steps";

const NEW = "a quite new secret";

async function reset(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(await printResetLink(email, baseUrl));
  await expect(page.getByRole("textbox", { name: "New password" })).toBeFocused();
  await page.getByRole("textbox", { name: "New password" }).fill(NEW);
}

test("the pages for visitors focus their first empty field, except on touch, and the password field states its rules and can show what you type", async ({
  browser,
  parley,
}) => {
  const { url: link } = await createInvite(await owner(), parley.baseUrl);
  const first: [string, string][] = [
    ["/login", "Email"],
    [link, "Your name"],
  ];
  for (const hasTouch of [false, true]) {
    const context = await browser.newContext({ baseURL: parley.baseUrl, hasTouch, isMobile: hasTouch });
    const stranger = await context.newPage();
    for (const [address, name] of first) {
      await stranger.goto(address);
      await untilHydrated(stranger);
      const field = stranger.getByRole("textbox", { name });
      if (hasTouch) await expect(field).not.toBeFocused();
      else await expect(field).toBeFocused();
    }
    if (!hasTouch) await expectToShowPassword(stranger);
    await context.close();
  }
});

/** Fails unless the page's password field states its rules and can show what is typed. */
async function expectToShowPassword(stranger: Page): Promise<void> {
  const field = stranger.getByLabel("Password");
  await expect(field).toHaveAccessibleDescription("At least 8 characters. Common passwords aren't allowed.");
  await field.fill("password1");
  await expect(field).toHaveAttribute("type", "password");
  const show = stranger.getByRole("button", { name: "Show what you type" });
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveValue("password1");
  await expectAccessibleAtRest(stranger, "a password that is shown");
  await show.click();
  await expect(field).toHaveAttribute("type", "password");
}

test("a password that is reset or changed asks which passkeys to keep, and a removed passkey stops working", async ({
  browser,
  parley,
}) => {
  const { context, page: hers, who, ways } = await withPasskey(browser, "Mary Jackson");
  await seedPasskey(who.email, "Phone", parley.baseUrl);
  await hers.reload();
  await hers.getByRole("textbox", { name: "Current password" }).fill(who.password);
  await hers.getByRole("textbox", { name: "New password" }).fill(NEW);
  await hers.getByRole("checkbox", { name: "Keep passkey Phone" }).uncheck();
  await expectAccessibleAtRest(hers, "a change of the password with passkeys");
  await hers.getByRole("button", { name: "Change password" }).click();
  await expect(hers.getByText("Password changed")).toBeVisible();
  await hers.reload();
  await expect(ways).toContainText("Laptop");
  await expect(ways).not.toContainText("Phone");

  await signOut(hers);
  await reset(hers, parley.baseUrl, who.email);
  const laptop = hers.getByRole("checkbox", { name: "Keep passkey Laptop" });
  await expect(laptop).not.toBeChecked();
  await expect(hers.getByText("you'll need a recovery code to sign in next time")).toBeVisible();
  await expectAccessibleAtRest(hers, "a reset with passkeys");
  await laptop.check();
  await expect(hers.getByText("you'll need a recovery code to sign in next time")).toHaveCount(0);
  await hers.getByRole("button", { name: "Set password" }).click();
  await hers.getByRole("link", { name: "Go to sign-in" }).click();
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await isIn(hers);

  await signOut(hers);
  await reset(hers, parley.baseUrl, who.email);
  await hers.getByRole("button", { name: "Set password" }).click();
  await hers.getByRole("link", { name: "Go to sign-in" }).click();
  await hers.getByRole("button", { name: "Use a passkey" }).click();
  await expect(hers.getByText("That passkey doesn't belong to an account here")).toBeVisible();
  await signIn(hers, { ...who, password: NEW });
  await expect(hers.getByText("Enter a recovery code to finish signing in.")).toBeVisible();
  await context.close();
});

/** Adds a passkey without the page. */
async function seedPasskey(email: string, name: string, baseUrl: string): Promise<void> {
  const user = await makeSession(await db().user.findUniqueOrThrow({ where: { email } }));
  const here = relyingParty(baseUrl);
  const { token, options } = await beginAddingPasskey(user, undefined, here);
  await addPasskey(user, token, { name, response: new SoftPasskey().make(options.challenge, here) }, here);
}

test("an unfinished second step creates a notice for the account's user", async ({ browser }) => {
  const { context, page: hers, who, codes } = await atSecondStep(browser, "Katherine Johnson");
  const over = { user: { email: who.email } };
  await db().signInStep.updateMany({ where: over, data: { expiresAt: new Date(0) } });
  // The server may have been quicker.
  await recordMissedSteps();
  await hers.goto("/login");
  await signIn(hers, who);
  await hers.getByRole("button", { name: "Use a recovery code" }).click();
  await giveCode(hers, codes[0] ?? "");
  await isIn(hers);
  await hers.goto("/inbox?show=notices");
  const notice = hers.getByRole("listitem").filter({ hasText: "the correct password but not the second step" });
  await expect(notice).toContainText(`for ${who.name}`);
  await expectAccessibleAtRest(hers, "a notice of a missed second step");
  await notice.getByRole("link", { name: "If this wasn't you, change your password" }).click();
  await expect(hers).toHaveURL(/\/account\/security$/);
  await context.close();
});

test("the reset-two-step command works while the server runs", async ({ browser }) => {
  const { context, page: hers, who } = await atSecondStep(browser, "Annie Easley");
  await expect(hers.getByText("npm start -- reset-two-step you@example.com")).toBeVisible();
  const command = ["start", "reset-two-step"];
  const run = (email: string) => runCommand([...command, email]);
  const { code, output } = await run(who.email.toUpperCase());
  expect([code, output]).toEqual([0, expect.stringContaining("Two-step sign-in is off for")]);
  expect((await run(who.email)).output).toContain("hasn't set up two-step sign-in");
  const unknown = await run("nobody@example.com");
  expect([unknown.code, unknown.output]).toEqual([
    1,
    expect.stringMatching(/^No active account has this email address/m),
  ]);
  await hers.goto("/login");
  await signIn(hers, who);
  await isIn(hers);
  await context.close();
});
