import type { Browser, Page } from "@playwright/test";
import { article, channelLink, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedMembership, seedPerson, seedWebhook } from "./seed";
import { GRACE, openAs, post, untilHydrated } from "./steps";

let made = 0;

/** A new person who is in channels of these names, at the first of them. Names are followed by what keeps them apart. */
async function arrive(browser: Browser, ...names: string[]) {
  made += 1;
  const stamp = `${Date.now()}${made}`;
  const who = { ...GRACE, email: `grace.${stamp}@example.com` };
  await seedPerson(who);
  const ids: string[] = [];
  for (const name of names) {
    const id = await seedChannel(`${name}-${stamp}`);
    await seedMembership(id, who.email, true);
    ids.push(id);
  }
  const { page, context } = await openAs(browser, who, `/channels/${ids[0]}`);
  await expect(composer(page, `${names[0]}-${stamp}`)).toBeFocused();
  // Keys pressed before that are lost.
  await untilHydrated(page);
  return { page, context, ids, named: names.map((name) => `${name}-${stamp}`) as [string, ...string[]] };
}

const nav = (page: Page) => page.getByRole("navigation", { name: "Channels" });

/** The section with this heading. */
const section = (page: Page, title: string) =>
  nav(page)
    .locator("[data-section]")
    .filter({ has: page.getByRole("button", { name: title, exact: true }) });

