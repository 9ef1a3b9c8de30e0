import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, GRACE, newcomer, post, write } from "./steps";

test("a channel's details tell what it is about, who is in it, and what is kept in it", async ({
  page,
  browser,
  request,
}) => {
  const name = `details-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "CI");
  await post(request, url, { content: "build 1" });
  await expect(article(page, "build 1")).toBeVisible();
  const grace = { ...GRACE, name: `Grace ${name}`, email: `grace.${name}@example.com` };
  const { context, page: hers } = await newcomer(browser, grace);
  await hers.goto(`/channels/${channelId}`);
  await hers.getByRole("button", { name: /^Join/ }).click();
  await expect(composer(hers, name)).toBeVisible();
  await page.reload();

  // By keyboard alone.
  const button = page.getByRole("button", { name: "Details, 2 members" });
  await button.focus();
  await page.keyboard.press("Enter");
  const pane = page.getByRole("region", { name: "Details" });
  await expect(pane.getByRole("tab", { name: "About" })).toBeFocused();
  await expect(pane.getByText("No topic yet")).toBeVisible();
  await expect(pane.getByText("Public: everybody in the workspace can read it and join.")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/\?details=members$/);
  await expect(pane.getByRole("listitem").filter({ hasText: grace.name })).toBeVisible();
  await expect(pane.getByRole("listitem").filter({ hasText: "you" })).toContainText("Manager");

  await pane.getByRole("tab", { name: "Pins" }).click();
  await expect(pane.getByText("Nothing is pinned")).toBeVisible();
  await hers.getByRole("region", { name: "Messages" }).getByRole("article").filter({ hasText: "build 1" }).hover();
  await hers.getByRole("button", { name: "More" }).first().click();
  await hers.getByRole("menuitem", { name: "Pin message" }).click();
  await expect(pane.getByRole("listitem").filter({ hasText: "build 1" })).toBeVisible();

  await pane.getByRole("tab", { name: "Webhooks" }).click();
  await expect(pane.getByRole("link", { name: "Settings of CI" })).toBeVisible();
  await pane.getByRole("link", { name: "CI", exact: true }).click();
  await expect(messages(page).getByRole("article")).toHaveCount(1);

  // It is a place: reloaded it is there, and going back leaves it.
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeVisible();
  await page.getByRole("button", { name: "Details, 2 members" }).click();
  await pane.getByRole("tab", { name: "Members" }).click();
  await page.reload();
  await expect(pane.getByRole("tab", { name: "Members" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(pane).toHaveCount(0);
  await page.getByRole("button", { name: "Details, 2 members" }).click();
  await expect(pane.getByRole("tab", { name: "About" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pane).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Details, 2 members" })).toBeFocused();
  await context.close();
});

test("a channel's files are listed with the way to their messages, and on a phone the details cover the channel", async ({
  page,
}) => {
  const name = `files-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await expect(composer(page, name)).toBeFocused();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
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
  // What is pinned stands in the details here, so that the header has room for the channel's name.
  await expect(page.getByRole("button", { name: "Pinned messages" })).toBeHidden();
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.width).toBeGreaterThan(140);
});
