import type { Page } from "@playwright/test";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, GRACE, newcomer, post, write } from "./steps";

/** Presses a button of the toolbar that a message has under the pointer. */
async function act(page: Page, text: string, button: string): Promise<void> {
  await article(page, text).hover();
  await article(page, text).getByRole("button", { name: button, exact: true }).click();
}

/** Opens the emoji picker of a message and picks what a search finds first. */
async function react(page: Page, text: string, query: string): Promise<void> {
  await act(page, text, "Add reaction");
  const search = page.getByRole("searchbox", { name: "Search emoji" });
  await search.fill(query);
  // Whether or not the emoji are there by now.
  await search.press("Enter");
  await expect(search).toBeHidden();
}

test("what one does to a message is seen by the other at once, and a member can't change others' messages", async ({
  page,
  browser,
  request,
}) => {
  const name = `acts-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "CI");
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "the first words");
  await post(request, url, { content: "build failed" });
  const email = `grace-${Date.now()}@example.com`;
  const { context, page: other } = await newcomer(browser, { ...GRACE, email });
  await other.goto(`/channels/${channelId}`);
  await other.getByRole("button", { name: "Join channel" }).click();
  await expect(other.getByRole("textbox", { name: `Message #${name}` })).toBeVisible();

  await test.step("an edit", async () => {
    await act(page, "the first words", "Edit");
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await expect(editor).toBeFocused();
    await editor.fill("the second words");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(article(other, "the second words")).toContainText("edited");
    await expect(article(page, "the second words")).toBeFocused();
  });

  await test.step("its history", async () => {
    await act(page, "the second words", "More");
    await page.getByRole("menuitem", { name: "Edit history" }).click();
    await expect(page.getByRole("dialog", { name: "Edit history" })).toContainText("the first words");
    await page.keyboard.press("Escape");
  });

  await test.step("a reaction, which the other joins and leaves", async () => {
    await react(page, "the second words", "tada");
    const chip = article(other, "the second words").getByRole("button", { name: "🎉 1 reaction: Ada Lovelace" });
    await expect(chip).toHaveAttribute("aria-pressed", "false");
    await chip.click();
    const both = article(page, "the second words").getByRole("button", { name: "🎉 2 reactions, including yours" });
    await expect(both).toHaveAttribute("aria-pressed", "true");
    await article(other, "the second words").getByRole("button", { name: "🎉 2 reactions, including yours" }).click();
    await expect(
      article(page, "the second words").getByRole("button", { name: "🎉 1 reaction, including yours" }),
    ).toBeVisible();
  });

  await test.step("a pin", async () => {
    await act(page, "build failed", "More");
    await page.getByRole("menuitem", { name: "Pin message" }).click();
    await expect(article(other, "build failed")).toContainText("Pinned");
    await other.getByRole("button", { name: "Pinned messages, 1" }).click();
    const panel = other.getByRole("dialog", { name: "Pinned messages" });
    await expect(panel.getByRole("listitem")).toContainText("build failed");
    await panel.getByRole("button", { name: "Unpin" }).click();
    await expect(panel).toContainText("Nothing is pinned");
    await expect(article(page, "build failed")).not.toContainText("Pinned");
    await other.keyboard.press("Escape");
    await expect(other.getByRole("button", { name: "Pinned messages" })).toBeFocused();
  });

  await test.step("nothing to change for a member", async () => {
    for (const text of ["the second words", "build failed"]) {
      await article(other, text).hover();
      await expect(article(other, text).getByRole("button", { name: "Copy link" })).toBeVisible();
      await expect(article(other, text).getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
      await expect(article(other, text).getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
    }
  });

  await test.step("a webhook's message and one's own deleted", async () => {
    for (const text of ["build failed", "the second words"]) {
      await act(page, text, "Delete");
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toContainText(text);
      await dialog.getByRole("button", { name: "Delete" }).click();
      await expect(article(page, text)).toHaveCount(0);
      await expect(article(other, text)).toHaveCount(0);
    }
  });
  await context.close();
});

test("a message is edited and reacted to without a mouse", async ({ page }) => {
  const name = `keys-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "one");
  await write(page, name, "two");
  await page.getByRole("textbox", { name: `Message #${name}` }).focus();
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press("Shift+Tab");
    if (await article(page, "two").evaluate((element) => element.contains(document.activeElement))) break;
  }
  await article(page, "two").focus();
  await page.keyboard.press("ArrowUp");
  await expect(article(page, "one")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(article(page, "one").getByRole("button", { name: "Add reaction" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
  await expect(page.getByRole("group", { name: "Smileys and Emotion" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "grinning face with big eyes", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(article(page, "one").getByRole("button", { name: "😃 1 reaction, including yours" })).toBeVisible();
  await expect(article(page, "one").getByRole("button", { name: "Add reaction" })).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(article(page, "one").getByRole("button", { name: "Reply in thread" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await expect(editor).toBeFocused();
  await page.keyboard.type(" and a half");
  await page.keyboard.press("Enter");
  await expect(article(page, "one and a half")).toBeFocused();

  // On past its reactions.
  const edit = article(page, "one and a half").getByRole("button", { name: "Edit", exact: true });
  for (let presses = 0; presses < 6; presses += 1) {
    if (await edit.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.type(", not saved");
  await page.keyboard.press("Escape");
  await expect(article(page, "one and a half")).toBeFocused();
  await expect(article(page, "not saved")).toHaveCount(0);
});

test("an edit that fails keeps its text and says why, and one that is emptied asks to delete", async ({ page }) => {
  const name = `fails-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "as it was");
  await page.route("**/messages/*", (route) => route.abort());
  await act(page, "as it was", "Edit");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("as it should be");
  await editor.press("Enter");
  await expect(messages(page).getByRole("alert")).toContainText("connection");
  await expect(editor).toHaveValue("as it should be");
  await editor.press("Escape");
  await expect(article(page, "as it was")).toBeVisible();
  await act(page, "as it was", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("the connection is lost")).toBeVisible();
  await expect(article(page, "as it was")).toBeVisible();

  await page.unroute("**/messages/*");
  await act(page, "as it was", "Edit");
  await editor.fill("");
  await editor.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(editor).toBeFocused();
  await editor.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(messages(page).getByRole("article")).toHaveCount(0);
});
