import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson } from "./seed";
import { enter, enterChannel, holdRequests, newcomer, write } from "./steps";

/** Opens the palette with Ctrl-K and returns its dialog. A page that isn't hydrated yet doesn't hear the key. */
async function openPalette(page: Page) {
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(palette.getByRole("combobox", { name: "Search" })).toBeFocused();
  return palette;
}

/** Types into the palette and chooses the first item, which must have this name. */
async function choose(page: Page, query: string, name: string | RegExp): Promise<void> {
  const palette = await openPalette(page);
  await page.keyboard.type(query);
  await expect(palette.getByRole("option", { selected: true })).toHaveAccessibleName(name);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
}

/** The positions of the first messages, and the size of their avatars. */
function geometry(page: Page) {
  return page.getByRole("article").evaluateAll((articles) =>
    articles.map((article) => ({
      height: article.getBoundingClientRect().height,
      avatar: article.firstElementChild?.getBoundingClientRect().width,
    })),
  );
}

test("the palette opens a channel, its webhooks, the form for a new one, and the dialogs that its actions name", async ({
  page,
}) => {
  const name = `palette-${Date.now()}`;
  const channelId = await seedChannel(name);
  await enterChannel(page, `${name}-other`);

  await choose(page, name, new RegExp(`^${name}`));
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}$`));
  await expect(page.getByRole("textbox", { name: `Message #${name}` })).toBeFocused();

  await choose(page, "webhooks", /^Webhooks #.+ settings$/);
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/webhooks$`));
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();

  for (const times of [1, 2]) {
    await choose(page, "new webhook", /^New webhook/);
    await expect(page.getByRole("textbox", { name: "Avatar URL" }), `asked ${times} times`).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("textbox", { name: "Avatar URL" })).toBeHidden();
  }

  const made = `made-${Date.now()}`;
  await choose(page, "create channel", "Create channel");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(made);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: `Message #${made}` })).toBeFocused();

  await choose(page, "invite", "Invite people");
  await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
  // It has loaded after the dialog opened, and isn't its Close button.
  await expect(page.getByRole("textbox", { name: "Invite link" })).toBeFocused();
  await page.keyboard.press("Escape");

  await choose(page, "dark theme", "Use dark theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await choose(page, "system", "Use system theme");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the palette opens a direct message with a person, also if Enter is pressed before the server has found them", async ({
  page,
}) => {
  const name = `Katherine ${Date.now()}`;
  const person = {
    name,
    email: `${name.replace(" ", ".").toLowerCase()}@example.com`,
    password: "another long secret",
  };
  const other = `Barbara ${Date.now()}`;
  await seedPerson(person);
  await seedPerson({ ...person, name: other, email: `barbara-${Date.now()}@example.com` });
  await enterChannel(page, `enter-${Date.now()}`);
  await openPalette(page);
  const release = await holdRequests(page, "**/api/people**");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeHidden();
  await expect(page.getByRole("textbox", { name: `Message ${name}` })).toBeVisible();
  await page.unrouteAll();

  const palette = await openPalette(page);
  await page.keyboard.type(other.toLowerCase());
  await expect(palette.getByRole("group", { name: "People" }).getByRole("option")).toHaveAccessibleName(
    new RegExp(`^${other}`),
  );
  await palette.getByRole("option", { name: other }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(other);

  await openPalette(page);
  await page.keyboard.type("ada lovelace");
  await expect(palette.getByText("Searching…")).toHaveCount(0);
  await expect(
    palette.getByRole("group", { name: "People" }).getByRole("option", { name: "Ada Lovelace" }),
  ).toHaveCount(0);
});

test("text typed into the palette stays there if a closed dialog returns the focus late", async ({ page }) => {
  // Simulates a machine that is too busy for timers.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const late = (work: TimerHandler, ms = 0, ...rest: unknown[]) => setTimeout(work, ms === 0 ? 500 : ms, ...rest);
    Object.assign(window, { setTimeout: late });
  });
  await enter(page);
  await page.getByRole("button", { name: "Invite people" }).click();
  await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
  await page.keyboard.press("Escape");
  const palette = await openPalette(page);
  await page.keyboard.type("dark theme", { delay: 100 });
  await expect(palette.getByRole("combobox", { name: "Search" })).toHaveValue("dark theme");
});

test("opening the palette leaves the page behind it as it was styled", async ({ page }) => {
  await enterChannel(page, `behind-${Date.now()}`);
  const styles = () =>
    page.evaluate(() => {
      const { position, overflow, overscrollBehavior, pointerEvents } = getComputedStyle(document.body);
      return { sheets: document.styleSheets.length, position, overflow, overscrollBehavior, pointerEvents };
    });
  // The first press also loads what pages load late.
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const before = await styles();
  await openPalette(page);
  expect(await styles()).toEqual(before);
});

test("recent choices come first, Escape returns the focus, and Ctrl-K with selected text doesn't open the palette", async ({
  page,
}) => {
  await enterChannel(page, `focus-${Date.now()}`);
  await choose(page, "people", "People");
  await expect(page).toHaveURL(/\/people$/);
  await page.goBack();
  const composer = page.getByRole("textbox", { name: /^Message #/ });
  await composer.fill("some words");
  const palette = await openPalette(page);
  await expect(palette.getByRole("group").first().getByRole("option").first()).toHaveAccessibleName("People");
  await page.keyboard.type("no such thing at all");
  await expect(palette.getByText("Nothing matches “no such thing at all”")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(composer).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await expect(composer).toBeFocused();
});

test("the palette finds public channels that you can join, but no private ones", async ({ browser }) => {
  const name = `club-${Date.now()}`;
  await seedChannel(`${name}-open`);
  await seedChannel(`${name}-closed`, { private: true });
  const email = `alan-${Date.now()}@example.com`;
  const alan = await newcomer(browser, { name: "Alan Turing", email, password: "yet another secret" });
  const palette = await openPalette(alan.page);
  await alan.page.keyboard.type(name);
  await expect(palette.getByRole("group", { name: /^Channels/ }).getByRole("option")).toHaveText([`${name}-open`]);
  await expect(palette.getByRole("group", { name: "Channels to join" })).toBeVisible();
  await alan.page.keyboard.press("Enter");
  await expect(alan.page.getByRole("button", { name: "Join channel" })).toBeVisible();
  await alan.context.close();
});

test("a person who is found late is selected before messages, unless you selected another row", async ({ page }) => {
  const name = `Late ${Date.now()}`;
  const email = `late-${Date.now()}@example.com`;
  await seedPerson({ name, email, password: "yet another secret" });
  const channel = `late-${Date.now()}`;
  await enterChannel(page, channel);
  await write(page, channel, `Here comes ${name}`);
  for (const isByHand of [false, true]) {
    const release = await holdRequests(page, /\/api\/people\?q=/);
    const palette = await openPalette(page);
    const selected = palette.getByRole("option", { selected: true });
    await page.keyboard.type(name);
    await expect(palette.getByRole("group", { name: "Messages" }).getByRole("option")).toHaveCount(2);
    await expect(selected).toHaveAccessibleName(/^Search all messages for/);
    if (isByHand) await page.keyboard.press("ArrowUp");
    release();
    const person = palette.getByRole("group", { name: "People" }).getByRole("option");
    await expect(person).toHaveAccessibleName(new RegExp(`^${name}`));
    await expect(selected).toHaveAccessibleName(isByHand ? /^Ada Lovelace/ : new RegExp(`^${name}`));
    await expect(palette.getByRole("combobox", { name: "Search" })).toHaveAttribute(
      "aria-activedescendant",
      (await selected.getAttribute("id")) ?? "",
    );
    await page.keyboard.press("Escape");
    await page.unroute(/\/api\/people\?q=/);
  }
});

test("the palette finds messages and opens one of them or all results", async ({ page }) => {
  const name = `found-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const word = `word${Date.now()}`;
  await write(page, name, `A message with **${word}** in it`);
  await page.goto("/people");

  const palette = await openPalette(page);
  await page.keyboard.type(word.slice(0, -1));
  const group = palette.getByRole("group", { name: "Messages" });
  await expect(group.getByRole("option")).toHaveCount(2);
  await expect(group.getByRole("option").first()).toHaveText(
    new RegExp(`Ada Lovelace#${name}.*A message with ${word} in it`),
  );
  await expect(group.locator("mark")).toHaveText(word.slice(0, -1));
  // Nothing else matched during the search, so the selection hasn't changed.
  await expect(palette.getByRole("option", { selected: true })).toHaveAccessibleName(/^Search all messages for/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}`));
  await expect(page.getByRole("article").filter({ hasText: word })).toBeVisible();

  await choose(page, `${word} from:me`, `Search all messages for “${word} from:me”`);
  await expect(page.getByRole("searchbox", { name: "Search messages" })).toHaveValue(`${word} from:me`);
  await expect(page.getByRole("list", { name: "Messages, newest first" }).getByRole("listitem")).toHaveCount(1);
});

test("compact density applies immediately, and from the first paint after a reload", async ({ page }) => {
  const name = `dense-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "One line");
  await write(page, name, "Another line");
  const comfortable = await geometry(page);
  const channel = page.url();
  await page.goto("/account/appearance");
  await page.getByRole("radio", { name: "Compact" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");

  const html = await (await page.request.get(channel)).text();
  expect(html).toMatch(/<html[^>]* data-density="compact"/);
  await page.goto(channel);
  await expect(page.getByRole("article")).toHaveCount(2);
  const compact = await geometry(page);
  for (const [index, { height }] of compact.entries()) expect(height).toBeLessThan(comfortable[index]?.height ?? 0);
  expect(compact[0]?.avatar).toBeLessThan(comfortable[0]?.avatar ?? 0);

  await choose(page, "comfortabl", "Use comfortable density");
  expect(await geometry(page)).toEqual(comfortable);
});
