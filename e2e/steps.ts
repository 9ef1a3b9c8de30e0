import type { APIRequestContext, Browser, BrowserContext, Locator, Page, Request } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { env } from "@/lib/process/env";
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

/** Signs the browser in as the workspace's owner. */
export async function asOwner(page: Page): Promise<void> {
  await comeAs(page.context(), ADA);
}

/** Signs the browser in as the workspace's owner and opens a channel. */
export async function enter(page: Page): Promise<void> {
  await asOwner(page);
  await page.goto("/");
  await page.waitForURL(/\/channels\/\d+$/);
  await untilHydrated(page);
}

/** Creates a channel as the owner, opens it and returns its id. */
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

/** Opens a page from the workspace menu. */
export async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /, workspace menu$/ }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Returns the invite link from the "Invite people" dialog. */
export async function inviteLink(page: Page): Promise<string> {
  await untilHydrated(page);
  await page.getByRole("button", { name: "Invite people" }).click();
  const link = page.getByRole("textbox", { name: "Invite link" });
  await expect(link).toHaveValue(/\/invite\//);
  const url = await link.inputValue();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  return url;
}

/** Joins with an invite link in a new browser. Ends in a channel. */
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

/** Opens another browser of the owner's. Ends in a channel. */
export async function again(browser: Browser): Promise<Page> {
  return (await signedIn(browser, ADA)).page;
}

/** Creates a person and signs them in in their own browser. Ends in a channel. */
export async function newcomer(
  browser: Browser,
  person: typeof GRACE,
): Promise<{ context: BrowserContext; page: Page }> {
  await seedPerson(person);
  return signedIn(browser, person);
}

/** Opens a new channel as the owner and, in another browser, as a new person who is a member of it. */
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

/** Signs a person in in their own browser. Ends in a channel. */
export async function signedIn(
  browser: Browser,
  person: { email: string; password: string },
): Promise<{ context: BrowserContext; page: Page }> {
  const opened = await openAs(browser, person, "/");
  await opened.page.waitForURL(/\/channels\/\d+$/);
  return opened;
}

/** Signs a person in in their own browser without the sign-in page, and opens the page at this path. */
export async function openAs(
  browser: Browser,
  person: { email: string; password: string },
  path: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  await comeAs(context, person);
  const page = await context.newPage();
  await page.goto(path);
  return { context, page };
}

async function comeAs(context: BrowserContext, person: { email: string; password: string }): Promise<void> {
  const cookie = await seedSession(person);
  await context.addCookies([{ ...cookie, url: env.baseUrl ?? "", httpOnly: true, sameSite: "Lax" }]);
}

/** Skips the sidebar by keyboard. */
export async function skipToContent(page: Page): Promise<void> {
  await pressByKeyboard(page, "link", "Skip to content");
}

/** Moves the focus with Tab to the element with this role and name, and presses Enter. */
export async function pressByKeyboard(...target: Parameters<typeof tabTo>): Promise<void> {
  await tabTo(...target);
  await target[0].keyboard.press("Enter");
}

/** Presses Tab until the element with this role and name has the focus. */
export async function tabTo(
  page: Page,
  role: "button" | "link" | "tab" | "textbox" | "radio" | "searchbox" | "treeitem",
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Pressing Tab 80 times didn't reach the ${role} ${name}.`);
}

/** Creates a channel in the interface and returns its id. Ends in the channel. */
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

/** Creates a webhook on the channel's Webhooks tab and returns its URL. The panel that shows the URL stays open. */
export async function createWebhook(page: Page, channelId: string, name: string): Promise<string> {
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create webhook" }).click();
  return page.getByRole("textbox", { name: "Webhook URL" }).inputValue();
}

/** Opens the panel with a row's less common actions, and returns the row. */
export async function withActions(row: Locator): Promise<Locator> {
  await row.getByRole("button", { name: "More actions" }).click();
  return row;
}

/** Creates a webhook as the owner, opens the channel's Webhooks tab and returns the webhook's URL. */
export async function enterWebhooks(page: Page, channelId: string, name: string): Promise<string> {
  const url = await seedWebhook(channelId, name);
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  return url;
}

/** Loads the page without its scripts, runs `act`, then lets the scripts load. */
export async function beforeHydration(page: Page, act: () => Promise<void>, path = page.url()): Promise<void> {
  const letGo = await holdRequests(page, "**/*.js");
  await page.goto(path, { waitUntil: "commit" });
  await act();
  letGo();
  // Not while scripts are on their way: what holds them back also keeps the browser's cache off.
  await page.waitForLoadState();
  await page.unrouteAll({ behavior: "wait" });
}

/** Posts to a webhook and returns the message's id. */
export async function post(request: APIRequestContext, url: string, body: object): Promise<string> {
  const response = await request.post(url, { data: body });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { messageId: string }).messageId;
}

