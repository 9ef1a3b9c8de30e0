import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedMembership, seedPerson, seedWebhook } from "./seed";
import { asOwner, enterChannel, GRACE, openAs, post, write } from "./steps";

/** Opens a channel that has two members and a post of a webhook, and returns its details pane. */
async function channelOfTwo(page: Page, browser: Browser) {
  const name = `details-${Date.now()}`;
  await asOwner(page);
  const channelId = await seedChannel(name);
  const who = { ...GRACE, name: `Grace ${name}`, email: `grace-${name}@example.com` };
  await seedPerson(who);
  await seedMembership(channelId, who.email, true);
  await post(page.request, await seedWebhook(channelId, "CI"), { content: "build 1" });
  await page.goto(`/channels/${channelId}`);
  const { context, page: theirs } = await openAs(browser, who, `/channels/${channelId}`);
  const button = page.getByRole("button", { name: "Details, 2 members" });
  return { name, channelId, who, context, theirs, button, pane: page.getByRole("region", { name: "Details" }) };
}

test("a channel's details show its topic, members, pins and webhooks, stay open after a reload, and going back closes them", async ({
  page,
  browser,
}) => {
  const { channelId, who, context, theirs, button, pane } = await channelOfTwo(page, browser);
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

  await page.goto(`/channels/${channelId}`);
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

/** Posts text files with these names in one message. Returns the message's address. */
async function postFiles(request: APIRequestContext, url: string, names: string[]): Promise<string> {
  const address = url.replace("/webhooks/incoming/", "/api/webhooks/");
  const files = names.map((name, index) => {
    const file = { name, mimeType: "text/plain", buffer: Buffer.from(`${name}\n`) };
    return [`files[${index}]`, file] as const;
  });
  const answer = await request.post(`${address}?wait=true`, { multipart: Object.fromEntries(files) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return `${address}/messages/${((await answer.json()) as { id: string }).id}`;
}

test("files appear and disappear live in a channel's details and on the Files page, however far the lists are loaded", async ({
  page,
  request,
}) => {
  const name = `live-files-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "CI");
  for (const start of [0, 10, 20, 30, 40])
    await postFiles(
      request,
      url,
      Array.from({ length: 10 }, (_, index) => `${name}-${start + index}.txt`),
    );
  await page.goto(`/channels/${channelId}?details=files`);
  const pane = page.getByRole("region", { name: "Details" });
  await pane.getByRole("button", { name: "Load older" }).click();
  const inChannel = pane.getByRole("listitem").filter({ hasText: name });
  await expect(inChannel).toHaveCount(50);
  const all = await page.context().newPage();
  await all.goto(`/files?kind=text&q=${name}`);
  await all.getByRole("button", { name: "Show more" }).click();
  const found = all.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(found).toHaveCount(50);
  const oldest = found.filter({ hasText: `${name}-0.txt` });
  await oldest.scrollIntoViewIfNeeded();

  const message = await postFiles(request, url, [`${name}-new.txt`]);
  await expect(inChannel).toHaveCount(51);
  await expect(found).toHaveCount(51);
  await expect(found.first()).toContainText(`${name}-new.txt`);
  await expect(oldest).toBeInViewport();
  expect((await request.delete(message)).ok()).toBe(true);
  await expect(inChannel).toHaveCount(50);
  await expect(found).toHaveCount(50);
});
