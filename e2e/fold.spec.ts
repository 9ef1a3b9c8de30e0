import type { Page } from "@playwright/test";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { numbered, seedChannel, seedPosts, seedWebhook } from "./seed";
import { asOwner, paintedTop, post } from "./steps";

const full = { embeds: [{ title: "Disk is full", description: "1 % of /var is free.", color: 0xd1242f }] };

/** Creates a channel with a monitor's webhook and opens it. */
async function setUp(page: Page): Promise<{ channelId: string; url: string }> {
  await asOwner(page);
  const channelId = await seedChannel(`fold-${Date.now()}`);
  const url = await seedWebhook(channelId, "Monitor");
  await page.goto(`/channels/${channelId}`);
  return { channelId, url };
}

const alerts = (page: Page) => article(page, "Disk is full");
const more = (page: Page, count: number) =>
  messages(page).getByRole("button", { name: new RegExp(`^Show ${count} more like this until \\d`) });
const fewer = (page: Page) => messages(page).getByRole("button", { name: "Show fewer" });

test("repeated posts of a webhook fold into one message with a count that expands to all of them", async ({
  page,
  request,
}) => {
  const { channelId, url } = await setUp(page);
  await post(request, url, full);
  await expect(alerts(page)).toHaveCount(1);
  await post(request, url, { embeds: [{ ...full.embeds[0], timestamp: "2026-11-21T10:01:00Z" }] });
  await expect(more(page, 1)).toBeVisible();
  const third = await post(request, url, full);
  await post(request, url, full);
  await expect(more(page, 3)).toBeVisible();
  await expect(alerts(page)).toHaveCount(1);

  await more(page, 3).focus();
  await page.keyboard.press("Enter");
  await expect(alerts(page)).toHaveCount(4);
  await expect(fewer(page)).toBeFocused();
  await expect(fewer(page)).toBeInViewport();
  await post(request, url, full);
  await expect(alerts(page)).toHaveCount(5);

  // A message that someone acts on is no longer folded, and the action applies to that message.
  const touched = page.locator(`article[data-message="${third}"]`);
  await touched.hover();
  await touched.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(alerts(page).filter({ hasText: "Pinned" })).toHaveAttribute("data-message", third);
  await expect(fewer(page)).toHaveCount(2);
  for (const left of [1, 0]) {
    await fewer(page).first().click();
    await expect(fewer(page)).toHaveCount(left);
  }
  await expect(more(page, 1)).toHaveCount(2);
  await expect(alerts(page)).toHaveCount(3);

  // They're folded from the first paint on, but not if the link leads to one of them.
  await page.reload();
  await expect(more(page, 1)).toHaveCount(2);
  await page.goto(`/channels/${channelId}?message=5`);
  await expect(alerts(page)).toHaveCount(4);
  await expect(alerts(page).last()).toBeInViewport();
});

test("repeated posts don't move what someone is reading, and a burst folds into one message", async ({ page }) => {
  const { channelId, url } = await setUp(page);
  await seedPosts(url, numbered(1, 40));
  await seedPosts(url, ["Still down."]);
  expect((await page.request.post(`/api/channels/${channelId}/read`, { data: { seq: 41 } })).status()).toBe(204);
  await page.reload();
  await expect(article(page, "Still down.")).toBeInViewport();
  await article(page, "message 20.").scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  const top = () => paintedTop(article(page, "message 20."));
  const before = await top();
  await seedPosts(
    url,
    Array.from({ length: 200 }, () => "Still down."),
  );
  // Unread messages are never folded with read ones.
  await expect(more(page, 199)).toBeAttached();
  await expect(article(page, "Still down.")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Jump to latest, 99+ new" })).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});
