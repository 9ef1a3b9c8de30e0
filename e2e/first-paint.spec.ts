import type { APIRequestContext, Page } from "@playwright/test";
import { START_BELOW_PX } from "@/components/chat/conversation/scrolling/start-script";
import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { openInPieces } from "./in-pieces";
import { idAndToken, seedChannel, seedMembership, seedMessage, seedWebhook } from "./seed";
import {
  asOwner,
  enterChannel,
  GRACE,
  holdRequests,
  newcomer,
  post,
  postCards,
  seedCards,
  untilHydrated,
  write,
} from "./steps";

/** The maximum cumulative layout shift: https://web.dev/articles/cls. */
const MOST_SHIFT = 0.02;

type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    shifts: Shift[];
    /** The number of messages in the first paint and where they started, and how far the page was when the composer first worked. */
    times: { painted: number | null; startedAt: number | null; awake: number | null; formatters: number };
  }
}

/** Records all layout shifts without user input from the page's first byte on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const named = ({ node, previousRect: before, currentRect: after }: Source) =>
      `${node instanceof Element ? node.outerHTML.slice(0, 160) : node?.nodeName} y ${before.y} → ${after.y}, height ${before.height} → ${after.height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, moved: entry.sources.map(named) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Opens a page whose scripts load after its first paint on a slow processor. Returns what moved until it was idle. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  const letGo = await holdRequests(page, "**/*.js");
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  letGo();
  await untilHydrated(page);
  await page.unrouteAll({ behavior: "wait" });
  // Once the browser is idle, everything that hydration changes has been painted.
  for (let turn = 0; turn < 3; turn += 1) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))));
  }
  return page.evaluate(() => window.shifts);
}

const code =
  "Look:\n\n```ts\nconst answer: number = 42;\nexport const twice = (n: number) => n * 2;\n```\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |";

/** Creates a channel with people's messages, one with 40 unread cards and an empty one. */
async function seedUnread(page: Page, request: APIRequestContext): Promise<string[]> {
  const name = `paint-${Date.now()}`;
  const talk = await enterChannel(page, `talk-${name}`);
  for (const text of ["Good morning", code, "> quoted\n\nand answered", "😀"]) await write(page, `talk-${name}`, text);
  const unread = await seedChannel(`unread-${name}`);
  await page.goto(`/channels/${unread}`);
  await write(page, `unread-${name}`, "read");
  await page.goto("/channels");
  await postCards(request, await seedWebhook(unread, "CI"), 40);
  const empty = await seedChannel(`empty-${name}`);
  return [talk, unread, empty].map((id) => `/channels/${id}`);
}

/** Creates a channel with read cards. */
async function seedRead(page: Page, request: APIRequestContext): Promise<string[]> {
  await asOwner(page);
  const { channelId, url } = await seedCards(request, `cards-${Date.now()}`, 30);
  await post(request, url, { content: "x", embeds: [] });
  expect((await page.request.post(`/api/channels/${channelId}/read`, { data: { seq: 31 } })).status()).toBe(204);
  return ["", "?message=12", "?message=31"].map((query) => `/channels/${channelId}${query}`);
}

async function seedSettings(page: Page, request: APIRequestContext): Promise<string[]> {
  await asOwner(page);
  const { channelId, url } = await seedCards(request, `settings-${Date.now()}`, 3);
  return [
    `/channels/${channelId}/settings/overview`,
    `/channels/${channelId}/settings/members`,
    `/channels/${channelId}/settings/webhooks`,
    `/channels/${channelId}/settings/webhooks/${idAndToken(url).id}`,
    "/account",
    "/workspace/webhooks",
    "/workspace/audit-log",
  ];
}

async function seedLists(page: Page, request: APIRequestContext): Promise<string[]> {
  await asOwner(page);
  await seedCards(request, `lists-${Date.now()}`, 30);
  return ["/channels", "/inbox", "/search?q=build", "/people", "/docs/webhooks", "/docs/webhooks/embed-builder"];
}

