import type { BrowserContext, Page } from "@playwright/test";
import { mailDigests } from "@/lib/attention/digest/mail-digests";
import { requireChannel } from "@/lib/channels/access";
import { joinChannel } from "@/lib/channels/membership";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { userDraft } from "@/lib/testing/factories";
import type { PostOffice } from "@/lib/testing/post-office";
import { runCommand } from "@/server/run-program";
import { expect, testWithMail as test, test as withoutMail } from "./fixtures";
import { seedChannel, seedPerson } from "./seed";
import { ADA } from "./set-up";
import { asOwner, expectAccessibleAtRest, newcomer, openAs, signIn } from "./steps";

const NEW = "a quite new secret";

function somebody(name: string) {
  return { name, email: `${name.toLowerCase()}.${Date.now()}@example.com`, password: "another long secret" };
}

async function mailFor(office: PostOffice, address: string, count = 1): Promise<string> {
  await expect.poll(() => office.to(address).length, { timeout: 20_000 }).toBe(count);
  return office.to(address).at(-1)?.text ?? "";
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "New password" }).fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
}

const ended = (page: Page) => page.getByRole("heading", { name: "This link no longer works" });

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto("/forgot-password");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
}

/** Returns the link in the latest mail to this address. */
async function linkFor(office: PostOffice, address: string): Promise<string> {
  return /http\S+reset-password#\S+/.exec(await mailFor(office, address))?.[0] ?? "";
}

test("requesting a reset link doesn't reveal whether the account exists", async ({ page }) => {
  const person = somebody("Mary");
  await seedPerson(person);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await expectAccessibleAtRest(page, "forgot password");
  await askForLink(page, "nonsense");
  await expect(page.getByText("Enter an email address such as")).toBeVisible();

  const said: string[] = [];
  for (const email of [`nobody.${Date.now()}@example.com`, person.email]) {
    await askForLink(page, email);
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    said.push(((await page.getByRole("main").textContent()) ?? "").replace(email, "…"));
  }
  expect(said[0]).toBe(said[1]);
  await expectAccessibleAtRest(page, "a link is on its way");
});

