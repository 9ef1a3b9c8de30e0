import type { Locator, Page } from "@playwright/test";
import { article, composer, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, post, withCompanion, write } from "./steps";

/** Presses a button in the toolbar of a hovered message. */
async function act(page: Page, text: string, button: string): Promise<void> {
  await article(page, text).hover();
  await article(page, text).getByRole("button", { name: button, exact: true }).click();
}

/** Opens a message's emoji picker, searches and picks the first result. */
async function react(page: Page, text: string, query: string): Promise<void> {
  await act(page, text, "Add reaction");
  const search = page.getByRole("searchbox", { name: "Search emoji" });
  await search.fill(query);
  // This works even if the emoji haven't loaded yet.
  await search.press("Enter");
  await expect(search).toBeHidden();
}

/** Chooses an item from a message's menu. */
async function choose(page: Page, text: string, item: string): Promise<void> {
  await act(page, text, "More");
  await page.getByRole("menuitem", { name: item }).click();
}

/** Presses a key, at most ten times, until the target or an element in it has the focus. */
async function pressUntil(page: Page, key: "Tab" | "Shift+Tab", target: Locator): Promise<void> {
  for (let presses = 0; presses < 10; presses += 1) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Ten presses of ${key} did not get there.`);
}

test("the other person sees an edit and a reaction immediately", async ({ page, browser }) => {
  const name = `acts-${Date.now()}`;
  const { context, theirs } = await withCompanion(page, browser, name);
  await write(page, name, "the first words");
  await act(page, "the first words", "Edit");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await expect(editor).toBeFocused();
  await editor.fill("the second words");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(article(theirs, "the second words")).toContainText("edited");
  await expect(article(page, "the second words")).toBeFocused();
  await choose(page, "the second words", "Edit history");
  await expect(page.getByRole("dialog", { name: "Edit history" })).toContainText("the first words");
  await page.keyboard.press("Escape");

  await react(page, "the second words", "tada");
  const chip = article(theirs, "the second words").getByRole("button", { name: "🎉 1 reaction: Ada Lovelace" });
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await chip.click();
  const both = article(page, "the second words").getByRole("button", { name: "🎉 2 reactions, including yours" });
  await expect(both).toHaveAttribute("aria-pressed", "true");
  await article(theirs, "the second words").getByRole("button", { name: "🎉 2 reactions, including yours" }).click();
  await expect(
    article(page, "the second words").getByRole("button", { name: "🎉 1 reaction, including yours" }),
  ).toBeVisible();
  await context.close();
});

test("the other person sees pins and deletions immediately, and members can't change others' messages", async ({
  page,
  browser,
  request,
}) => {
  const name = `pins-${Date.now()}`;
  const { channelId, context, theirs } = await withCompanion(page, browser, name);
  await post(request, await seedWebhook(channelId, "CI"), { content: "build failed" });
  await write(page, name, "the words");
  await choose(page, "build failed", "Pin message");
  await expect(article(theirs, "build failed")).toContainText("Pinned");
  await theirs.getByRole("button", { name: "Pinned messages, 1" }).click();
  const panel = theirs.getByRole("dialog", { name: "Pinned messages" });
  await expect(panel.getByRole("listitem")).toContainText("build failed");
  await panel.getByRole("button", { name: "Unpin" }).click();
  await expect(panel).toContainText("No pinned messages");
  await expect(article(page, "build failed")).not.toContainText("Pinned");
  await theirs.keyboard.press("Escape");
  await expect(theirs.getByRole("button", { name: "Pinned messages" })).toBeFocused();

  for (const text of ["the words", "build failed"]) {
    await article(theirs, text).hover();
    await expect(article(theirs, text).getByRole("button", { name: "Copy link" })).toBeVisible();
    await expect(article(theirs, text).getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
    await expect(article(theirs, text).getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
    await act(page, text, "Delete");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText(text);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(article(page, text)).toHaveCount(0);
    await expect(article(theirs, text)).toHaveCount(0);
  }
  await context.close();
});

test("a reaction can be added by keyboard, and message keys work on a message, its links and its buttons until it's clicked", async ({
  page,
}) => {
  const name = `keys-${Date.now()}`;
  await enterChannel(page, name);
  for (const text of ["one", "see https://example.com/docs"]) await write(page, name, text);
  const [one, message] = [article(page, "one"), article(page, "see https://example.com/docs")];
  await pressUntil(page, "Shift+Tab", message);
  await message.focus();
  await page.keyboard.press("ArrowUp");
  await expect(one).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(one.getByRole("button", { name: "Add reaction" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
  const usual = page.getByRole("group", { name: "Frequently used" });
  await expect(page.getByRole("group", { name: "Smileys and Emotion" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(usual.getByRole("button", { name: "check mark button" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(one.getByRole("button", { name: "✅ 1 reaction, including yours" })).toBeVisible();
  await expect(one.getByRole("button", { name: "Add reaction" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(one.getByRole("button", { name: "Reply in thread" })).toBeFocused();

  await keysInMessage(page, message);
  await page.keyboard.press("ArrowUp");
  await expect(one).toBeFocused();
  await expect(composer(page, name)).toHaveValue("");
  await lettersOn(page, one);
  await one.getByText("one", { exact: true }).click();
  await page.keyboard.type("pet");
  await expect(composer(page, name)).toHaveValue("pet");
  await expect(one).toContainText("Pinned");
});

/** Presses message keys on a link and a button in this message. */
async function keysInMessage(page: Page, message: Locator): Promise<void> {
  const link = message.getByRole("link", { name: "https://example.com/docs" });
  await page.locator("[data-composer]").focus();
  await pressUntil(page, "Shift+Tab", message);
  await pressUntil(page, "Shift+Tab", link);
  await page.keyboard.press("s");
  await expect(message).toContainText("Saved for later");
  await page.keyboard.press("x");
  await expect(link).toBeFocused();
  await page.keyboard.press("f");
  await expect(page.getByRole("dialog", { name: "Forward message" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(message).toBeFocused();
  await message.getByRole("button", { name: "Add reaction" }).focus();
  await page.keyboard.press("p");
  await expect(message).toContainText("Pinned");
}

/** Presses letters on this message, which has the focus ring. */
async function lettersOn(page: Page, one: Locator): Promise<void> {
  await page.keyboard.press("r");
  await expect(page.getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
  await page.keyboard.type("tada");
  await page.keyboard.press("Enter");
  await expect(one.getByRole("button", { name: "🎉 1 reaction, including yours" })).toBeVisible();
  await expect(one).toBeFocused();
  await page.keyboard.press("p");
  await expect(one).toContainText("Pinned");
  await page.keyboard.press("x");
  await expect(one).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Edit message" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(one).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("alertdialog")).toContainText("one");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(one).toBeFocused();
}

test("a message's files stay visible while its text is edited", async ({ page }) => {
  const name = `edit-file-${Date.now()}`;
  await enterChannel(page, name);
  const buffer = Buffer.from("the plan");
  await page.locator("input[type=file]").first().setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer });
  await write(page, name, "Here is the plan");
  const message = article(page, "Here is the plan");
  await expect(message.getByRole("list", { name: "Files" })).toContainText("plan.txt");
  await act(page, "Here is the plan", "Edit");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  const open = page.getByRole("article").filter({ has: editor });
  await expect(open.getByRole("list", { name: "Files" })).toContainText("plan.txt");
  await editor.fill("Here is the new plan");
  await editor.press("Enter");
  await expect(article(page, "Here is the new plan")).toContainText("plan.txt");
});

test("a right-click opens the menu that More opens, and quick reactions toggle", async ({ page }) => {
  const name = `menus-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "one");
  const one = article(page, "one");
  const names = () => page.getByRole("menuitem").evaluateAll((items) => items.map((item) => item.textContent));
  await act(page, "one", "More");
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  const all = await names();
  await page.keyboard.press("Escape");
  await one.getByText("one", { exact: true }).click({ button: "right" });
  await expect(page.getByRole("menu", { name: /^Message by/ })).toBeVisible();
  expect(await names()).toEqual(all);
  await page.getByRole("menuitem", { name: "Add reaction" }).click();
  await expect(page.getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(one).toBeFocused();
  await act(page, "one", "React with 👍");
  await expect(one.getByRole("button", { name: "👍 1 reaction, including yours" })).toBeVisible();
  await act(page, "one", "React with 👍");
  await expect(one.getByRole("button", { name: /^👍 1/ })).toHaveCount(0);
});

