import sharp from "sharp";
import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { expectAccessible, post, withCompanion, write } from "./steps";

const PARROT = { create: { width: 90, height: 60, channels: 3, background: "seagreen" } } as const;

test("a custom emoji is added, and appears at once in messages, cards, reactions, statuses and search until it's deleted", async ({
  page,
  browser,
  request,
}) => {
  const name = `custom-${Date.now()}`;
  const { channelId, context, theirs } = await withCompanion(page, browser, name);
  const emoji = `parrot_${name.slice(-6)}`;
  const shown = { name: `:${emoji}:` };
  await write(page, name, `Hello :${emoji}:`);
  await post(request, await seedWebhook(channelId, "CI"), { embeds: [{ title: `Deployed :${emoji}:` }] });
  const [hello, card] = [article(theirs, "Hello"), article(theirs, "Deployed")];
  await expect(card).toContainText(`:${emoji}:`);

  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  await page.getByRole("link", { name: "Add emoji" }).click();
  await page.getByRole("button", { name: "Add emoji" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an emoji" });
  await dialog.getByLabel("Image file").setInputFiles({
    name: `Parrot ${name.slice(-6)}.png`,
    mimeType: "image/png",
    buffer: await sharp(PARROT).png().toBuffer(),
  });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(emoji);
  await expectAccessible(page, "a new emoji");
  await dialog.getByRole("button", { name: "Add emoji" }).click();
  await expect(page.getByRole("list", { name: "Emoji" })).toContainText(`:${emoji}:`);

  await expect(hello.getByRole("img", shown)).toBeVisible();
  await expect(card.getByRole("img", shown)).toBeVisible();
  await hello.hover();
  await hello.getByRole("button", { name: "Add reaction" }).click();
  await theirs.getByRole("searchbox", { name: "Search emoji" }).fill(emoji);
  await theirs.getByRole("group", { name: "Results" }).getByRole("button").click();
  const reaction = theirs.getByRole("button", { name: new RegExp(`^:${emoji}: 1 reaction`) });
  await expect(reaction.locator("img")).toBeVisible();
  await composer(theirs, name).pressSequentially(`Ship it :${emoji.slice(0, 10)}`);
  await theirs.getByRole("option", { name: `:${emoji}:` }).click();
  await expect(composer(theirs, name)).toHaveValue(`Ship it :${emoji}: `);
  await theirs.keyboard.press("Enter");
  const shipped = article(theirs, "Ship it");
  await expect(shipped.getByRole("img", shown)).toBeVisible();

  await composer(theirs, name).fill(`/status :${emoji}: Shipping`);
  await theirs.keyboard.press("Enter");
  await expect(shipped.getByRole("img", { name: "Shipping" }).locator("img")).toBeVisible();
  await theirs.getByRole("button", { name: "Account", exact: true }).click();
  await theirs.getByRole("menuitem", { name: "Set a status…" }).click();
  const setting = theirs.getByRole("dialog", { name: "Set a status" });
  await setting.getByRole("button", { name: `Emoji :${emoji}:, choose another` }).click();
  await setting.getByRole("searchbox", { name: "Search emoji" }).fill(emoji);
  await theirs.keyboard.press("Enter");
  await setting.getByRole("textbox", { name: "Status" }).fill("Still shipping");
  await setting.getByRole("button", { name: "Save status" }).click();
  const status = shipped.getByRole("img", { name: "Still shipping" });
  await expect(status.locator("img")).toBeVisible();

  const second = await context.newPage();
  await second.goto(`/search?q=${emoji}`);
  await expect(second.getByRole("main").locator("mark").getByRole("img", shown)).toHaveCount(3);
  await second.close();

  await page.getByRole("button", { name: `Delete :${emoji}:` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(reaction.locator("img")).toHaveCount(0);
  await expect(hello).toContainText(`Hello :${emoji}:`);
  await expect(status).toHaveText("💬");
  await context.close();
});