/** Creates a channel as the owner and posts `count` cards to its webhook. */
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

/** Posts cards to a webhook, one after the other. Every third has no text. */
export async function postCards(request: APIRequestContext, url: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await post(request, url, { content: n % 3 === 0 ? "" : `build ${n}`, embeds: [card(n)] });
}

/** Returns an embed like those of a CI build. Every fifth is long. */
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

/** Posts this exact body to a webhook, as JSON unless `headers` say otherwise, and returns the response's status. */
export async function statusOf(
  request: APIRequestContext,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const all = { "content-type": "application/json", ...headers };
  return (await request.post(url, { data: Buffer.from(body), headers: all })).status();
}

/** Reloads the page until `there` is visible. The delivery log is written a moment after the response. */
export async function reloadUntil(page: Page, there: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(there).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Waits until the page's buttons and links are hydrated. Clicks before that are lost. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll("button, a")];
    return all.length > 0 && all.every((each) => Object.keys(each).some((key) => key.startsWith("__reactProps$")));
  });
}

/** Runs `press`, which calls a server action, and waits for the response. */
export async function untilSaved(page: Page, press: () => Promise<void>): Promise<void> {
  await untilHydrated(page);
  const saved = page.waitForResponse((response) => "next-action" in response.request().headers());
  await press();
  await saved;
}

/** Sends a message and waits until it's stored. */
export async function write(page: Page, channelName: string, text: string): Promise<void> {
  await composer(page, channelName).fill(text);
  await untilStored(page, () => page.getByRole("button", { name: "Send" }).click());
}

/**
 * Runs `send`, which sends a message or reply, and waits until it's stored and has replaced the pending one on the page.
 * Anything done to the pending one would be lost.
 */
export async function untilStored(page: Page, send: () => Promise<void>): Promise<void> {
  const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/messages"));
  await send();
  const response = await (await posted).response();
  if (!response?.ok()) throw new Error(`The message wasn't stored (${response?.status()}).`);
  const { id } = await response.json();
  await expect(page.locator(`article[data-message="${id}"]`).first()).toBeAttached();
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// The dark theme differs only in colors.
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Fails if axe finds a violation on the page in its current state, in the light or dark theme. `where` names the page in the
 * failure; `disabled` lists rules to leave out.
 */
export async function expectAccessible(page: Page, where = page.url(), disabled: string[] = []): Promise<void> {
  // Replaces axe's own rule, because the title is briefly missing between two pages.
  await expect(page).toHaveTitle(/./);
  const left = ["document-title", ...disabled].map((rule) => [rule, { enabled: false }]);
  const all: RunOptions = { runOnly: TAGS, rules: Object.fromEntries(left) };
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await violations(page, all), `${where}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, { runOnly: { type: "rule", values: OF_COLOURS } }), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
}

/** Returns axe's findings, one line per element. Waits for animations first, because fading colors would count. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  await untilStill(page);
  return page.evaluate(async (given) => {
    const { violations: found } = await window.axe.run(document, { ...given, resultTypes: ["violations"] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(" ")} ${html}: ${failureSummary ?? ""}`),
    );
  }, options);
}

/** Does the same without a tooltip under the pointer. */
export async function expectAccessibleAtRest(page: Page, where = page.url()): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expectAccessible(page, where);
}

/** Waits until nothing on the page is animated. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/**
 * Returns where the top of an element is in a painted frame, in whole pixels. A box that is read between two frames can be
 * one that no one sees: a list of messages is put back in its place right before it's painted.
 */
export function paintedTop(of: Locator): Promise<number> {
  return of.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(Math.round(entry?.boundingClientRect.top ?? Number.NaN));
        });
        observer.observe(element);
      }),
  );
}

/** Changes a setting's text and waits until it's saved. */
export async function saveText(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Enter");
  await expect(field.page().getByText("Saved", { exact: true })).toBeVisible();
}

/** Holds back a page's requests to these addresses until the returned function is called. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, (route) => gate.then(() => route.continue()));
  return letGo;
}

/** Holds back what the server renders when the page asks it to render this address again, until `arrive` is called. */
export async function holdRefreshes(page: Page, address: string) {
  let arrive = () => {};
  const gate = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const isRefresh = (asked: Request) => {
    const headers = asked.headers();
    return "rsc" in headers && !("next-router-prefetch" in headers);
  };
  await page.route(address, async (route) => {
    if (!isRefresh(route.request())) return route.fallback();
    const response = await route.fetch();
    await gate;
    await route.fulfill({ response });
  });
  return { isRefresh, arrive };
}
