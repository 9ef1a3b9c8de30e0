import type { Browser, Page } from "@playwright/test";
import { openDirect } from "@/lib/channels/open-direct";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env } from "@/lib/process/env";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { article, channelLink, composer } from "./finders";
import { expect, test } from "./fixtures";
import { cookieOf } from "./session-cookie";
import { expectAccessibleAtRest, untilStored } from "./steps";

// People stay online for some seconds after they leave, and a machine may be busy.
const PATIENCE = { timeout: 25_000 };

let made = 0;

/** Creates a new person. */
function person(first: string): Promise<SessionUser> {
  made += 1;
  return makeUser({ name: `${first} ${Date.now()}${made}` });
}

/** Opens a page as this person, in a browser context that no one else uses. */
async function open(browser: Browser, user: SessionUser, path: string): Promise<Page> {
  const url = env.baseUrl ?? "";
  const context = await browser.newContext({ baseURL: url });
  const cookie = await cookieOf({ userId: user.id, sessionId: user.sessionId });
  await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function channelOf(...members: SessionUser[]): Promise<{ path: string; name: string }> {
  made += 1;
  const { id, name } = await makeChannel({ name: `presence-${Date.now()}${made}`, members });
  return { path: `/channels/${id}`, name };
}

/** Simulates another tab coming in front of the page, or the page coming back in front. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: isHidden ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, hidden);
}

const listOf = ({ name }: SessionUser) => `/people?q=${encodeURIComponent(name)}`;
const header = (page: Page) => page.getByRole("banner").or(page.locator("header")).first();
const typing = (page: Page) => page.locator("[data-typing]");
const dot = (page: Page, name: string) => channelLink(page, name).locator("[data-presence]");

test("a direct message shows the other person as online, away and offline, and a reload doesn't flicker", async ({
  browser,
}) => {
  const [grace, alan] = [await person("Grace"), await person("Alan")];
  const { id } = await openDirect(grace, [alan.id]);
  const hers = await open(browser, grace, `/channels/${id}`);
  await expect(header(hers).getByText("Offline", { exact: true })).toBeVisible();
  await expect(dot(hers, alan.name)).toHaveCount(0);

  const his = await open(browser, alan, `/channels/${id}`);
  await expect(header(hers).getByText("Online", { exact: true })).toBeVisible();
  await expect(header(his).getByText("Online", { exact: true })).toBeVisible();
  await expect(dot(hers, alan.name)).toHaveAttribute("data-presence", "here");
  // The link's name doesn't change.
  await expect(channelLink(hers, alan.name)).toHaveAccessibleDescription("Online");

  await hers.evaluate(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    const shown = document.querySelector("header [data-presence]");
    if (!shown) throw new Error("There is no dot in the header.");
    new MutationObserver(() => states.push(shown.getAttribute("data-presence") ?? "")).observe(shown, {
      attributeFilter: ["data-presence"],
    });
  });
  await his.reload();
  await expect(his.getByRole("textbox", { name: /^Message / })).toBeFocused();
  await his.reload();
  await expect(his.getByRole("textbox", { name: /^Message / })).toBeFocused();

  await setHidden(his, true);
  await expect(header(hers).getByText("Away", { exact: true })).toBeVisible(PATIENCE);
  await expect(dot(hers, alan.name)).toHaveAttribute("data-presence", "away");
  // The reloads happened longer ago than the grace period, so no change is pending.
  expect(await hers.evaluate(() => Reflect.get(window, "states"))).toEqual(["away"]);
  await setHidden(his, false);
  await expect(header(hers).getByText("Online", { exact: true })).toBeVisible(PATIENCE);

  await his.context().close();
  await expect(header(hers).getByText("Offline", { exact: true })).toBeVisible(PATIENCE);
  await hers.context().close();
});

test("a person is away after ten minutes without input and online again at the next one", async ({ browser }) => {
  const [grace, alan] = [await person("Grace"), await person("Alan")];
  const { id } = await openDirect(grace, [alan.id]);
  const hers = await open(browser, grace, `/channels/${id}`);
  const his = await open(browser, alan, "/people");
  await expect(header(hers).getByText("Online", { exact: true })).toBeVisible(PATIENCE);
  const said = his.waitForRequest((request) => new URL(request.url()).pathname === "/api/presence");
  // Moves the clock forward.
  await his.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 601_000;
  });
  expect((await (await said).response())?.status()).toBe(204);
  await expect(header(hers).getByText("Away", { exact: true })).toBeVisible(PATIENCE);
  await his.mouse.move(200, 200);
  await expect(header(hers).getByText("Online", { exact: true })).toBeVisible(PATIENCE);
  await Promise.all([his, hers].map((each) => each.context().close()));
});

test("a channel's header shows how many members are online and doesn't move", async ({ browser }) => {
  const people = [await person("Grace"), await person("Alan"), await person("Edsger")] as const;
  const { path, name } = await channelOf(...people);
  const hers = await open(browser, people[0], path);
  await expect(composer(hers, name)).toBeVisible();
  await expect(header(hers).getByText("1 online")).toBeVisible();
  const title = header(hers).getByRole("heading", { level: 1 });
  const before = await title.boundingBox();
  const his = await open(browser, people[1], "/people");
  await expect(header(hers).getByText("2 online")).toBeVisible(PATIENCE);
  const outsider = await open(browser, await person("Barbara"), listOf(people[1]));
  await expect(
    outsider.getByRole("main").getByRole("row").filter({ hasText: people[1].name }).getByText("Online"),
  ).toBeAttached();
  await expect(header(hers).getByText("2 online")).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
  await hers.reload();
  await expect(header(hers).getByText("2 online")).toBeVisible();
  await Promise.all([his, hers, outsider].map((each) => each.context().close()));
});

test("the typing line shows who is typing until the message appears, and nothing moves", async ({ browser }) => {
  const { name, pages, people } = await threeIn(browser);
  const [hers, his, third] = pages;
  await composer(hers, name).fill("First");
  await untilStored(hers, () => composer(hers, name).press("Enter"));
  await expect(article(his, "First")).toBeVisible();
  let said = 0;
  his.on("request", (request) => {
    if (request.url().endsWith("/typing")) said += 1;
  });
  const last = article(hers, "First");
  const before = await last.boundingBox();
  await composer(his, name).blur();
  await composer(his, name).focus();
  expect(said).toBe(0);
  await composer(his, name).pressSequentially("What I am writing", { delay: 20 });
  for (const each of [hers, third]) await expect(typing(each)).toHaveText(`${people[1].name} is typing…`);
  await expect(typing(his)).toHaveCount(0);
  expect(said).toBe(1);
  expect(await last.boundingBox()).toEqual(before);
  await untilStored(his, () => composer(his, name).press("Enter"));
  await expect(article(hers, "What I am writing")).toBeVisible();
  await expect(typing(hers)).toHaveCount(0);
  await Promise.all(pages.map((each) => each.context().close()));
});

test("the typing line names several people, each until they send or stop typing", async ({ browser }) => {
  const { name, pages, people } = await threeIn(browser);
  const [hers, his, third] = pages;
  await composer(third, name).pressSequentially("Me too");
  const slowly = composer(his, name).pressSequentially("What I write, slowly", { delay: 100 });
  await expect(typing(hers)).toHaveText(/^(.+) and (.+) are typing…$/);
  await slowly;
  await expect(typing(hers)).toContainText(people[1].name);
  await expectAccessibleAtRest(hers);
  await composer(third, name).pressSequentially(".");
  await expect(typing(hers)).toContainText(people[2].name);
  await untilStored(his, () => composer(his, name).press("Enter"));
  await expect(article(hers, "What I write")).toBeVisible();
  await expect(typing(hers).filter({ hasText: people[1].name })).toHaveCount(0);
  await expect(typing(hers)).toHaveCount(0, { timeout: 15_000 });
  await Promise.all(pages.map((each) => each.context().close()));
});

/** Three people with the same channel open, each in a separate browser context. */
async function threeIn(browser: Browser) {
  const people = [await person("Grace"), await person("Alan"), await person("Edsger")] as const;
  const { path, name } = await channelOf(...people);
  const pages = await Promise.all([
    open(browser, people[0], path),
    open(browser, people[1], path),
    open(browser, people[2], path),
  ]);
  for (const each of pages) await expect(composer(each, name)).toBeFocused();
  return { name, people, pages };
}

test("typing in a thread is shown only in that thread", async ({ browser }) => {
  const people = [await person("Grace"), await person("Alan")] as const;
  const { path, name } = await channelOf(...people);
  const hers = await open(browser, people[0], path);
  await expect(composer(hers, name)).toBeFocused();
  await composer(hers, name).fill("Root");
  await untilStored(hers, () => composer(hers, name).press("Enter"));
  const root = await article(hers, "Root").getAttribute("data-message");
  await hers.goto(`${path}?thread=${root}`);
  const his = await open(browser, people[1], `${path}?thread=${root}`);
  const thread = (each: Page) => each.getByRole("region", { name: "Thread" });
  await expect(thread(hers).getByRole("textbox", { name: "Reply" })).toBeVisible();
  await thread(his).getByRole("textbox", { name: "Reply" }).pressSequentially("A reply");
  await expect(thread(hers).locator("[data-typing]")).toHaveText(`${people[1].name} is typing…`);
  await expect(typing(hers)).toHaveCount(1);
  await untilStored(his, () => thread(his).getByRole("textbox", { name: "Reply" }).press("Enter"));
  await expect(thread(hers).getByRole("article").filter({ hasText: "A reply" })).toBeVisible();
  await expect(typing(hers)).toHaveCount(0);
  await Promise.all([his, hers].map((each) => each.context().close()));
});

test("a person who turns presence off appears offline immediately and stays offline", async ({ browser }) => {
  const [grace, alan] = [await person("Grace"), await person("Alan")];
  const { id } = await openDirect(grace, [alan.id]);
  const hers = await open(browser, grace, `/channels/${id}`);
  const his = await open(browser, alan, "/account");
  await expect(header(hers).getByText("Online", { exact: true })).toBeVisible(PATIENCE);
  const show = his.getByRole("switch", { name: "Show when I'm online" });
  await expect(show).toBeChecked();
  await show.click();
  await expect(header(hers).getByText("Offline", { exact: true })).toBeVisible();
  await his.reload();
  await expect(show).not.toBeChecked();
  await expect(header(hers).getByText("Offline", { exact: true })).toBeVisible();
  await Promise.all([his, hers].map((each) => each.context().close()));
});

test("presence is accessible in lists and fits on a phone", async ({ browser }) => {
  const [grace, alan] = [await person("Grace"), await person("Alan")];
  const { id } = await openDirect(grace, [alan.id]);
  const { path } = await channelOf(grace, alan);
  const [his, hers] = [await open(browser, alan, `/channels/${id}`), await open(browser, grace, "/people")];
  const row = hers.getByRole("main").locator("tr, li").filter({ hasText: alan.name });
  for (const list of [listOf(alan), `${path}/settings/members`]) {
    await hers.goto(list);
    await expect(row.getByText("Online", { exact: true })).toBeAttached();
    await expectAccessibleAtRest(hers);
  }
  await hers.setViewportSize({ width: 390, height: 844 });
  await hers.goto(`/channels/${id}`);
  await expect(header(hers).getByText("Online", { exact: true })).toBeVisible();
  await his.getByRole("textbox", { name: /^Message / }).pressSequentially("Hi");
  await expect(typing(hers)).toBeVisible();
  const box = await typing(hers).boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  await expectAccessibleAtRest(hers);
  await Promise.all([his, hers].map((each) => each.context().close()));
});
