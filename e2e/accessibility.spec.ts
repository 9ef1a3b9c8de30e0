import type { Page } from "@playwright/test";
import {
  type FurnishedChannel,
  furnish,
  IN_CHANNEL,
  ON_A_PHONE,
  ON_MESSAGES,
  ON_PAGES,
  ON_WEBHOOKS_TAB,
  type PageOpener,
  pages,
  SIGNED_OUT,
  signedOutPages,
} from "./everything";
import { composer } from "./finders";
import { expect, test } from "./fixtures";
import { asOwner, enter, expectAccessible, expectAccessibleAtRest, inviteLink, untilStill } from "./steps";

/*
 * Checks every page, dialog and menu in both themes. Pages that take several steps to reach (mails, two-step sign-in, offline)
 * are checked in their own specs.
 */

/** Checks the page at rest on a desktop's screen, and then on a phone's. */
async function expectAccessibleAtBothWidths(page: Page, path: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessibleAtRest(page, `${path} at ${width} px`);
  }
}

// Each test checks few enough that it ends in time on a busy machine, and workers can share them.
test.describe.configure({ mode: "parallel" });
const AT_ONCE = 4;

/** Returns these, in groups that one test can check. */
function groups<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) => all.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

const NOWHERE = {
  name: "",
  channelId: "",
  directId: "",
  cardsId: "",
  emptyId: "",
  archivedId: "",
  webhook: "",
  webhookId: "",
  ruleId: "",
  rootId: "",
  message: "",
  grace: "",
};

// Once per worker: no test changes it.
let furnished: FurnishedChannel;
test.beforeAll(async ({ request }) => {
  furnished = await furnish(request);
});

for (const [n, group] of groups(pages(NOWHERE)).entries()) {
  const from = n * AT_ONCE;
  test(`axe finds nothing on pages ${from + 1} to ${from + group.length} at 1440 and 390 px`, async ({ page }) => {
    await asOwner(page);
    for (const path of pages(furnished).slice(from, from + group.length)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expectAccessibleAtBothWidths(page, path);
    }
  });
}

const FLOATING = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Closes dialogs and menus with Escape. Returns whether that leaves the page as it was. */
async function closed(page: Page): Promise<boolean> {
  const floating = page.locator(FLOATING).filter({ visible: true });
  if ((await floating.count()) === 0) return false;
  // A submenu or a list in a dialog closes first.
  for (let presses = 0; presses < 3 && (await floating.count()) > 0; presses += 1) {
    await page.keyboard.press("Escape");
    await untilStill(page);
  }
  return (await floating.count()) === 0;
}

for (const [where, below, width, openings] of [
  ["in a channel", "", 1280, IN_CHANNEL],
  ["in a channel on a phone", "", 390, [...IN_CHANNEL.slice(0, 3), ...ON_A_PHONE]],
  ["of messages", "", 1280, ON_MESSAGES],
  ["of other pages", "", 1280, ON_PAGES],
  ["on the Webhooks tab", "/settings/webhooks", 1280, ON_WEBHOOKS_TAB],
] as const) {
  for (const [n, group] of groups<PageOpener>(openings).entries()) {
    test(`axe finds nothing in dialogs and menus ${where} at ${width} px (${n + 1})`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await asOwner(page);
      const path = `/channels/${furnished.channelId}${below}`;
      let isThere = false;
      for (const [what, open] of group) {
        if (!isThere) await page.goto(path);
        if (!isThere && below === "") await expect(composer(page, furnished.name)).toBeFocused();
        await expect(await open(page, furnished), what).toBeVisible();
        // A menu floats over the page, outside its landmarks.
        await expectAccessible(page, what, (await page.getByRole("menu").count()) > 0 ? ["region"] : []);
        await page.context().setOffline(false);
        isThere = page.url().endsWith(path) && (await closed(page));
      }
    });
  }
}

test("axe finds nothing in an embed builder that shows errors", async ({ page }) => {
  await page.goto("/docs/webhooks/embed-builder");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("parley.embed-builder.")));
  await page.getByRole("textbox", { name: "Title URL" }).fill("not a URL");
  await expectAccessibleAtRest(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("textbox", { name: "JSON" }).fill("{");
  await expectAccessibleAtRest(page, "its JSON");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Show preview" }).click();
  await expectAccessibleAtRest(page, "its preview on a phone");
});

test("axe finds nothing on the pages for signed-out visitors", async ({ page, browser, parley }) => {
  await enter(page);
  const link = await inviteLink(page);
  const stranger = await (await browser.newContext({ baseURL: parley.baseUrl })).newPage();
  for (const path of signedOutPages(link)) {
    await stranger.goto(path);
    await expectAccessibleAtRest(stranger, path);
  }
  for (const [what, open] of SIGNED_OUT) {
    await expect(await open(stranger), what).toBeVisible();
    await expectAccessibleAtRest(stranger, what);
  }
  await stranger.context().close();
});

test("with reduced motion, the theme changes immediately and nothing fades", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await enter(page);
  const color = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await color();
  await page.evaluate(() => {
    document.addEventListener("transitionrun", () => document.body.setAttribute("data-faded", ""));
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(color).not.toBe(light);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.locator("body")).not.toHaveAttribute("data-faded");
});
