import type { Browser, Page } from "@playwright/test";
import { article, channelLink, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedMembership, seedPerson } from "./seed";
import { openAs, write } from "./steps";

/** The inbox's items with this text. */
const item = (page: Page, text: string) =>
  page.getByRole("list", { name: "Inbox" }).getByRole("listitem").filter({ hasText: text });

const view = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Inbox views" }).getByRole("link", { name });

/** Two new people in a new channel, who have no other unread messages: `page` and `theirs`. */
async function twoPeople(browser: Browser) {
  const stamp = Date.now();
  const name = `inbox-${stamp}`;
  const person = (first: string) => ({
    name: `${first} ${stamp}`,
    email: `${first.toLowerCase()}.${stamp}@example.com`,
    password: "yet another secret",
  });
  const [one, other] = [person("Barbara"), person("Margaret")];
  const channelId = await seedChannel(name);
  for (const each of [one, other]) {
    await seedPerson(each);
    await seedMembership(channelId, each.email, true);
  }
  const { context, page } = await openAs(browser, one, `/channels/${channelId}`);
  const { context: another, page: theirs } = await openAs(browser, other, `/channels/${channelId}`);
  await expect(composer(theirs, name)).toBeVisible();
  const close = () => Promise.all([context.close(), another.close()]);
  return { name, channelId, page, theirs, close };
}

test("mentions and reactions appear in the open inbox, and a mention is read where it is", async ({ browser }) => {
  const { name, page, theirs, close } = await twoPeople(browser);
  await write(page, name, "Release 2.4 is out");
  await page.goto("/inbox");
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await write(theirs, name, "@everyone look at this");
  await expect(item(page, "look at this")).toContainText(`mentioned everyone in #${name}`);
  await expect(item(page, "look at this").getByText("New", { exact: true })).toBeAttached();
  await article(theirs, "Release 2.4").hover();
  await article(theirs, "Release 2.4").getByRole("button", { name: "Add reaction" }).click();
  const search = theirs.getByRole("searchbox", { name: "Search emoji" });
  await search.fill("rocket");
  await search.press("Enter");
  await expect(item(page, "Release 2.4 is out")).toContainText("reacted 🚀 to your message");

  await view(page, /^Reactions/).click();
  await expect(item(page, "Release 2.4 is out")).toBeVisible();
  await expect(item(page, "look at this")).toHaveCount(0);
  await view(page, "Mentions, 1 unread").click();
  await item(page, "look at this").getByRole("link").click();
  await expect(article(page, "look at this")).toBeInViewport();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await page.goBack();
  await expect(item(page, "look at this").getByText("New", { exact: true })).toHaveCount(0);
  await close();
});

test('"Mark all as read" leaves later messages of a channel unread and can be undone', async ({ browser }) => {
  const { name, page, theirs, close } = await twoPeople(browser);
  await page.goto("/inbox");
  await write(theirs, name, "@everyone first");
  await write(theirs, name, "and something else");
  await expect(channelLink(page, `${name}, 2 unread, 1 mention`)).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(channelLink(page, `${name}, 2 unread, 1 mention`)).toBeVisible();
  await close();
});

test("drafts are listed with their channel or thread, opened, and discarded with Undo", async ({ browser }) => {
  const { name, page, theirs, close } = await twoPeople(browser);
  await write(theirs, name, "a question");
  await article(page, "a question").hover();
  await article(page, "a question").getByRole("button", { name: "Reply in thread" }).click();
  await page.getByRole("textbox", { name: "Reply", exact: true }).fill("half an answer");
  await page.keyboard.press("Escape");
  await composer(page, name).fill("half a message");
  await page.goto("/inbox");
  await page.getByRole("link", { name: /^Drafts/ }).click();
  const drafts = page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
  await expect(drafts).toHaveCount(2);
  await expect(drafts.filter({ hasText: "half an answer" })).toContainText(`Thread in #${name}`);
  await page.getByRole("button", { name: `Discard the draft in #${name}` }).click();
  await expect(drafts).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(drafts).toHaveCount(2);
  await page.getByRole("link", { name: `Thread in #${name}` }).click();
  await expect(page.getByRole("textbox", { name: "Reply", exact: true })).toHaveValue("half an answer");
  await expect(composer(page, name)).toHaveValue("half a message");
  for (const draft of ["half an answer", "half a message"]) await expect(article(page, draft)).toHaveCount(0);
  await close();
});
