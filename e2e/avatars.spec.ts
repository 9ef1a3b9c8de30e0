import { truncateSync, writeFileSync } from "node:fs";
import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson } from "./seed";
import { asOwner, enterWebhooks, expectAccessible, GRACE, openAs, post, saveText, withCompanion, write } from "./steps";

const UPLOADED = /^\/api\/pictures\/[0-9a-f]{64}$/;

/** Returns a photo of 600 × 400 pixels in this color, with a white square in the middle. */
async function photograph(background: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const middle = await sharp({ create: { width: 200, height: 200, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .composite([{ input: middle, left: 200, top: 100 }])
    .jpeg()
    .toBuffer();
  return { name: "me.jpg", mimeType: "image/jpeg", buffer };
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload an image" }).click();
  await (await chooser).setFiles(file);
}

/** Pastes or drops a file on an element. */
async function give(
  element: Locator,
  kind: "paste" | "drop",
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const given = { kind, name: file.name, type: file.mimeType, bytes: [...file.buffer] };
  await element.evaluate((target, { kind, name, type, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const all = { bubbles: true, cancelable: true };
    if (kind === "paste") target.dispatchEvent(new ClipboardEvent(kind, { ...all, clipboardData: data }));
    else target.dispatchEvent(new DragEvent(kind, { ...all, dataTransfer: data }));
  }, given);
}

function dialog(page: Page): Locator {
  return page.getByRole("dialog", { name: "Crop image" });
}

function field(page: Page): Locator {
  return page.getByRole("group", { name: "Avatar" });
}

/** Opens a new person's profile. */
async function somebody(browser: Browser) {
  const stamp = `${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const who = { ...GRACE, name: `Painter ${stamp}`, email: `painter.${stamp}@example.com` };
  await seedPerson(who);
  return openAs(browser, who, "/account");
}

/** Waits until the avatar there has loaded and returns its URL. */
async function expectAvatar(where: Locator): Promise<string> {
  const image = where.locator("img").first();
  await expect(image).toHaveAttribute("src", UPLOADED);
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  return (await image.getAttribute("src")) ?? "";
}

/** Returns whether the avatar's middle row is white at each of these columns. */
async function whiteAt(page: Page, path: string, columns: number[]): Promise<boolean[]> {
  const image = sharp(await (await page.request.get(path)).body()).removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return columns.map((x) => (data[(128 * info.width + x) * 3 + 2] ?? 0) > 200);
}

/** Chooses a file and uses it without changing the crop. */
async function use(page: Page, color: string): Promise<void> {
  await choose(page, await photograph(color));
  await dialog(page).getByRole("button", { name: "Use image" }).click();
  await expect(dialog(page)).toBeHidden();
}

test("an avatar can be chosen and cropped by keyboard, and saving another part of the profile keeps it", async ({
  browser,
}) => {
  const { page, context } = await somebody(browser);
  await choose(page, await photograph("tomato"));
  const part = dialog(page).getByRole("application", { name: "Crop area" });
  await expect(part).toBeFocused();
  await expectAccessible(page, "the crop dialog");
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  const zoom = dialog(page).getByRole("slider", { name: "Zoom" });
  await expect(zoom).toBeFocused();
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press("ArrowRight");
  await expect(zoom).toHaveValue("1.5");
  await dialog(page).getByRole("button", { name: "Use image" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("Avatar saved")).toBeVisible();
  const avatar = await expectAvatar(field(page));
  // The white square would cover columns 32 to 224 if centered, and 64 to 192 if it hadn't been enlarged.
  expect(await whiteAt(page, avatar, [8, 25, 128, 200, 216])).toEqual([false, true, true, true, false]);
  await expect(page.getByRole("button", { name: "Upload an image" })).toBeFocused();
  await saveText(page.getByRole("textbox", { name: "Title" }), "Countess");
  await page.reload();
  await expectAvatar(field(page));
  await expect(page.getByRole("textbox", { name: "Avatar URL" })).toHaveValue("");
  await context.close();
});

test("a new, changed or removed avatar shows immediately, also on earlier messages", async ({ page, browser }) => {
  const name = `pictures-${Date.now()}`;
  const { theirs, context } = await withCompanion(page, browser, name);
  await write(theirs, name, "before the picture");
  const [mine, hers] = [article(page, "before the picture"), article(theirs, "before the picture")];
  await expect(mine).toBeVisible();
  await expect(mine.locator("img")).toHaveCount(0);

  const account = await context.newPage();
  await account.goto("/account");
  await use(account, "tomato");
  const first = await expectAvatar(field(account));
  for (const where of [mine, hers, theirs.getByRole("button", { name: "Account" })]) {
    expect(await expectAvatar(where)).toBe(first);
  }
  await use(account, "seagreen");
  await expect(mine.locator("img").first()).not.toHaveAttribute("src", first);
  await expectAvatar(mine);
  await expect.poll(async () => (await page.request.get(first)).status()).toBe(404);
  await account.getByRole("button", { name: "Remove image" }).click();
  await expect(account.getByRole("button", { name: "Remove image" })).toBeHidden();
  await expect(field(account).locator("img")).toHaveCount(0);
  await expect(mine.locator("img")).toHaveCount(0);
  await context.close();
});

test("an avatar can be pasted or dropped, and an unusable file shows an error", async ({ browser }, testInfo) => {
  const { page, context } = await somebody(browser);
  const button = page.getByRole("button", { name: "Upload an image" });
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [frame, inside] = [await field(page).boundingBox(), await button.boundingBox()];
    expect(inside && frame && inside.x + inside.width < frame.x + frame.width, `${width} px`).toBe(true);
  }
  await button.focus();
  await give(button, "paste", await photograph("tomato"));
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("application", { name: "Crop area" })).toBeFocused();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await expect(field(page).locator("img")).toHaveCount(0);

  await give(field(page), "drop", { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await expect(field(page).getByRole("alert")).toHaveText(/^This file isn't a supported image\. Use a PNG/);
  // A file is faster than a buffer, whose bytes would go through the browser's connection.
  const large = testInfo.outputPath("large.png");
  writeFileSync(large, "");
  truncateSync(large, 10 * 1024 * 1024 + 1);
  const chooser = page.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles(large);
  await expect(field(page).getByRole("alert")).toHaveText(/^This image is too large\./);
  await give(field(page), "drop", { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("broken") });
  await expect(dialog(page).getByRole("alert")).toHaveText(/^This image can't be opened\./);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  await give(field(page), "drop", await photograph("tomato"));
  await dialog(page).getByRole("button", { name: "Use image" }).click();
  await expect(page.getByText("Avatar saved")).toBeVisible();
  await expectAvatar(field(page));
  await context.close();
});

test("a webhook keeps its uploaded avatar through edits until a URL replaces it", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`pictures-hook-${Date.now()}`);
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("button", { name: "New webhook" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Painted");
  await page.getByRole("button", { name: "More options" }).click();
  await use(page, "orchid");
  const avatar = await expectAvatar(field(page));
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Painted");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  expect(await expectAvatar(row)).toBe(avatar);

  await row.getByRole("button", { name: "Edit", exact: true }).click();
  expect(await expectAvatar(field(page))).toBe(avatar);
  await expect(page.getByRole("textbox", { name: "Avatar URL" })).toHaveValue("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Webhook saved").first()).toBeVisible();
  expect(await expectAvatar(row)).toBe(avatar);

  await row.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Avatar URL" }).fill("https://example.com/hook.png");
  await expect(page.getByRole("button", { name: "Remove image" })).toBeHidden();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(field(page)).toBeHidden();
});

test("a webhook's messages keep their avatar, and a post's own avatar takes precedence", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`pictures-kept-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "Painted");
  const row = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  const edit = async (change: () => Promise<void>) => {
    await row.getByRole("button", { name: "Edit", exact: true }).click();
    await change();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(field(page)).toBeHidden();
  };
  await edit(() => use(page, "orchid"));
  const avatar = await expectAvatar(row);
  await post(page.request, url, { content: "with the picture" });
  await post(page.request, url, { content: "with its own", avatar_url: "https://example.com/own.png" });
  await edit(() => page.getByRole("textbox", { name: "Avatar URL" }).fill("https://example.com/hook.png"));
  await post(page.request, url, { content: "with an address" });

  await page.goto(`/channels/${channelId}`);
  expect(await expectAvatar(article(page, "with the picture"))).toBe(avatar);
  const stored = await (await page.request.get(`/api/channels/${channelId}/messages`)).json();
  const shown = stored.messages.map((each: { author: { avatarUrl: string } }) => each.author.avatarUrl);
  expect(shown).toEqual([avatar, expect.stringMatching(/^\/api\/images\//), expect.stringMatching(/^\/api\/images\//)]);
  expect(new Set(shown).size).toBe(3);
});
