import type { Page } from "@playwright/test";
import { channelLink, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { ADA } from "./set-up";
import { asOwner, holdRefreshes, openAs, post, write } from "./steps";

type Setting = { name: string; channelId: string; ci: string; deploy: string };

/** Creates a channel with two webhooks and opens it. */
async function setUp(page: Page): Promise<Setting> {
  await asOwner(page);
  const name = `cards-${Date.now()}`;
  const channelId = await seedChannel(name);
  const ci = await seedWebhook(channelId, "CI");
  const deploy = await seedWebhook(channelId, "Deploy");
  await page.goto(`/channels/${channelId}`);
  return { name, channelId, ci, deploy };
}

async function chooseMore(page: Page, text: string, item: string): Promise<void> {
  const article = messages(page).getByRole("article").filter({ hasText: text });
  await article.hover();
  await article.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function chooseFilter(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Filter messages/ }).click();
  await page.getByRole("menuitemradio", { name }).click();
}

/** The bar that says which messages are shown. */
function showing(page: Page, what: string) {
  return page.getByRole("status").filter({ hasText: `Showing only ${what}` });
}

test("messages of a muted webhook fold into one line in all your tabs, from the first paint on, and its toast undoes that", async ({
  page,
  browser,
  request,
}) => {
  const { name, channelId, ci } = await setUp(page);
  for (const n of [1, 2, 3]) await post(request, ci, { content: `build ${n}.` });
  await write(page, name, "a person says something");
  const { page: second } = await openAs(browser, ADA, `/channels/${channelId}`);
  await expect(messages(second).getByText("build 3.")).toBeVisible();

  await chooseMore(page, "build 2.", "Mute CI");
  await expect(messages(page).getByText("CI is muted, 3 messages")).toBeVisible();
  // What the other tab shows is stored, so what it shows next can't be from before.
  await expect(messages(second).getByText("CI is muted, 3 messages")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  for (const tab of [page, second]) await expect(messages(tab).getByText("build 1.")).toBeVisible();
  await chooseMore(page, "build 2.", "Mute CI");
  for (const tab of [page, second]) {
    await expect(messages(tab).getByText("CI is muted, 3 messages")).toBeVisible();
    await expect(messages(tab).getByText("build 2.")).toHaveCount(0);
  }
  const show = messages(page).getByRole("button", { name: "Show muted messages" });
  await expect(show).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(messages(page).getByText("build 2.")).toBeVisible();
  await messages(page).getByRole("button", { name: "Hide muted messages" }).click();
  await expect(messages(page).getByText("build 2.")).toHaveCount(0);

  // From the first paint on, without scripts.
  const still = await page.context().newPage();
  await still.route("**/*.js", (route) => route.abort());
  await still.goto(`/channels/${channelId}`);
  await expect(messages(still).getByText("CI is muted, 3 messages")).toBeVisible();
  await still.close();

  await second.context().close();
});

test("a page that was rendered before a webhook was unmuted doesn't fold its messages again when it arrives late", async ({
  page,
  request,
}) => {
  const { name, channelId, ci } = await setUp(page);
  await post(request, ci, { content: "build 1." });
  await write(page, name, "a person says something");
  const { isRefresh, arrive } = await holdRefreshes(page, `**/channels/${channelId}*`);
  const rendered = page.waitForRequest(isRefresh);
  await chooseMore(page, "build 1.", "Mute CI");
  const late = await rendered;
  const next = page.waitForRequest((each) => each !== late && isRefresh(each));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(messages(page).getByText("build 1.")).toBeVisible();
  await page.evaluate(() => {
    const folded = () => document.querySelector("[data-muted-from]") && Object.assign(window, { folded: true });
    new MutationObserver(folded).observe(document.body, { childList: true, subtree: true });
  });
  arrive();
  // The router asks for the next page once it has taken the late one.
  await next;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(messages(page).getByText("build 1.")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "folded"))).toBeUndefined();
});

