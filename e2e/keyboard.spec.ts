import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { enter, enterChannel, pressByKeyboard, skipToContent, tabTo, write } from "./steps";

test("a channel can be created and a message sent by keyboard", async ({ page }) => {
  await enter(page);
  const name = `keys-${Date.now()}`;
  await pressByKeyboard(page, "button", "Create channel");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");

  await expect(composer(page, name)).toBeFocused();
  await page.keyboard.type("typed, then sent with Enter");
  await page.keyboard.press("Enter");
  await expect(messages(page).getByText("typed, then sent with Enter")).toBeVisible();
});

test("a webhook can be created and deleted, with confirmation, by keyboard", async ({ page }) => {
  await enterChannel(page, `keys-${Date.now()}`);
  await skipToContent(page);
  await pressByKeyboard(page, "link", "Channel settings");
  await tabTo(page, "tab", "Overview");
  await page.keyboard.press("End");
  await expect(page.getByRole("tab", { name: "Webhooks" })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressByKeyboard(page, "button", "New webhook");
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toBeFocused();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("Keyboard");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Webhook URL" })).toHaveValue(/\/webhooks\/incoming\//);
  await pressByKeyboard(page, "button", "Done");

  const more = page.getByRole("button", { name: "More actions" });
  await pressByKeyboard(page, "button", "More actions");
  await expect(page.getByRole("link", { name: "Delivery log" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Rules", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Card", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Documentation" }).last()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Pause" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Pause" })).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await pressByKeyboard(page, "button", "Delete");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(more).toBeFocused();
});

test("a question mark opens the keyboard shortcuts, except in a text field", async ({ page }) => {
  await enter(page);
  const composer = page.getByRole("textbox", { name: /^Message #/ });
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await composer.focus();
  await page.keyboard.type("what?");
  await expect(composer).toHaveValue("what?");
  await expect(sheet).toHaveCount(0);
  await composer.fill("");
  await page.getByRole("region", { name: "Messages" }).focus();
  await page.keyboard.press("?");
  await expect(sheet.getByText("Send the message")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Account" })).toBeFocused();
});

test("text typed or pasted after a click in the messages goes into the composer, and keys in messages, dialogs and menus keep their own meaning", async ({
  page,
}) => {
  const name = `beside-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "copy-me");
  const box = composer(page, name);
  const text = article(page, "copy-me").getByText("copy-me");

  await text.click();
  await expect(box).not.toBeFocused();
  await page.keyboard.type("Hm, a thought");
  await expect(box).toHaveValue("Hm, a thought");
  await expect(box).toBeFocused();

  // Selects text with the mouse, copies and pastes it.
  await text.dblclick({ position: { x: 12, y: 10 } });
  await page.keyboard.press("ControlOrMeta+c");
  await expect(box).not.toBeFocused();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(box).toHaveValue(/^Hm, a thought(copy|me|-)/);

  await box.fill("");
  await article(page, "copy-me").focus();
  for (const key of [" ", "PageUp", "Home", "ArrowDown"]) await page.keyboard.press(key);
  await expect(article(page, "copy-me")).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(composer(page, name)).toHaveValue("");
  await article(page, "copy-me").hover();
  await article(page, "copy-me").getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(composer(page, name)).toHaveValue("");
});

test("text typed after a click in a thread goes into the thread's composer", async ({ page }) => {
  const name = `beside-thread-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "the question");
  await article(page, "the question").hover();
  await article(page, "the question").getByRole("button", { name: "Reply in thread" }).click();
  const thread = page.getByRole("region", { name: "Thread" });
  const reply = thread.getByRole("textbox", { name: "Reply" });
  await expect(reply).toBeFocused();
  await thread.getByText("the question").click();
  await page.keyboard.type("one");
  await expect(reply).toHaveValue("one");
  await thread.getByText("No replies yet").click();
  await expect(reply).not.toBeFocused();
  await page.keyboard.type("two");
  await expect(reply).toHaveValue("onetwo");
  await article(page, "the question").getByText("the question").click();
  await page.keyboard.type("beside it");
  await expect(composer(page, name)).toHaveValue("beside it");
  await expect(reply).toHaveValue("onetwo");
});
