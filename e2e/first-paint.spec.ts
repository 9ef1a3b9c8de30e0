import type { Page } from "@playwright/test";
import { composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { openInPieces } from "./in-pieces";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, enterChannel, post, untilAwake, write } from "./steps";

/** What a reader may see move, as browsers count it: https://web.dev/articles/cls. */
const MOST_SHIFT = 0.02;
/** The JavaScript that a channel may need before somebody does something there, in bytes as they are sent. */
const MOST_SCRIPT = 180_000;

type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    shifts: Shift[];
    /** How many messages the first paint had, and what had been done when one could write first. */
    seen: { painted: number | null; awake: number | null; formatters: number };
  }
}

/** Notes, from the page's first byte on, whatever moves there without anybody having done something. */
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

/** Opens a page whose scripts come only after it has been painted, to a slow processor, and answers what moved until it was at rest. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.js", (route) => held.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  letGo();
  await untilAwake(page);
  await page.unrouteAll({ behavior: "wait" });
  // Whatever the page does when it wakes has been painted once there is time to be idle.
  for (let turn = 0; turn < 3; turn += 1) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))));
  }
  return page.evaluate(() => window.shifts);
}

/** A request: what made it, as far as the browser knows, and whether it is for a page that somebody may want to see. */
type Asked = { at: string; by: string[]; ahead: boolean };

/** Notes everything that the page asks for from here on. */
async function watchRequests(page: Page): Promise<Asked[]> {
  const asked: Asked[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ request, initiator, documentURL }) => {
    const by = [initiator.url ?? []].flat();
    for (let stack = initiator.stack; stack; stack = stack.parent)
      by.push(...stack.callFrames.map((frame) => frame.url));
    const ahead = Object.keys(request.headers).some((header) => header.toLowerCase() === "next-router-prefetch");
    asked.push({ at: request.url, by: by.length > 0 ? by : [documentURL], ahead });
  });
  return asked;
}

/** After how many others each request could begin: the document's is 0, that of what stands in it 1. */
function turnsOf(asked: readonly Asked[]): Map<string, number> {
  const turns = new Map<string, number>();
  for (const { at, by } of asked) {
    if (turns.has(at)) continue;
    turns.set(at, turns.size === 0 ? 0 : Math.max(0, ...by.map((each) => turns.get(each) ?? 0)) + 1);
  }
  return turns;
}

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

const code =
  "Look:\n\n```ts\nconst answer: number = 42;\nexport const twice = (n: number) => n * 2;\n```\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |";

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`nothing moves on any page at ${width} px when its scripts come late, to a slow processor`, async ({
    page,
    request,
    browser,
  }) => {
    const name = `paint-${Date.now()}`;
    const talk = await enterChannel(page, `talk-${name}`);
    for (const text of ["Good morning", code, "> quoted\n\nand answered", "😀"])
      await write(page, `talk-${name}`, text);
    const channelId = await seedChannel(name);
    const url = await seedWebhook(channelId, "CI");
    for (let n = 0; n < 30; n += 1)
      await post(request, url, { content: n % 3 === 0 ? "" : `build ${n}`, embeds: [card(n)] });
    await post(request, url, { content: "x", embeds: [] });
    expect((await page.request.post(`/api/channels/${channelId}/read`, { data: { seq: 31 } })).status()).toBe(204);
    await page.goto(`/channels/${channelId}/settings/webhooks`);
    const log = (await page.getByRole("link", { name: /^Delivery log/ }).getAttribute("href")) ?? "";
    expect(log).toContain(channelId);
    const unread = await seedChannel(`unread-${name}`);
    const unreadUrl = await seedWebhook(unread, "CI");
    await write(await openChannel(page, unread), `unread-${name}`, "read");
    await page.goto("/channels");
    for (let n = 0; n < 40; n += 1) await post(request, unreadUrl, { content: `build ${n}`, embeds: [card(n)] });
    const empty = await seedChannel(`empty-${name}`);

    const slow = async (visitor: Page) => {
      await watchShifts(visitor);
      await (await visitor.context().newCDPSession(visitor)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
      return visitor;
    };
    const found: string[] = [];
    const look = async (visitor: Page, path: string) => {
      const shifts = await shiftsOf(visitor, path);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      if (sum > MOST_SHIFT) found.push(`${path} ${sum.toFixed(3)}\n${JSON.stringify(shifts, null, 1)}`);
    };
    const visitor = await slow(await page.context().newPage());
    await visitor.setViewportSize({ width, height });
    for (const path of [
      `/channels/${talk}`,
      `/channels/${channelId}`,
      `/channels/${channelId}?message=12`,
      `/channels/${channelId}?message=31`,
      `/channels/${unread}`,
      `/channels/${empty}`,
      "/channels",
      "/threads",
      "/search?q=build",
      `/channels/${channelId}/settings/overview`,
      `/channels/${channelId}/settings/members`,
      `/channels/${channelId}/settings/webhooks`,
      log,
      "/people",
      "/account",
      "/workspace/webhooks",
      "/workspace/audit-log",
      "/docs/webhooks",
      "/docs/webhooks/embed-builder",
    ]) {
      await look(visitor, path);
    }
    await visitor.close();
    const stranger = await browser.newContext();
    await look(await slow(await stranger.newPage()), "/login");
    await stranger.close();
    expect(found.join("\n\n")).toBe("");
  });
}

