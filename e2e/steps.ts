import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { env } from "@/lib/env";
import { composer } from "./finders";
import { expect } from "./fixtures";
import { seedChannel, seedMembership, seedPerson, seedSession, seedWebhook } from "./seed";
import { ADA } from "./set-up";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export const GRACE = { name: "Grace Hopper", email: "grace@example.com", password: "another long secret" };

/** Signs the browser in as the person who set the workspace up. */
export async function asOwner(page: Page): Promise<void> {
  await comeAs(page.context(), ADA);
}

/** The same, and ends in a channel. */
export async function enter(page: Page): Promise<void> {
  await asOwner(page);
  await page.goto("/");
  await page.waitForURL(/\/channels\/\d+$/);
}

/** Goes into a new channel of the person who set the workspace up, and returns its id. */
export async function enterChannel(page: Page, name: string, options: { private?: boolean } = {}): Promise<string> {
  await asOwner(page);
  const id = await seedChannel(name, options);
  await page.goto(`/channels/${id}`);
  await expect(composer(page, name)).toBeVisible();
  return id;
}

/** Signs in on the sign-in page, which must be open. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The invite link that the "Invite people" dialog shows. */
export async function inviteLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Invite people" }).click();
  const link = page.getByRole("textbox", { name: "Invite link" });
  await expect(link).toHaveValue(/\/invite\//);
  const url = await link.inputValue();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  return url;
}

/** Joins by an invite in a browser of its own, and ends in a channel. */
export async function join(
  browser: Browser,
  link: string,
  person: typeof GRACE,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: new URL(link).origin });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole("textbox", { name: "Your name" }).fill(person.name);
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: /^Join/ }).click();
  await page.waitForURL(/\/channels\/\d+$/);
  return { context, page };
}

/** Another browser of the person who set the workspace up. Ends in a channel. */
export async function again(browser: Browser): Promise<Page> {
  return (await signedIn(browser, ADA)).page;
}

/** Somebody new, in a browser of their own, who has joined by an invite. Ends in a channel. */
export async function newcomer(
  browser: Browser,
  person: typeof GRACE,
): Promise<{ context: BrowserContext; page: Page }> {
  await seedPerson(person);
  return signedIn(browser, person);
}

/** Goes into a new channel, and has somebody new, who is in it, go there too in a browser of their own. */
export async function withCompanion(
  page: Page,
  browser: Browser,
  name: string,
): Promise<{ channelId: string; who: typeof GRACE; context: BrowserContext; theirs: Page }> {
  const channelId = await enterChannel(page, name);
  const who = { ...GRACE, name: `Grace ${name}`, email: `grace-${name}@example.com` };
  await seedPerson(who);
  await seedMembership(channelId, who.email, true);
  const { context, page: theirs } = await signedIn(browser, who);
  await theirs.goto(`/channels/${channelId}`);
  await expect(composer(theirs, name)).toBeVisible();
  return { channelId, who, context, theirs };
}

/** Somebody who has an account, in a browser of their own. Ends in a channel. */
export async function signedIn(
  browser: Browser,
  person: { email: string; password: string },
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  await comeAs(context, person);
  const page = await context.newPage();
  await page.goto("/");
  await page.waitForURL(/\/channels\/\d+$/);
  return { context, page };
}

async function comeAs(context: BrowserContext, person: { email: string; password: string }): Promise<void> {
  const cookie = await seedSession(person);
  await context.addCookies([{ ...cookie, url: env.baseUrl ?? "", httpOnly: true, sameSite: "Lax" }]);
}

/** Leaves out the sidebar, which may be longer than anybody steps through, as somebody without a mouse would. */
export async function skipToContent(page: Page): Promise<void> {
  await pressByKeyboard(page, "link", "Skip to content");
}

/** Goes by Tab to what has this role and name, and presses Enter. */
export async function pressByKeyboard(...target: Parameters<typeof tabTo>): Promise<void> {
  await tabTo(...target);
  await target[0].keyboard.press("Enter");
}

