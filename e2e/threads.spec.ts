import type { Browser, Page } from "@playwright/test";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, enterChannel, holdRequests, post, untilStored, withCompanion, write } from "./steps";

const thread = (page: Page) => page.getByRole("region", { name: "Thread" });
const reply = (page: Page, text: string) => thread(page).getByRole("article").filter({ hasText: text });

async function openThread(page: Page, text: string): Promise<void> {
  await article(page, text).hover();
  await article(page, text).getByRole("button", { name: "Reply in thread" }).click();
  await expect(thread(page).getByRole("textbox", { name: "Reply" })).toBeVisible();
}

async function answer(page: Page, text: string): Promise<void> {
  await thread(page).getByRole("textbox", { name: "Reply" }).fill(text);
  await untilStored(page, () => page.keyboard.press("Enter"));
  await expect(reply(page, text)).toBeVisible();
}

const act = async (page: Page, text: string, button: string) => {
  await reply(page, text).hover();
  await reply(page, text).getByRole("button", { name: button, exact: true }).click();
};

const remove = async (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();

/** A channel with two people, in which the other one has replied in the first one's thread. */
async function answered(page: Page, browser: Browser) {
  await asOwner(page);
  // Unread messages of earlier tests would count in the tab's title, too.
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  const name = `threads-${Date.now()}`;
  const { context, theirs } = await withCompanion(page, browser, name);
  await write(page, name, "the deploy is stuck");
  await openThread(theirs, "the deploy is stuck");
  await expect(thread(theirs)).toContainText("No replies yet");
  await answer(theirs, "since the last migration");
  return { name, context, theirs };
}

test("what is typed while a thread opens is for the thread, also before its replies are here", async ({
  page,
  request,
}) => {
  const name = `opening-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "CI");
  await post(request, url, { content: "the deploy is stuck", thread_key: "deploy" });
  await post(request, url, { content: "since the migration", thread_key: "deploy" });
  await expect(article(page, "the deploy is stuck")).toContainText("1 reply");
  const arrive = await holdRequests(page, /\/threads\/\d+$/);

  await article(page, "the deploy is stuck").hover();
  // A letter in the same moment, before anything of the thread is on the page, isn't for the channel.
  const opener = article(page, "the deploy is stuck").getByRole("button", { name: "Reply in thread" });
  const typedIn = await opener.evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true }));
    return document.activeElement?.getAttribute("aria-label");
  });
  expect(typedIn).toBe("Reply in thread");

  const box = thread(page).getByRole("textbox", { name: "Reply" });
  await expect(box).toBeFocused();
  await page.keyboard.type("rolled back");
  await untilStored(page, () => page.keyboard.press("Enter"));
  await page.keyboard.type("and next");
  arrive();
  await expect(reply(page, "since the migration")).toBeVisible();
  await expect(reply(page, "rolled back")).toBeVisible();
  await expect(reply(page, "rolled back")).toBeInViewport();
  await expect(box).toHaveValue("and next");
  await expect(box).toBeFocused();
  await expect(thread(page).getByRole("button", { name: "Following" })).toBeVisible();
  await expect(messages(page).getByText("rolled back")).toHaveCount(0);
});

test("a reply appears only in the thread and is unread for its followers, changes are live, and a deleted root stays while it has replies", async ({
  page,
  browser,
}) => {
  const { name, context, theirs } = await answered(page, browser);
  await expect(article(theirs, "the deploy is stuck")).toContainText("1 reply");
  await expect(article(theirs, "since the last migration")).toHaveCount(0);
  await expect(article(page, "the deploy is stuck")).toContainText("1 reply1 new");
  const views = page.getByRole("navigation", { name: "Inbox views" });
  await expect(page.getByRole("link", { name: /^Inbox, \d+ unread$/ })).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^• /);

  await page.getByRole("link", { name: /^Inbox,/ }).click();
  await views.getByRole("link", { name: "Threads, 1 unread" }).click();
  // The list of the view before has the same row, and a press on it would be lost while it's replaced.
  await expect(views.getByRole("link", { name: "Threads, 1 unread" })).toHaveAttribute("aria-current", "page");
  const row = page
    .getByRole("list", { name: "Inbox" })
    .getByRole("listitem")
    .filter({ hasText: "the deploy is stuck" });
  await expect(row).toContainText("since the last migration");
  await expect(row).toContainText("1 reply1 new");
  await row.getByRole("link", { name: /the deploy is stuck/ }).click();
  await expect(reply(page, "since the last migration")).toBeVisible();
  // Who leaves at once hasn't read it.
  await expect(article(page, "the deploy is stuck")).not.toContainText("new");
  await page.goBack();
  await expect(views.getByRole("link", { name: "Threads", exact: true })).toBeVisible();
  await page.goForward();
  await expect(article(page, "the deploy is stuck")).not.toContainText("new");

  await answer(page, "rolling it back");
  await expect(reply(theirs, "rolling it back")).toBeVisible();
  await act(page, "rolling it back", "Edit");
  await thread(page).getByRole("textbox", { name: "Edit message" }).fill("rolled back");
  await page.keyboard.press("Enter");
  await expect(reply(theirs, "rolled back")).toContainText("edited");
  await expect(article(page, "the deploy is stuck")).toContainText("2 replies");

  await act(page, "rolled back", "Delete");
  await remove(page);
  await expect(reply(theirs, "rolled back")).toBeHidden();
  await article(page, "the deploy is stuck").hover();
  await article(page, "the deploy is stuck").getByRole("button", { name: "Delete" }).click();
  await remove(page);
  await expect(article(theirs, "This message was deleted.")).toContainText("1 reply");
  await act(theirs, "since the last migration", "Delete");
  await remove(theirs);
  await expect(thread(theirs)).toContainText("This thread no longer exists");
  await expect(article(page, "This message was deleted.")).toHaveCount(0);
  await context.close();
});

test("a thread is opened, written in and closed by keyboard, and follows the browser's history", async ({ page }) => {
  const name = `keys-${Date.now()}`;
  await enterChannel(page, name);
  for (const text of ["begin here", "and here"]) await write(page, name, text);
  await page.keyboard.press("Shift+Tab");
  await article(page, "and here").focus();
  await page.keyboard.press("ArrowUp");
  await expect(article(page, "begin here")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(article(page, "begin here").getByRole("button", { name: "Add reaction" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const field = thread(page).getByRole("textbox", { name: "Reply" });
  await expect(field).toBeFocused();
  await page.keyboard.type("an answer");
  await page.keyboard.press("Enter");
  await expect(reply(page, "an answer")).toBeVisible();
  await page.keyboard.type("half a thought");
  await page.keyboard.press("Escape");
  await expect(thread(page)).toBeHidden();
  await expect(article(page, "begin here")).toBeFocused();

  await article(page, "begin here")
    .getByRole("button", { name: /1 reply/ })
    .click();
  await expect(field).toHaveValue("half a thought");
  await page.goBack();
  await expect(thread(page)).toBeHidden();
  await page.goForward();
  await expect(reply(page, "an answer")).toBeVisible();
});

test("a link to a reply opens its thread beside the channel, or over it on a phone, where going back returns to the message", async ({
  page,
}) => {
  const name = `links-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, "the question");
  await openThread(page, "the question");
  await answer(page, "the answer");
  const seq = await reply(page, "the answer").getAttribute("data-seq");
  await page.goto(`/channels/${channelId}?message=${seq}`);
  await expect(reply(page, "the answer")).toBeVisible();
  await expect(article(page, "the question")).toBeVisible();
  await expect(messages(page).getByRole("article").filter({ hasText: "the answer" })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 780 });
  await expect(page.getByRole("textbox", { name: `Message #${name}` })).toBeHidden();
  await expect(reply(page, "the answer")).toBeInViewport();
  await expect(thread(page).getByRole("textbox", { name: "Reply" })).toBeInViewport();
  await page.goto("/inbox?show=threads");
  await page.getByRole("link", { name: /the question/ }).click();
  await expect(reply(page, "the answer")).toBeInViewport();
  await thread(page).getByRole("button", { name: "Back to the channel" }).click();
  await expect(article(page, "the question")).toBeInViewport();
  await expect(page.getByRole("textbox", { name: `Message #${name}` })).toBeInViewport();
});