test("nothing moves while a channel comes in piece by piece", async ({ page }) => {
  const name = `pieces-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  for (const text of ["Good morning", code, "😀"]) await write(page, name, text);
  const visitor = await page.context().newPage();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await watchShifts(visitor);
  const stop = await openInPieces(visitor, `/channels/${channelId}`, "</form>");
  await expect(composer(visitor, name)).toBeVisible();
  const shifts = await visitor.evaluate(() => window.shifts);
  expect(shifts.filter(({ value }) => value > 0.001)).toEqual([]);
  stop();
  await visitor.close();
});

test("a channel needs little JavaScript until somebody does something there", async ({ page, request }) => {
  await asOwner(page);
  const name = `weight-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  for (let n = 0; n < 10; n += 1) await post(request, url, { content: `build ${n}`, embeds: [card(n)] });
  await page.goto("about:blank");
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  await expect(messages(page).getByRole("article")).toHaveCount(10);
  await page.waitForLoadState("networkidle");
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name: at }) => new URL(at).pathname.endsWith(".js"))
      .map(({ name: at, encodedBodySize }) => ({ at: new URL(at).pathname, bytes: encodedBodySize })),
  );
  const bytes = scripts.reduce((sum, each) => sum + each.bytes, 0);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.every((each) => each.bytes > 0)).toBe(true);
  expect(bytes, `${bytes} bytes:\n${scripts.map((each) => `${each.bytes} ${each.at}`).join("\n")}`).toBeLessThan(
    MOST_SCRIPT,
  );
});

test("a channel asks for what it needs in two turns at most, and for nothing that nobody has asked to see", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const name = `turns-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  for (let n = 0; n < 10; n += 1) await post(request, url, { content: `build ${n}`, embeds: [card(n)] });
  await page.goto("about:blank");
  const asked = await watchRequests(page);
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  await page.waitForLoadState("networkidle");
  const turns = turnsOf(asked);
  const late = [...turns].filter(([, turn]) => turn > 2).map(([at]) => at);
  expect(late).toEqual([]);
  expect([...turns.values()].filter((turn) => turn === 1).length).toBeGreaterThan(5);
  expect(asked.filter(({ ahead }) => ahead).map(({ at }) => at)).toEqual([]);
});

test("the first paint has all messages, and one can write before they listen", async ({ page, request }) => {
  await asOwner(page);
  const name = `soon-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  for (let n = 0; n < 30; n += 1) await post(request, url, { content: `build ${n}`, embeds: [card(n)] });
  expect((await page.request.post(`/api/channels/${channelId}/read`, { data: { seq: 30 } })).status()).toBe(204);
  const visitor = await page.context().newPage();
  await visitor.addInitScript(() => {
    window.seen = { painted: null, awake: null, formatters: 0 };
    const articles = () => [...document.querySelectorAll("article")];
    requestAnimationFrame(() => {
      window.seen.painted = articles().length;
    });
    // A browser takes some 30 ms for its first one.
    const construct = (format: typeof Intl.DateTimeFormat, options: [string?, Intl.DateTimeFormatOptions?]) => {
      if (window.seen.awake === null) window.seen.formatters += 1;
      return new format(...options);
    };
    const apply = (format: typeof Intl.DateTimeFormat, _: unknown, options: [string?, Intl.DateTimeFormatOptions?]) =>
      construct(format, options);
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, { apply, construct });
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element) || !target.matches("[data-composer]")) return;
      const isAwake = (each: Element) => Object.keys(each).some((key) => key.startsWith("__reactProps$"));
      window.seen.awake ??= articles().filter(isAwake).length;
    });
  });
  await visitor.goto(`/channels/${channelId}`);
  await expect(composer(visitor, name)).toBeFocused();
  expect(await visitor.evaluate(() => window.seen)).toEqual({ painted: 30, awake: 0, formatters: 0 });
  // They listen all the same, and at once where somebody is.
  await messages(visitor).getByRole("article").last().hover();
  await messages(visitor).getByRole("button", { name: "Reply in thread" }).click();
  await expect(visitor.getByRole("region", { name: "Thread" })).toBeVisible();
});

async function openChannel(page: Page, channelId: string): Promise<Page> {
  await page.goto(`/channels/${channelId}`);
  return page;
}
