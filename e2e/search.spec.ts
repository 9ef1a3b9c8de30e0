import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { seedChannel, seedMessage, seedPerson, seedPosts, seedWebhook } from "./seed";
import { asOwner, enterChannel, openAs, post, write } from "./steps";

/** The results on the search page. */
function results(page: Page) {
  return page.getByRole("list", { name: "Messages, newest first" }).getByRole("listitem");
}

/** Types a query into the search page and waits for its results. */
async function search(page: Page, query: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search messages" }).fill(query);
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await expect(page).toHaveURL((url) => url.pathname === "/search" && url.searchParams.get("q") === query);
}

test("search finds messages and cards by words and filters, and results open the message", async ({ page }) => {
  const name = `search-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, `The **retry.ts** file of ${name} needs care`);
  const url = await seedWebhook(channelId, "Deploy bot");
  const embed = { title: "Rollout stuck", description: "Pods are *not ready*", url: "https://ci.example.com/7" };
  await post(page.request, url, { embeds: [{ ...embed, fields: [{ name: "Service", value: "payments" }] }] });

  await page.goto("/search");
  await expect(page.getByRole("searchbox", { name: "Search messages" })).toBeFocused();
  await page.getByRole("link", { name: "from:me" }).click();
  await expect(results(page).first()).toContainText(`The retry.ts file of ${name}`);

  // The middle of a word.
  await search(page, `try.ts in:${name}`);
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).locator("mark")).toHaveText(["try", "ts"]);
  await search(page, `payments in:#${name}`);
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText("Rollout stuck");
  await expect(results(page)).toContainText("Service: payments");
  await search(page, `from:"deploy bot" has:link in:${name}`);
  await expect(results(page)).toHaveCount(1);
  await search(page, `from:me payments in:${name}`);
  await expect(page.getByText("No messages found")).toBeVisible();
  await search(page, "before:yesterday");
  await expect(page.getByRole("alert").filter({ hasText: "needs a date" })).toBeVisible();

  await search(page, "retry");
  await page.getByRole("combobox", { name: "Channel" }).selectOption(name);
  await expect(page.getByRole("searchbox", { name: "Search messages" })).toHaveValue(`retry in:${name}`);
  await page.getByRole("button", { name: "Has file" }).click();
  await expect(page.getByText("No messages found")).toBeVisible();
  await page.getByRole("button", { name: "Has file" }).click();
  await expect(page.getByRole("button", { name: "Has file" })).toHaveAttribute("aria-pressed", "false");
  await expect(results(page)).toHaveCount(1);
  await results(page).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}`));
  await expect(page.getByRole("article").filter({ hasText: "retry.ts" })).toBeVisible();
});

test(`results have a count and their day, "Show more" loads more, they're sorted by relevance, and a search is saved, renamed and removed`, async ({
  page,
}) => {
  await asOwner(page);
  const name = `sorted-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Counter");
  await seedPosts(url, [
    `${name} ${name} here`,
    ...Array.from({ length: 24 }, (_, index) => `${index + 1} a mention of ${name}`),
  ]);
  await page.goto(`/search?q=${name}`);
  await expect(page.getByText("25 messages", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(results(page)).toHaveCount(20);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(results(page)).toHaveCount(25);
  await expect(results(page).last()).toContainText("here");
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await page.getByRole("link", { name: "Sort by relevance" }).click();
  const best = page.getByRole("list", { name: "Messages, best match first" }).getByRole("listitem");
  await expect(best.first()).toContainText("here");

  await page.getByRole("button", { name: "Save search" }).click();
  const dialog = page.getByRole("dialog", { name: "Save search" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(`Mine ${name}`);
  await dialog.getByRole("button", { name: "Save search" }).click();
  const saved = page.getByRole("list", { name: "Saved searches" });
  await page.goto("/search");
  await saved.getByRole("link", { name: `Mine ${name}` }).click();
  await expect(page.getByRole("searchbox", { name: "Search messages" })).toHaveValue(name);
  await saved.getByRole("button", { name: `Remove Mine ${name}` }).click();
  await expect(saved.getByRole("link", { name: `Mine ${name}` })).toHaveCount(0);
});

test("only members find messages in a private channel", async ({ page, browser }) => {
  const name = `secret-${Date.now()}`;
  await asOwner(page);
  await seedMessage(await seedChannel(name, { private: true }), `The plan of ${name}`);
  await page.goto(`/search?q=plan "${name}"`);
  await expect(results(page)).toHaveCount(1);
  const email = `eve-${Date.now()}@example.com`;
  const person = { name: "Eve Moneypenny", email, password: "yet another secret" };
  await seedPerson(person);
  const eve = await openAs(browser, person, `/search?q=${encodeURIComponent(`plan "${name}"`)}`);
  await expect(eve.page.getByText("No messages found")).toBeVisible();
  await search(eve.page, `plan in:${name}`);
  await expect(eve.page.getByText("No messages found")).toBeVisible();
  await eve.context.close();
});
