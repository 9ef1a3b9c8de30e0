import type { Browser, Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, enterChannel, GRACE, newcomer, post, withActions, withCompanion, write } from "./steps";

/** A channel with two people who have both posted: the other's message, the link to her card, and the card. */
async function bothHere(page: Page, browser: Browser) {
  const name = `names-${Date.now()}`;
  const { channelId, who, context, theirs } = await withCompanion(page, browser, name);
  await write(theirs, name, "hello from her");
  await write(page, name, "hello from me");
  const hello = messages(page).getByRole("article", { name: new RegExp(`^${who.name} \\d\\d:\\d\\d$`) });
  await expect(hello).toContainText("hello from her");
  const way = hello.getByRole("button", { name: `Profile of ${who.name}` });
  const card = page.getByRole("dialog", { name: who.name });
  return { name, channelId, who, context, theirs, hello, way, card };
}

test("a person's name and avatar open their profile card, also by keyboard", async ({ page, browser }) => {
  const { who, context, hello, way, card } = await bothHere(page, browser);
  await hello.click({ position: { x: 36, y: 30 } });
  await expect(card.getByText("Member since")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(way).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(way).toBeFocused();

  // The name adds no Tab stop, and the message's actions offer the profile, too.
  await hello.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(hello).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(hello.getByRole("button", { name: "Add reaction" })).toBeFocused();
  await hello.getByRole("button", { name: "More" }).press("Enter");
  await page.getByRole("menuitem", { name: `Profile of ${who.name}` }).press("Enter");
  await expect(card.getByText("Member since")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(way).toBeFocused();
  await context.close();
});

test("your own name and names in a direct message open profile cards", async ({ page, browser }) => {
  const { who, context, theirs, way, card } = await bothHere(page, browser);
  await article(page, "hello from me")
    .getByRole("button", { name: /^Profile of Ada/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit profile" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await page.goBack();
  await way.click();
  await card.getByRole("button", { name: "Message" }).click();
  await expect(page.getByRole("textbox", { name: `Message ${who.name}` })).toBeVisible();
  await expect(card).toHaveCount(0);
  // In a direct message, the card also says since when she is a member.
  await theirs.goto(page.url());
  await theirs.getByRole("textbox", { name: /^Message Ada/ }).fill("in private");
  await theirs.keyboard.press("Enter");
  await article(page, "in private")
    .getByRole("button", { name: `Profile of ${who.name}` })
    .click();
  await expect(card.getByText("Member since")).toBeVisible();
  await context.close();
});

test("in search results and the inbox, a name opens the profile card and the rest of the row the message", async ({
  page,
  browser,
}) => {
  const { name, who, context, theirs, card } = await bothHere(page, browser);
  const word = `marmalade${Date.now()}`;
  await write(theirs, name, `@everyone who ate the ${word}`);
  for (const path of ["/inbox", `/search?q=${word}`]) {
    await page.goto(path);
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: word });
    const way = row.getByRole("button", { name: `Profile of ${who.name}` });
    await way.press("Enter");
    await expect(card.getByText("Member since")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(way).toBeFocused();
    // The avatar opens the same card.
    await row.click({ position: { x: 34, y: 30 } });
    await expect(card.getByText("Member since")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await row.click();
    await expect(article(page, word)).toBeInViewport();
  }
  await context.close();
});

test("a webhook's name opens its settings while it exists, and a channel's name opens its members", async ({
  page,
  request,
}) => {
  const name = `leads-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await page.getByRole("main").getByRole("link", { name: "add a webhook" }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/webhooks$`));

  await post(request, await seedWebhook(channelId, "CI"), { content: "build 1", username: "CI of main" });
  await page.goto(`/channels/${channelId}`);
  const heading = page.getByRole("heading", { level: 1 });
  await heading.getByRole("link", { name: `#${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/members$`));
  await page.goBack();
  const build = messages(page).getByRole("article", { name: /^CI of main \d\d:\d\d$/ });
  await build.getByRole("link", { name: "Settings for CI of main" }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/webhooks#webhook-\\d+$`));
  await expect(page.getByRole("listitem", { name: "CI" })).toBeInViewport();

  const row = await withActions(page.getByRole("listitem", { name: "CI" }));
  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("listitem", { name: "CI" })).toHaveCount(0);
  await page.goto(`/channels/${channelId}`);
  await expect(article(page, "build 1")).toBeVisible();
  await expect(composer(page, name)).toBeVisible();
  await expect(article(page, "build 1").getByRole("link")).toHaveCount(0);
});

test("a person who hasn't joined a channel sees no links to its settings", async ({ page, browser, request }) => {
  await asOwner(page);
  const name = `closed-${Date.now()}`;
  const channelId = await seedChannel(name);
  await post(request, await seedWebhook(channelId, "CI"), { content: "build 1" });
  const { context, page: theirs } = await newcomer(browser, { ...GRACE, email: `${name}@example.com` });
  await theirs.goto(`/channels/${channelId}`);
  await expect(article(theirs, "build 1")).toBeVisible();
  await expect(article(theirs, "build 1").getByRole("link")).toHaveCount(0);
  await expect(theirs.getByRole("heading", { level: 1, name: `#${name}` })).toBeVisible();
  await expect(theirs.getByRole("heading", { level: 1 }).getByRole("link")).toHaveCount(0);
  await context.close();
});