async function expectStill(visitor: Page, path: string): Promise<void> {
  const shifts = await shiftsOf(visitor, path);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, `${path}\n${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(MOST_SHIFT);
}

/** Returns a page that records what moves, on a processor that's four times slower. */
async function slow(page: Page): Promise<Page> {
  await watchShifts(page);
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return page;
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  for (const [kind, seed] of [
    ["conversation with news", seedUnread],
    ["read conversation", seedRead],
    ["page of settings", seedSettings],
    ["other page", seedLists],
  ] as const) {
    test(`nothing moves on any ${kind} at ${width} px when scripts load late on a slow processor`, async ({
      page,
      request,
    }) => {
      const pages = await seed(page, request);
      const visitor = await slow(await page.context().newPage());
      await visitor.setViewportSize({ width, height });
      for (const path of pages) await expectStill(visitor, path);
    });
  }
}

test("nothing moves on the page for signing in when scripts load late on a slow processor", async ({ page }) => {
  await expectStill(await slow(page), "/login");
});

test("nothing moves while a channel's HTML arrives piece by piece", async ({ browser }) => {
  const name = `pieces-${Date.now()}`;
  const channelId = await seedChannel(name);
  for (const text of ["Good morning", code, "😀"]) await seedMessage(channelId, text);
  // The owner's sidebar has the channels of all tests before this one, which would arrive piece by piece, too.
  const visitor = await newcomer(browser, { ...GRACE, email: `${name}@example.com` });
  await seedMembership(channelId, `${name}@example.com`, true);
  await visitor.page.setViewportSize({ width: 390, height: 844 });
  await watchShifts(visitor.page);
  const stop = await openInPieces(visitor.page, `/channels/${channelId}`, "</nav>");
  await expect(composer(visitor.page, name)).toBeVisible();
  const shifts = await visitor.page.evaluate(() => window.shifts);
  expect(shifts.filter(({ value }) => value > 0.001)).toEqual([]);
  stop();
  await visitor.context.close();
});

test("the first paint has all messages from the first unread one on, and the composer works before they're hydrated", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const name = `soon-${Date.now()}`;
  const { channelId } = await seedCards(request, name, 30);
  expect((await page.request.post(`/api/channels/${channelId}/read`, { data: { seq: 10 } })).status()).toBe(204);
  const visitor = await page.context().newPage();
  await visitor.addInitScript(() => {
    window.times = { painted: null, startedAt: null, awake: null, formatters: 0 };
    const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
    const articles = () => [...document.querySelectorAll("article")];
    requestAnimationFrame(() => {
      window.times.painted = articles().length;
      window.times.startedAt = Math.round(topOf("[data-start]") - topOf("[data-messages]"));
    });
    // The browser's first one takes about 30 ms.
    const construct = (format: typeof Intl.DateTimeFormat, options: [string?, Intl.DateTimeFormatOptions?]) => {
      if (window.times.awake === null) window.times.formatters += 1;
      return new format(...options);
    };
    const apply = (format: typeof Intl.DateTimeFormat, _: unknown, options: [string?, Intl.DateTimeFormatOptions?]) =>
      construct(format, options);
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, { apply, construct });
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element) || !target.matches("[data-composer]")) return;
      const isAwake = (each: Element) => Object.keys(each).some((key) => key.startsWith("__reactProps$"));
      window.times.awake ??= articles().filter(isAwake).length;
    });
  });
  await visitor.goto(`/channels/${channelId}`);
  await expect(composer(visitor, name)).toBeFocused();
  expect(await visitor.evaluate(() => window.times)).toEqual({
    painted: 30,
    startedAt: START_BELOW_PX,
    awake: 0,
    formatters: 0,
  });
  // The messages are hydrated later, and immediately when someone interacts with one.
  await messages(visitor).getByRole("article").last().hover();
  await messages(visitor).getByRole("button", { name: "Reply in thread" }).click();
  await expect(visitor.getByRole("region", { name: "Thread" })).toBeVisible();
});
