import type { Page } from "@playwright/test";
import { requireMember } from "@/lib/channels/access";
import { setReaction } from "@/lib/messages/change/change-as-member";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { owner, seedChannel, seedMessage, seedPerson, seedWebhook } from "./seed";
import { asOwner, beforeHydration, enterChannel, holdRequests, openAs, post, write } from "./steps";

/** Waits until the page is hydrated, that is, until a key opens the palette. Closes it again. */
async function untilItListens(page: Page): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(palette).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
}

test("text typed before the page is hydrated stays in its field, isn't sent, and can be finished and sent", async ({
  page,
}) => {
  const name = `early-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const box = composer(page, name);
  const typed: [keys: () => Promise<void>, stays: string][] = [
    [
      async () => {
        await page.keyboard.press("ControlOrMeta+k");
        await page.keyboard.type("gen");
        await page.keyboard.press("Enter");
      },
      "gen\n",
    ],
    [
      async () => {
        await page.keyboard.type("alpha");
        await page.keyboard.press("Enter");
        await page.keyboard.type("beta");
      },
      "alpha\nbeta",
    ],
  ];
  for (const [keys, stays] of typed) {
    await beforeHydration(page, async () => {
      await box.click();
      await keys();
    });
    await untilItListens(page);
    await expect(box).toHaveValue(stays);
    await expect(messages(page).getByRole("article")).toHaveCount(0);
    const sent = await page.request.get(`/api/channels/${channelId}/messages`);
    expect(await sent.json()).toMatchObject({ messages: [] });
    await box.fill("");
  }

  await beforeHydration(page, () => box.fill("begun early"));
  await untilItListens(page);
  await expect(box).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(", ended late");
  await expect(box).toHaveValue("begun early, ended late");
  await page.keyboard.press("Enter");
  await expect(messages(page).getByRole("article")).toHaveText([/begun early, ended late/]);
});

test("text typed while the palette loads goes into the palette, not into the composer", async ({ page }) => {
  const name = `early-palette-${Date.now()}`;
  await enterChannel(page, name);
  // Earlier tests may have left more channels than fit on one page.
  await page.goto(`/channels?q=${name}`);
  await page.getByRole("main").getByRole("link", { name }).first().click();
  const box = composer(page, name);
  await expect(box).toBeFocused();
  const letGo = await holdRequests(page, "**/*.js");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("brow");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Search" })).toHaveValue("brow");
  letGo();
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(field).toHaveValue("brow");
  await expect(field).toBeFocused();
  await page.keyboard.type("se");
  await expect(field).toHaveValue("browse");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Browse channels" })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue("");
  await expect(messages(page).getByRole("article")).toHaveCount(0);
});

test("hydration keeps the page's messages, also when it opens at the New line", async ({ page, request }) => {
  const name = `early-new-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, "above the line");
  const url = await seedWebhook(channelId, "CI");
  await page.goto("/channels");
  await post(request, url, { content: "below the line" });
  const mark = async () => {
    await expect(page.getByRole("separator", { name: "New" })).toBeVisible();
    const articles = messages(page).getByRole("article");
    await articles.evaluateAll((all) => all.map((each) => each.setAttribute("data-before", "")));
  };
  await beforeHydration(page, mark, `/channels/${channelId}`);
  await expect(composer(page, name)).toBeFocused();
  for (const text of ["above the line", "below the line"]) {
    await expect(article(page, text)).toHaveAttribute("data-before");
  }
});

test("what belongs below a message is there at first paint and stays while its code loads", async ({ page }) => {
  const name = `early-footer-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  // More than React sends before what it considers less important.
  for (let n = 0; n < 5; n += 1) await seedMessage(channelId, `${n} ${"long ".repeat(700)}`);
  const id = await seedMessage(channelId, "with reactions");
  const channel = await requireMember(await owner(), BigInt(channelId));
  for (const emoji of ["🎉", "👍", "👀"]) await setReaction(channel, BigInt(id), emoji, true);
  await seedMessage(channelId, "below it");
  const message = article(page, "with reactions");
  const below = message.getByRole("button", { name: /🎉/ });
  await beforeHydration(page, async () => {
    await expect(message).toBeVisible();
    expect(await below.count()).toBe(1);
  });
  // Only the code that the page names arrives.
  const named = await (await page.request.get(page.url())).text();
  const isOther = (url: URL) => url.pathname.endsWith(".js") && !named.includes(url.pathname);
  await page.route(isOther, () => {});
  await page.reload();
  await expect(async () => {
    await message.blur();
    await message.focus();
    // Rendered anew.
    await expect(message).toHaveAttribute("tabindex", "0", { timeout: 500 });
  }).toPass();
  expect(await below.count()).toBe(1);
});

test("a page with tabs that is scrolled before it's hydrated stays where it is", async ({ page }) => {
  await asOwner(page);
  await page.setViewportSize({ width: 1280, height: 400 });
  const last = page.getByRole("main").getByRole("heading").last();
  const place: unknown[] = [];
  await beforeHydration(
    page,
    async () => {
      await last.scrollIntoViewIfNeeded();
      place.push(await last.boundingBox());
    },
    "/account/notifications",
  );
  await untilItListens(page);
  expect([await last.boundingBox()]).toEqual(place);
});

test("a channel can be joined before the page is hydrated", async ({ browser }) => {
  const stamp = Date.now();
  const name = `early-join-${stamp}`;
  const channelId = await seedChannel(name);
  const person = { name: `Lise ${stamp}`, email: `lise.${stamp}@example.com`, password: "yet another secret" };
  await seedPerson(person);
  const { page, context } = await openAs(browser, person, "about:blank");
  const join = page.getByRole("button", { name: "Join channel" });
  await beforeHydration(page, () => join.click(), `/channels/${channelId}`);
  await expect(composer(page, name)).toBeVisible();
  await context.close();
});