test("messages of a muted webhook aren't counted until you unmute it", async ({ page, request }) => {
  const { name, channelId, ci, deploy } = await setUp(page);
  await post(request, ci, { content: "build 1." });
  await chooseMore(page, "build 1.", "Mute CI");
  await expect(messages(page).getByText("CI is muted, 1 message")).toBeVisible();
  await page.goto("/channels");
  await post(request, ci, { content: "build 2." });
  // A message from an unmuted webhook comes later, so a wrong count would have shown by now.
  await post(request, deploy, { content: "deployed." });
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();

  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByText("CI is muted, 2 messages")).toBeVisible();
  await messages(page).getByRole("button", { name: "Show muted messages" }).click();
  await chooseMore(page, "build 2.", "Unmute CI");
  await expect(messages(page).getByText("build 1.")).toBeVisible();
  await expect(messages(page).getByText("CI is muted")).toHaveCount(0);
});

test("a channel can be filtered to one webhook or to people, which marks nothing as read", async ({
  page,
  request,
}) => {
  const { name, channelId, ci, deploy } = await setUp(page);
  await write(page, name, "a person says something");
  await page.goto("/channels");
  await post(request, ci, { content: "build 1." });
  await post(request, deploy, { content: "deployed 1." });
  await expect(channelLink(page, `${name}, 2 unread`)).toBeVisible();

  await page.goto(`/channels/${channelId}?show=people`);
  await expect(showing(page, "people")).toBeVisible();
  await expect(messages(page).getByText("a person says something")).toBeVisible();
  await expect(messages(page).getByText("build 1.")).toHaveCount(0);

  await chooseFilter(page, "CI");
  await expect(page).toHaveURL(/webhook=\d+$/);
  await expect(messages(page).getByText("build 1.")).toBeVisible();
  await post(request, deploy, { content: "deployed 2." });
  await post(request, ci, { content: "build 2." });
  await expect(messages(page).getByText("build 2.")).toBeVisible();
  await expect(messages(page).getByText(/deployed|a person/)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Escape");
  await expect(page.getByText("Nothing was marked as read")).toBeVisible();
  await expect(channelLink(page, `${name}, 4 unread`)).toBeVisible();

  await page.goBack();
  await expect(showing(page, "people")).toBeVisible();
  await page.goForward();
  await expect(showing(page, "CI")).toBeVisible();
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(messages(page).getByText("deployed 2.")).toBeVisible();
  await expect(showing(page, "")).toHaveCount(0);
});

test("a filter without messages says so, also for a webhook of another channel, and a message sent while one is on appears among all messages", async ({
  page,
  request,
}) => {
  const { name, channelId, ci } = await setUp(page);
  await chooseFilter(page, "Deploy");
  await expect(page.getByText("Deploy hasn't posted here yet")).toBeVisible();
  await page.goto(`/channels/${channelId}?webhook=117441049634277085`);
  await expect(page.getByText("This webhook isn't in this channel")).toBeVisible();
  await page.getByRole("link", { name: "Show all messages" }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}$`));

  await post(request, ci, { content: "build 1." });
  await chooseMore(page, "build 1.", "Show only CI");
  await expect(showing(page, "CI")).toBeVisible();
  await write(page, name, "on it");
  await expect(page).toHaveURL(/message=\d+$/);
  await expect(messages(page).getByText("on it")).toBeVisible();
  await expect(messages(page).getByText("build 1.")).toBeVisible();
});

test('a long message from a webhook is shortened until you choose "Show more"', async ({ page, request }) => {
  const { ci } = await setUp(page);
  const lines = Array.from({ length: 60 }, (_, n) => `line ${n + 1}.`);
  await post(request, ci, { content: lines.join("\n") });
  const more = messages(page).getByRole("button", { name: "Show more" });
  const height = async () => (await messages(page).getByRole("article").boundingBox())?.height ?? 0;
  await expect(more).toBeVisible();
  await expect.poll(height).toBeLessThan(600);
  await more.click();
  await expect(messages(page).getByRole("button", { name: "Show less" })).toBeVisible();
  await expect.poll(height).toBeGreaterThan(1000);
});