test("a message can be edited by keyboard, also one with reactions, and an editor opened from the composer returns there", async ({
  page,
}) => {
  const name = `edit-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "one");
  await composer(page, name).press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await expect(editor).toBeFocused();
  await page.keyboard.type(" again");
  await page.keyboard.press("Enter");
  await expect(composer(page, name)).toBeFocused();

  await react(page, "one again", "tada");
  await article(page, "one again").focus();
  // Skips its reactions.
  await pressUntil(page, "Tab", article(page, "one again").getByRole("button", { name: "Edit", exact: true }));
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.type(" and a half");
  await page.keyboard.press("Enter");
  await expect(article(page, "and a half")).toBeFocused();
  await pressUntil(page, "Tab", article(page, "and a half").getByRole("button", { name: "Edit", exact: true }));
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.type(", not saved");
  await page.keyboard.press("Escape");
  await expect(article(page, "and a half")).toBeFocused();
  await expect(article(page, "not saved")).toHaveCount(0);
});

test("emptying a message in an edit asks whether to delete it, and a failed edit or deletion keeps the text and says why", async ({
  page,
}) => {
  const name = `fails-${Date.now()}`;
  await enterChannel(page, name);
  for (const text of ["to be emptied", "as it was"]) await write(page, name, text);
  await act(page, "to be emptied", "Edit");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("");
  await editor.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(editor).toBeFocused();
  await editor.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(messages(page).getByRole("article")).toHaveCount(1);

  await page.route("**/messages/*", (route) => route.abort());
  await act(page, "as it was", "Edit");
  await editor.fill("as it should be");
  await editor.press("Enter");
  await expect(messages(page).getByRole("alert")).toContainText("connection");
  await expect(editor).toHaveValue("as it should be");
  await editor.press("Escape");
  await expect(article(page, "as it was")).toBeVisible();
  await act(page, "as it was", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Couldn't reach the server.")).toBeVisible();
  await expect(article(page, "as it was")).toBeVisible();
});
