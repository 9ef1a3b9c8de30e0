import type { Browser, Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, GRACE, newcomer, post, untilStored, write } from "./steps";

/** A channel of two people, the first of whom has made it; each has said something in it. */
async function setUp(page: Page, browser: Browser) {
  const name = `names-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const email = `${name}@example.com`;
  const grace = { ...GRACE, name: `Grace ${name}`, email };
  const { context, page: hers } = await newcomer(browser, grace);
  await hers.goto(`/channels/${channelId}`);
  return { name, channelId, grace, context, hers };
}

test("a person's name and picture open their card, also by keyboard, and one's own as well", async ({
  page,
  browser,
}) => {
  const { name, channelId, grace, context, hers } = await setUp(page, browser);
  await hers.getByRole("button", { name: "Join channel" }).click();
  await write(hers, name, "hello from her");
  await write(page, name, "hello from me");

  const hello = messages(page).getByRole("article", { name: new RegExp(`^${grace.name} \\d\\d:\\d\\d$`) });
  await expect(hello).toContainText("hello from her");
  const way = hello.getByRole("button", { name: `Profile of ${grace.name}` });
  const card = page.getByRole("dialog", { name: grace.name });
  const theirs = page.getByRole("textbox", { name: `Message ${grace.name}` });
  await way.click();
  await card.getByRole("button", { name: "Message" }).click();
  await expect(theirs).toBeVisible();
  await expect(card).toHaveCount(0);
  const direct = page.url();

  await page.goto(`/channels/${channelId}`);
  await expect(way).toBeVisible();
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

  // No stop more for Tab, and the same way among what can be done.
  await hello.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(hello).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(hello.getByRole("button", { name: "Add reaction" })).toBeFocused();
  await hello.getByRole("button", { name: "More" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: `Profile of ${grace.name}` }).press("Enter");
  await expect(card.getByText("Member since")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(way).toBeFocused();

  await article(page, "hello from me")
    .getByRole("button", { name: /^Profile of Ada/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit profile" }).click();
  await expect(page).toHaveURL(/\/account$/);
  // In the conversation with her too, where it says more than who she is.
  await page.goto(direct);
  await hers.goto(direct);
  await hers.getByRole("textbox", { name: /^Message Ada/ }).fill("in private");
  await hers.keyboard.press("Enter");
  await article(page, "in private")
    .getByRole("button", { name: `Profile of ${grace.name}` })
    .click();
  await expect(card.getByText("Member since")).toBeVisible();
  await context.close();
});

test("in what was found and in the list of threads a name opens the card, and the rest of the row the message", async ({
  page,
  browser,
}) => {
  const { name, grace, context, hers } = await setUp(page, browser);
  await hers.getByRole("button", { name: "Join channel" }).click();
  const word = `marmalade${Date.now()}`;
  await write(hers, name, `who ate the ${word}`);
  await article(page, word).hover();
  await article(page, word).getByRole("button", { name: "Reply in thread" }).click();
  await page.getByRole("textbox", { name: "Reply", exact: true }).fill("not me");
  await untilStored(page, () => page.keyboard.press("Enter"));
  const card = page.getByRole("dialog", { name: grace.name });
  for (const path of ["/threads", `/search?q=${word}`]) {
    await page.goto(path);
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: word });
    const way = row.getByRole("button", { name: `Profile of ${grace.name}` });
    await way.press("Enter");
    await expect(card.getByText("Member since")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(way).toBeFocused();
    // The picture is the same thing to press.
    await row.click({ position: { x: 34, y: 30 } });
    await expect(card.getByText("Member since")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await row.click();
    await expect(article(page, word)).toBeInViewport();
  }
  await context.close();
});

test("a webhook's name leads to it in the settings, a channel's to its members, and neither whom they are closed to", async ({
  page,
  browser,
  request,
}) => {
  const { name, channelId, context, hers } = await setUp(page, browser);
  const link = page.getByRole("main").getByRole("link", { name: "the channel's settings" });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/webhooks$`));

  const url = await seedWebhook(channelId, "CI");
  await post(request, url, { content: "build 1", username: "CI of main" });
  await page.goto(`/channels/${channelId}`);
  const build = messages(page).getByRole("article", { name: /^CI of main \d\d:\d\d$/ });
  await build.getByRole("link", { name: "Settings of CI of main" }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/webhooks#webhook-\\d+$`));
  await expect(page.getByRole("listitem", { name: "CI" })).toBeInViewport();

  await page.goto(`/channels/${channelId}`);
  await page
    .getByRole("heading", { level: 1 })
    .getByRole("link", { name: `#${name}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}/settings/members$`));

  // She reads the channel, and isn't in it.
  await hers.reload();
  await expect(article(hers, "build 1")).toBeVisible();
  await expect(article(hers, "build 1").getByRole("link")).toHaveCount(0);
  await expect(hers.getByRole("heading", { level: 1, name: `#${name}` })).toBeVisible();
  await expect(hers.getByRole("heading", { level: 1 }).getByRole("link")).toHaveCount(0);
  await context.close();

  // What is deleted has no settings.
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("listitem", { name: "CI" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("listitem", { name: "CI" })).toHaveCount(0);
  await page.goto(`/channels/${channelId}`);
  await expect(article(page, "build 1")).toBeVisible();
  await expect(composer(page, name)).toBeVisible();
  await expect(article(page, "build 1").getByRole("link")).toHaveCount(0);
});