async function fromMenu(page: Page, name: string, ...items: string[]): Promise<void> {
  await channelLink(page, name).click({ button: "right" });
  for (const item of items) await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("channels are starred and moved to sections of one's own, by menu and by dragging, in all tabs", async ({
  browser,
}) => {
  const { page, context, named } = await arrive(browser, "ci-10", "ci-2", "api");
  const [ten, two, api] = named as [string, string, string];
  const links = section(page, "Channels").getByRole("link");
  await expect(links).toContainText([api, two, ten, "general", "Browse channels"]);
  const other = await context.newPage();
  await other.goto("/channels");

  await fromMenu(page, api, "Star");
  await expect(section(other, "Starred").getByRole("link")).toHaveText([api]);
  await fromMenu(page, two, "Move to section", "New section…");
  await page.getByRole("textbox", { name: "Name" }).fill("Engineering");
  await page.keyboard.press("Enter");
  await expect(section(other, "Engineering").getByRole("link")).toHaveText([two]);
  // What is dragged may still be moving when the press begins.
  await expect(async () => {
    await channelLink(page, ten).dragTo(page.getByRole("button", { name: "Engineering", exact: true }));
    await expect(section(page, "Engineering").getByRole("link")).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(section(other, "Engineering").getByRole("link")).toHaveText([two, ten]);

  await page.getByRole("button", { name: "Engineering", exact: true }).hover();
  await page.getByRole("button", { name: "Options for Engineering" }).click();
  await page.getByRole("menuitem", { name: "Delete section" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(links).toContainText([two, ten, "general", "Browse channels"]);
  await expect(section(other, "Engineering")).toHaveCount(0);
  await context.close();
});

test("a collapsed section stays so and shows only unread channels, the open one, and nothing else", async ({
  browser,
  request,
}) => {
  const { page, context, named, ids } = await arrive(browser, "open", "quiet", "loud");
  const [open, quiet, loud] = named as [string, string, string];
  const url = await seedWebhook(ids[2] ?? "", "CI");
  await page.getByRole("button", { name: "Channels", exact: true }).click();
  await expect(channelLink(page, quiet)).toHaveCount(0);
  await expect(channelLink(page, open)).toBeVisible();
  await post(request, url, { content: "Build passed" });
  await expect(channelLink(page, `${loud}, 1 unread`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Channels", exact: true })).toHaveAttribute("aria-expanded", "false");
  await expect(channelLink(page, quiet)).toHaveCount(0);
  await fromMenu(page, `${loud}, 1 unread`, "Mark as read");
  await expect(channelLink(page, loud)).toHaveCount(0);
  await context.close();
});

test("unread channels out of view are counted at that end of the list, and a press shows the next one", async ({
  browser,
  request,
}) => {
  const { page, context, named, ids } = await arrive(browser, "aa", "zz-1", "zz-2");
  await page.setViewportSize({ width: 1024, height: 280 });
  for (const id of ids.slice(1)) await post(request, await seedWebhook(id, "CI"), { content: "Build passed" });
  const below = page.getByRole("button", { name: "2 unread below" });
  await expect(below).toBeVisible();
  await nav(page).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(page.getByRole("button", { name: "2 unread above" })).toBeVisible();
  await expect(below).toBeHidden();
  await nav(page).evaluate((list) => list.scrollTo(0, 0));
  await below.click();
  await expect(channelLink(page, `${named[1]}, 1 unread`)).toBeInViewport();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(page.getByRole("button", { name: /unread (above|below)/ })).toHaveCount(0);
  await context.close();
});

test("the sidebar is one tab stop, with arrow keys, menus and moving sections by keyboard, and Alt with an arrow goes to the channel above or below, also while writing", async ({
  browser,
}) => {
  const { page, context, named, ids } = await arrive(browser, "aa", "bb", "cc");
  const [first, second] = named as [string, string, string];
  await composer(page, first).fill("a draft");
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForURL(`**/channels/${ids[1]}`);
  await expect(composer(page, second)).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await page.waitForURL(`**/channels/${ids[0]}`);
  await expect(composer(page, first)).toHaveValue("a draft");
  await expect(composer(page, first)).toBeFocused();

  await page.keyboard.press("F6");
  await expect(channelLink(page, first)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(channelLink(page, second)).toBeFocused();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Star" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(section(page, "Starred").getByRole("link")).toHaveText([second]);

  await page.getByRole("button", { name: "Direct messages", exact: true }).focus();
  await page.keyboard.press("Alt+Shift+ArrowUp");
  const headings = nav(page).getByRole("heading");
  await expect(headings).toHaveText(["Starred", "Direct messages", "Channels"]);
  await expect(page.getByRole("button", { name: "Direct messages", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: "Direct messages", exact: true })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await page.keyboard.press("Shift+F6");
  await expect(composer(page, first)).toBeFocused();
  await context.close();
});

test("a channel gets its level back when it's unmuted, also after a reload, and is muted and left from its menu, after a confirmation", async ({
  browser,
  request,
}) => {
  const { page, context, named, ids } = await arrive(browser, "stay", "leave");
  const [stay, leave] = named as [string, string];
  const bell = page.getByRole("button", { name: "Notifications", exact: true });
  const level = { notifications: "all" };
  expect((await page.request.put(`/api/channels/${ids[0]}/notifications`, { data: level })).ok()).toBe(true);
  await expect(bell).toHaveAccessibleDescription("Notifications: All messages");
  await fromMenu(page, stay, "Mute");
  await expect(bell).toHaveAccessibleDescription("Notifications: Nothing");
  await page.reload();
  await fromMenu(page, stay, "Unmute");
  await expect(bell).toHaveAccessibleDescription("Notifications: All messages");

  await fromMenu(page, leave, "Mute");
  await post(request, await seedWebhook(ids[1] ?? "", "CI"), { content: "Build passed" });
  await expect(channelLink(page, `${leave}, 1 unread`)).toBeVisible();
  await expect(page.getByRole("button", { name: /unread (above|below)/ })).toHaveCount(0);
  await fromMenu(page, `${leave}, 1 unread`, "Leave channel");
  await expect(page.getByRole("alertdialog", { name: `Leave #${leave}?` })).toContainText(
    "You can rejoin at any time.",
  );
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(nav(page).getByRole("link", { name: leave })).toHaveCount(0);
  await expect(article(page, "Build passed")).toHaveCount(0);
  await expect(channelLink(page, stay)).toHaveAttribute("aria-current", "page");
  await context.close();
});
