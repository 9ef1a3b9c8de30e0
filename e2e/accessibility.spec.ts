import {
  furnish,
  IN_CHANNEL,
  ON_A_PHONE,
  ON_MESSAGES,
  ON_PAGES,
  ON_WEBHOOKS_TAB,
  pages,
  SIGNED_OUT,
  signedOutPages,
} from "./everything";
import { composer } from "./finders";
import { expect, test } from "./fixtures";
import { enter, expectAccessible, expectAccessibleAtRest, inviteLink } from "./steps";

/*
 * Checks every page, dialog and menu in both themes. Pages that take several steps to reach (mails, two-step sign-in, offline)
 * are checked in their own specs.
 */

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  for (const [which, isAsked] of [
    ["channels'", true],
    ["other", false],
  ] as const) {
    test(`axe finds nothing on ${which} pages at ${width} px`, async ({ page, request }) => {
      await page.setViewportSize({ width, height });
      for (const path of pages(await furnish(page, request))) {
        if (path.startsWith("/channels/") !== isAsked) continue;
        await page.goto(path);
        await expectAccessibleAtRest(page, path);
      }
    });
  }
}

for (const [where, below, width, openings] of [
  ["in a channel", "", 1280, IN_CHANNEL.slice(0, 15)],
  ["while writing", "", 1280, IN_CHANNEL.slice(15)],
  ["in a channel on a phone", "", 390, [...IN_CHANNEL.slice(0, 3), ...ON_A_PHONE]],
  ["of messages", "", 1280, ON_MESSAGES],
  ["of other pages", "", 1280, ON_PAGES],
  ["on the Webhooks tab", "/settings/webhooks", 1280, ON_WEBHOOKS_TAB],
] as const) {
  test(`axe finds nothing in dialogs and menus ${where} at ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 });
    const furnished = await furnish(page, request);
    for (const [what, open] of openings) {
      await page.goto(`/channels/${furnished.channelId}${below}`);
      if (below === "") await expect(composer(page, furnished.name)).toBeFocused();
      await expect(await open(page, furnished), what).toBeVisible();
      // A menu floats over the page, outside its landmarks.
      await expectAccessible(page, what, (await page.getByRole("menu").count()) > 0 ? ["region"] : []);
      await page.context().setOffline(false);
    }
  });
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