test("messages with the same thread_key are in one thread", async ({ page, request }) => {
  await asOwner(page);
  const name = `incidents-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Monitor");
  await page.goto(`/channels/${channelId}`);
  await expect(page.getByRole("textbox", { name: `Message #${name}` })).toBeVisible();
  await post(request, url, { content: "database down", thread_key: "incident-1" });
  await post(request, url, { content: "failing over", thread_key: "incident-1" });
  await post(request, `${url}?thread_key=incident-1`, { content: "database up" });
  await expect(article(page, "database down")).toContainText("2 replies");
  await expect(messages(page).getByRole("article")).toHaveCount(1);
  await article(page, "database down")
    .getByRole("button", { name: /2 replies/ })
    .click();
  await expect(reply(page, "failing over")).toContainText("APP");
  await expect(reply(page, "database up")).toBeVisible();
  await thread(page).getByRole("button", { name: "Follow" }).click();
  await expect(thread(page).getByRole("button", { name: "Following" })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/channels");
  await post(request, url, { content: "all is well", thread_key: "incident-1" });
  await expect(page.getByRole("link", { name: /^Inbox, \d+ unread$/ })).toBeVisible();
});

test("a reply that is also sent to the channel is one message in both, leads to its thread, and its draft keeps that", async ({
  page,
  browser,
}) => {
  const { name, context, theirs } = await answered(page, browser);
  const also = thread(theirs).getByRole("checkbox", { name: `Also send to #${name}` });
  await also.check();
  await thread(theirs).getByRole("textbox", { name: "Reply" }).fill("fixed for");
  await thread(theirs).getByRole("button", { name: "Close thread" }).click();
  await expect(thread(theirs)).toHaveCount(0);
  await theirs.reload();
  await openThread(theirs, "the deploy is stuck");
  await expect(thread(theirs).getByRole("textbox", { name: "Reply" })).toHaveValue("fixed for");
  await expect(also).toBeChecked();
  await answer(theirs, "fixed for everyone");
  await expect(also).not.toBeChecked();
  await expect(reply(theirs, "fixed for everyone")).toContainText("Also outside this thread");
  const shown = article(page, "fixed for everyone");
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText("Replied to a thread: the deploy is stuck");
  // The channel counts it, so only the other one is new in the thread.
  await expect(article(page, "the deploy is stuck").first()).toContainText("2 replies1 new");

  await shown.getByRole("button", { name: "Replied to a thread: the deploy is stuck" }).click();
  await expect(reply(page, "fixed for everyone")).toBeVisible();
  await thread(page).getByRole("button", { name: "Close thread" }).click();
  const seq = await shown.getAttribute("data-seq");
  await page.goto(`${new URL(page.url()).pathname}?message=${seq}`);
  await expect(shown).toBeInViewport();
  await expect(thread(page)).toHaveCount(0);

  await act(theirs, "fixed for everyone", "Delete");
  await remove(theirs);
  await expect(shown).toHaveCount(0);
  await expect(reply(theirs, "fixed for everyone")).toHaveCount(0);
  await expect(reply(theirs, "since the last migration")).toBeVisible();
  await context.close();
});