test("a reset link sent by mail sets a new password once and signs the person out everywhere, and an ended link offers a new one", async ({
  page,
  browser,
  office,
}) => {
  const person = somebody("Mary");
  const { page: signedIn, context } = await newcomer(browser, person);
  await askForLink(page, person.email);
  const link = await linkFor(office, person.email);
  await page.goto(link);
  await choosePassword(page, "password");
  await expect(page.getByText(/most used|too common|common/i).first()).toBeVisible();
  await expectAccessibleAtRest(page, "a new password");
  await choosePassword(page, NEW);
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
  expect(page.url()).not.toContain("#");
  await expectAccessibleAtRest(page, "the password is set");
  const late = await page.context().newPage();
  await late.goto(link);
  await expect(ended(late)).toBeVisible();
  await late.goto("about:blank");
  await late.goto("/reset-password#forged");
  await expect(ended(late)).toBeVisible();
  await late.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(late.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await late.close();
  // The page that is open in the other browser goes to the sign-in page.
  await signedIn.waitForURL(/\/login/);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(page, { ...person, password: NEW });
  await page.waitForURL(/\/channels\/\d+$/);
  await context.close();
});

test("an owner creates a reset link, which is shown once", async ({ page, browser }) => {
  await asOwner(page);
  const person = somebody("Radia");
  await seedPerson(person);
  await page.goto(`/people?q=${encodeURIComponent(person.name)}`);
  await page.getByRole("button", { name: `Actions for ${person.name}` }).click();
  await page.getByRole("menuitem", { name: "Create a reset link" }).click();
  const dialog = page.getByRole("dialog", { name: `Reset link for ${person.name}` });
  const shown = dialog.getByRole("textbox", { name: "Reset link" });
  await expect(shown).toHaveValue(/\/reset-password#[\w-]{43}$/);
  const link = await shown.inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/people?q=${encodeURIComponent("Ada Lovelace")}`);
  await page.getByRole("button", { name: "Actions for Ada Lovelace" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Export data"]);
  await page.keyboard.press("Escape");

  const own = await (await browser.newContext()).newPage();
  await own.goto(link);
  await choosePassword(own, NEW);
  await own.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(own, { ...person, password: NEW });
  await own.waitForURL(/\/channels\/\d+$/);
  await own.context().close();

  await page.goto("/workspace/audit-log");
  await expect(page.getByRole("row", { name: `created a password reset link ${person.name}` })).toBeVisible();
});

/** A person who has been away for two hours and whom Ada has mentioned. */
async function absentee(
  browser: Parameters<typeof newcomer>[0],
  name: string,
): Promise<{ context: BrowserContext; page: Page; email: string }> {
  const person = somebody(name);
  await seedPerson(person);
  const channelId = BigInt(await seedChannel(`away-${name.toLowerCase()}-${Date.now()}`));
  const user = await db().user.findUniqueOrThrow({ where: { email: person.email } });
  const ada = await db().user.findUniqueOrThrow({ where: { email: ADA.email } });
  await joinChannel(await requireChannel({ ...user, sessionId: 0n }, channelId));
  await postMessages([
    userDraft({ ...ada, sessionId: 0n }, { id: channelId }, { content: `<@${user.id}> **look** at <i>this</i>` }),
  ]);
  const { context, page } = await openAs(browser, person, "about:blank");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await db().user.update({ where: { id: user.id }, data: { createdAt: longAgo, signedOutAt: null } });
  await db().session.updateMany({ where: { userId: user.id }, data: { lastSeenAt: longAgo } });
  return { context, page, email: person.email };
}

test("a person who was away gets one mail with what they missed, and can unsubscribe without signing in", async ({
  browser,
  office,
}) => {
  const { context, page: own, email } = await absentee(browser, "Hedy");
  await mailDigests();
  await mailDigests();
  const text = await mailFor(office, email);
  expect(text).toContain("@Hedy look at <i>this</i>");
  const [, message = ""] = /(http\S+\/channels\/\d+\?message=\d+)/.exec(text) ?? [];
  const [stop = ""] = /http\S+\/stop-mail\/\S+/.exec(text) ?? [];
  await own.goto(message);
  await expect(own.getByRole("article").filter({ hasText: "look at <i>this</i>" })).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  // Programs that check links for danger send such a request.
  const header = stop.replace("/stop-mail/", "/api/stop-mail/");
  const looked = await stranger.request.get(header);
  expect([looked.status(), looked.url()]).toEqual([200, stop]);
  await stranger.goto(stop);
  await expect(stranger.getByRole("heading", { name: "Unsubscribe from missed-message emails?" })).toBeVisible();
  const wants = async () => (await db().user.findUniqueOrThrow({ where: { email } })).mailsDigest;
  expect(await wants()).toBe(true);
  await expectAccessibleAtRest(stranger, "stop mails");
  await stranger.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(stranger.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  expect(await wants()).toBe(false);

  await own.goto("/account/notifications");
  const wish = own.getByRole("switch", { name: "Email me what I missed" });
  await expect(wish).not.toBeChecked();
  await wish.click();
  await expect(wish).toBeChecked();
  await expect.poll(wants).toBe(true);
  // Mail programs send this when the reader presses "Unsubscribe".
  const answer = await stranger.request.post(header, { form: { "List-Unsubscribe": "One-Click" } });
  expect([answer.status(), await wants()]).toEqual([204, false]);
  expect((await stranger.request.post(`${header}0`, { form: { "List-Unsubscribe": "One-Click" } })).status()).toBe(404);
  await stranger.goto("/stop-mail/1-forged");
  await expect(stranger.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
  await Promise.all([context.close(), stranger.context().close()]);
});

withoutMail(
  "without a mail server, an owner or admin creates the reset link, or the reset-link command does",
  async ({ page, browser, parley }) => {
    await asOwner(page);
    await page.goto("/account/notifications");
    await expect(page.getByRole("heading", { name: "What to notify me about" })).toBeVisible();
    await expect(page.getByText("Email me what I missed")).toHaveCount(0);
    const person = somebody("Joan");
    await seedPerson(person);
    const own = await (await browser.newContext()).newPage();
    await own.goto("/login");
    await own.getByRole("link", { name: "Forgot password?" }).click();
    await expect(own.getByText("Ask an owner or admin for a reset link.")).toBeVisible();
    await expect(own.getByRole("textbox")).toHaveCount(0);

    const command = ["start", "reset-link"];
    const { code, output } = await runCommand([...command, person.email.toUpperCase()]);
    const [link = ""] = /http\S+reset-password#\S+/.exec(output) ?? [];
    expect([code, link], output).toEqual([0, expect.stringContaining(parley.baseUrl)]);
    await own.goto(link);
    await choosePassword(own, NEW);
    await expect(own.getByRole("heading", { name: "Your password is set" })).toBeVisible();
    const unknown = await runCommand([...command, "nobody@example.com"]);
    expect([unknown.code, unknown.output]).toEqual([
      1,
      expect.stringMatching(/^No active account has this email address/m),
    ]);
    await own.context().close();
  },
);
