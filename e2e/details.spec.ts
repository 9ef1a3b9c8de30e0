import type { Browser, Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, post, withCompanion, write } from "./steps";

/** Opens a channel that has two members and a post of a webhook, and returns its details pane. */
async function channelOfTwo(page: Page, browser: Browser) {
  const name = `details-${Date.now()}`;
  const { channelId, who, context, theirs } = await withCompanion(page, browser, name);
  await post(page.request, await seedWebhook(channelId, "CI"), { content: "build 1" });
  await expect(article(page, "build 1")).toBeVisible();
  await page.reload();
  const button = page.getByRole("button", { name: "Details, 2 members" });
  return { name, channelId, who, context, theirs, button, pane: page.getByRole("region", { name: "Details" }) };
}

test("a channel's details show its topic, members, pins and webhooks", async ({ page, browser }) => {
  const { who, context, theirs, button, pane } = await channelOfTwo(page, browser);
  // By keyboard alone.
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(pane.getByRole("tab", { name: "About" })).toBeFocused();
  await expect(pane.getByText("No topic yet")).toBeVisible();
  await expect(pane.getByText("Public. Anyone in the workspace can read and join it.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/\?details=members$/);
  await expect(pane.getByRole("listitem").filter({ hasText: who.name })).toBeVisible();
  await expect(pane.getByRole("listitem").filter({ hasText: "you" })).toContainText("Manager");

  await pane.getByRole("tab", { name: "Pins" }).click();
  await expect(pane.getByText("No pinned messages")).toBeVisible();
  await article(theirs, "build 1").hover();
  await theirs.getByRole("button", { name: "More" }).first().click();
  await theirs.getByRole("menuitem", { name: "Pin message" }).click();
  await expect(pane.getByRole("listitem").filter({ hasText: "build 1" })).toBeVisible();

  await pane.getByRole("tab", { name: "Webhooks" }).click();
  await expect(pane.getByRole("link", { name: "Settings for CI" })).toBeVisible();
  await pane.getByRole("link", { name: "CI", exact: true }).click();
  await expect(messages(page).getByRole("article")).toHaveCount(1);
  await context.close();
});

test("the details stay open after a reload, and going back closes them", async ({ page, browser }) => {
  const { context, button, pane } = await channelOfTwo(page, browser);
  await button.click();
  await pane.getByRole("tab", { name: "Members" }).click();
  await page.reload();
  await expect(pane.getByRole("tab", { name: "Members" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(pane).toHaveCount(0);
  await button.click();
  await expect(pane.getByRole("tab", { name: "About" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pane).toHaveCount(0);
  await expect(button).toBeFocused();
  await context.close();
});

test("a channel's files link to their messages, and on a phone the details cover the channel", async ({ page }) => {
  const name = `files-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await expect(composer(page, name)).toBeFocused();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach or insert" }).click();
  await page.getByRole("menuitem", { name: "Upload files" }).click();
  await (await chooser).setFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Some notes.\n") }]);
  await write(page, name, "read this");
  await expect(article(page, "read this").getByText("notes.txt").first()).toBeAttached();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/channels/${channelId}?details=files`);
  const pane = page.getByRole("region", { name: "Details" });
  const file = pane.getByRole("listitem").filter({ hasText: "notes.txt" });
  await expect(file).toContainText("12 bytes");
  await expect(composer(page, name)).toBeHidden();
  const download = page.waitForEvent("download");
  await file.getByRole("link", { name: "Download notes.txt" }).click();
  expect((await download).suggestedFilename()).toBe("notes.txt");
  await file.getByRole("link", { name: "notes.txt", exact: true }).click();
  await expect(pane).toHaveCount(0);
  await expect(article(page, "read this")).toBeVisible();
  // On a phone, pins are only in the details, so the header has room for the channel's name.
  await expect(page.getByRole("button", { name: "Pinned messages" })).toBeHidden();
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.width).toBeGreaterThan(140);
});