/** Presses Tab until the focus is on what has this role and name, as somebody without a mouse would. */
export async function tabTo(
  page: Page,
  role: "button" | "link" | "tab" | "textbox" | "radio" | "searchbox",
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Eighty presses of Tab did not reach the ${role} ${name}.`);
}

/** Makes a channel as somebody does on the page, and ends in it. Returns its id. */
export async function createChannel(page: Page, name: string, options: { private?: boolean } = {}): Promise<string> {
  await page.getByRole("button", { name: "Create channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  if (options.private) await dialog.getByRole("switch", { name: "Private" }).click();
  await dialog.getByRole("button", { name: "Create channel" }).click();
  await expect(composer(page, name)).toBeVisible();
  const id = /\/channels\/(\d+)$/.exec(page.url())?.[1];
  if (!id) throw new Error(`Not in a channel: ${page.url()}`);
  return id;
}

/** Makes a webhook as somebody does on the channel's Webhooks tab, and returns its URL. The panel that shows it stays open. */
export async function createWebhook(page: Page, channelId: string, name: string): Promise<string> {
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create webhook" }).click();
  return page.getByRole("textbox", { name: "Webhook URL" }).inputValue();
}

/** Goes to the channel's Webhooks tab, where a webhook of this name is by now, and returns its URL. */
export async function enterWebhooks(page: Page, channelId: string, name: string): Promise<string> {
  const url = await seedWebhook(channelId, name);
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  return url;
}

/** Loads the page without its scripts, does something there, and only then lets them come. */
export async function beforeItAwakes(page: Page, act: () => Promise<void>, path = page.url()): Promise<void> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.js", (route) => gate.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  await act();
  letGo();
  await page.unrouteAll({ behavior: "wait" });
}

/** Posts to a webhook and answers its message's id. */
export async function post(request: APIRequestContext, url: string, body: object): Promise<string> {
  const response = await request.post(url, { data: body });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { messageId: string }).messageId;
}

/** Makes a channel of the owner's, to whose webhook so many cards are posted. */
export async function seedCards(
  request: APIRequestContext,
  name: string,
  count: number,
): Promise<{ channelId: string; url: string }> {
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  await postCards(request, url, count);
  return { channelId, url };
}

/** Posts cards to a webhook, one after the other, every third without a text. */
export async function postCards(request: APIRequestContext, url: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await post(request, url, { content: n % 3 === 0 ? "" : `build ${n}`, embeds: [card(n)] });
}

/** An embed as a build posts it; every fifth is long. */
const card = (n: number) => ({
  title: `Deploy ${n}`,
  description: "**done** in 3 s. ".repeat(n % 5 === 0 ? 60 : 4),
  color: 0x2ea043,
  fields: [
    { name: "Branch", value: "`main`", inline: true },
    { name: "Commit", value: "[4f2a91c](https://example.com/4f2a91c)", inline: true },
  ],
  footer: { text: "runner 3" },
  timestamp: "2026-11-20T23:05:45.784Z",
});

/** Posts these very bytes to a webhook, as JSON unless `headers` say otherwise, and answers the status. */
export async function statusOf(
  request: APIRequestContext,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const all = { "content-type": "application/json", ...headers };
  return (await request.post(url, { data: Buffer.from(body), headers: all })).status();
}

/** Loads the page anew until this is there: the delivery log is written a moment after a request was answered. */
export async function reloadUntil(page: Page, there: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(there).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Waits until the page's buttons and links do what they say: what is pressed before that is lost. */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll("button, a")];
    return all.length > 0 && all.every((each) => Object.keys(each).some((key) => key.startsWith("__reactProps$")));
  });
}

/** Presses what is saved at once, and waits until it is. */
export async function untilSaved(page: Page, press: () => Promise<void>): Promise<void> {
  await untilAwake(page);
  const saved = page.waitForResponse((response) => "next-action" in response.request().headers());
  await press();
  await saved;
}

/** Writes a message and waits until it stands in the channel for good. */
export async function write(page: Page, channelName: string, text: string): Promise<void> {
  await composer(page, channelName).fill(text);
  await untilStored(page, () => page.getByRole("button", { name: "Send" }).click());
}

/**
 * Does what sends a message or a reply, and waits until that very one is stored, and stands on the page in place of the one that
 * was on its way: what is done to the latter is lost with it.
 */
export async function untilStored(page: Page, send: () => Promise<void>): Promise<void> {
  const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/messages"));
  await send();
  const response = await (await posted).response();
  if (!response?.ok()) throw new Error(`The message was not stored (${response?.status()}).`);
  const { id } = await response.json();
  await expect(page.locator(`article[data-message="${id}"]`).first()).toBeAttached();
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// All that is different in the dark is colours.
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Fails unless axe finds nothing on the page as it is now, in either colour scheme. `where` says which page that is, `disabled`
 * which rules are left out.
 */
export async function expectAccessible(page: Page, where = page.url(), disabled: string[] = []): Promise<void> {
  // Instead of axe's own rule: between one page and the next there is no title for a moment.
  await expect(page).toHaveTitle(/./);
  const left = ["document-title", ...disabled].map((rule) => [rule, { enabled: false }]);
  const all: RunOptions = { runOnly: TAGS, rules: Object.fromEntries(left) };
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await violations(page, all), `${where}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, { runOnly: { type: "rule", values: OF_COLOURS } }), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
}

/** What axe finds, a line for each element, once nothing moves: a colour that is fading into another is no colour of the page. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { violations: found } = await window.axe.run(document, { ...given, resultTypes: ["violations"] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(" ")} ${html}: ${failureSummary ?? ""}`),
    );
  }, options);
}

/** The same for a page at rest: a tooltip under the pointer is no part of it. */
export async function expectAccessibleAtRest(page: Page, where = page.url()): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expectAccessible(page, where);
}
