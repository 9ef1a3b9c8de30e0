import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { enter, pressByKeyboard, skipToContent, tabTo } from "./steps";

test("a channel and a webhook are made, and a message is written, without a mouse", async ({ page }) => {
  await enter(page);
  const name = `keys-${Date.now()}`;
  await pressByKeyboard(page, "button", "Create channel");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");

  const composer = page.getByRole("textbox", { name: `Message #${name}` });
  await expect(composer).toBeFocused();
  await page.keyboard.type("typed, then sent with Enter");
  await page.keyboard.press("Enter");
  await expect(messages(page).getByText("typed, then sent with Enter")).toBeVisible();

  await skipToContent(page);
  await pressByKeyboard(page, "link", "Channel settings");
  await tabTo(page, "tab", "Overview");
  await page.keyboard.press("End");
  await expect(page.getByRole("tab", { name: "Webhooks" })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressByKeyboard(page, "button", "New webhook");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Keyboard");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Webhook URL" })).toHaveValue(/\/webhooks\/incoming\//);
  await pressByKeyboard(page, "button", "Done");

  await pressByKeyboard(page, "button", "Delete");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete" })).toBeFocused();
});
