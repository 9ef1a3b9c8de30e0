import type { Browser, Locator, Page } from "@playwright/test";
import { article, messages } from "./finders";
import { expect, test } from "./fixtures";
import { createChannel, createWebhook, enter, expectAccessible, GRACE, inviteLink, join, post, write } from "./steps";

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
  await expect(page.getByRole("group", { name: "Found" })).toBeVisible();
  await search.press("Enter");
  await expect(search).toBeHidden();
}

test("what one does to a message is seen by the other at once, and a member can't change others' messages", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  await enter(page);
  const link = await inviteLink(page);
  const name = `acts-${Date.now()}`;
  const channelId = await createChannel(page, name);
  const url = await createWebhook(page, channelId, "CI");
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "the first words");
  await post(request, url, { content: "build failed" });
  const email = `grace-${Date.now()}@example.com`;
  const { context, page: other } = await join(browser, link, { ...GRACE, email });
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
  await enter(page);
  const name = `keys-${Date.now()}`;
  await createChannel(page, name);
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
  await enter(page);
  const name = `fails-${Date.now()}`;
  await createChannel(page, name);
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

/** A phone of the same person, in this channel. */
async function onPhone(page: Page, browser: Browser, baseURL: string, channelId: string): Promise<Page> {
  const storageState = await page.context().storageState();
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL, storageState, hasTouch: true, isMobile: true, viewport });
  const phone = await context.newPage();
  await phone.goto(`/channels/${channelId}`);
  return phone;
}

/** Where a text begins, in the middle of its height, once it is there and stands still: going back may still be bringing it. */
async function pointOn(text: Locator): Promise<{ x: number; y: number }> {
  let point = { x: 0, y: 0 };
  await expect(async () => {
    const [before, after] = [await text.boundingBox(), await text.boundingBox()];
    if (!before || !after) throw new Error("The text isn't there yet.");
    expect(after).toEqual(before);
    point = { x: after.x + 12, y: after.y + after.height / 2 };
  }).toPass();
  return point;
}

/** Puts a finger on a message and answers how to move it and how to take it away again. */
async function touch(phone: Page, text: string) {
  const point = await pointOn(article(phone, text).getByText(text));
  const session = await phone.context().newCDPSession(phone);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  return {
    move: (by: number) =>
      session.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: [{ x: point.x, y: point.y + by }],
      }),
    leave: () => session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
  };
}

/** Rests a finger on a message until its sheet is there. */
async function press(phone: Page, text: string): Promise<Locator> {
  const finger = await touch(phone, text);
  const sheet = phone.getByRole("dialog", { name: /^Message by/ });
  await expect(sheet).toBeVisible();
  await finger.leave();
  await expect(sheet).toBeVisible();
  return sheet;
}

test("a finger that rests on a message has what can be done to it, and nothing covers what it taps", async ({
  page,
  browser,
  parley,
}) => {
  test.setTimeout(120_000);
  await enter(page);
  const name = `touch-${Date.now()}`;
  const channelId = await createChannel(page, name);
  const url = await createWebhook(page, channelId, "CI");
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "tap me");
  await post(page.request, url, { content: "build 7" });
  const phone = await onPhone(page, browser, parley.baseUrl, channelId);
  const sheets = phone.getByRole("dialog");

  await test.step("a tap shows the time, and no buttons", async () => {
    await article(phone, "tap me").tap();
    await expect(article(phone, "tap me")).toBeFocused();
    await expect(phone.locator("[data-toolbar]")).toHaveCount(0);
    await expect(sheets).toHaveCount(0);
  });

  await test.step("it offers what the toolbar and its menu offer, in reach of a finger", async () => {
    const sheet = await press(phone, "tap me");
    const offered = ["Add reaction", "Reply in thread", "Edit", "Quote", "Pin message", "Mark unread from here"];
    for (const deed of [...offered, "Copy text", "Copy link", "Delete"]) {
      // As it is laid out: while the sheet comes up, it is painted a little smaller.
      const size = await sheet
        .getByRole("button", { name: deed, exact: true })
        .evaluate((button: HTMLElement) => Math.min(button.offsetWidth, button.offsetHeight));
      expect(size, deed).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(phone, "the sheet of actions");
    await sheet.getByRole("button", { name: "React with 👍" }).tap();
    await expect(
      article(phone, "tap me").getByRole("button", { name: "👍 1 reaction, including yours" }),
    ).toBeVisible();
    await expect(sheets).toHaveCount(0);
    await expect(phone.locator("[data-toolbar]")).toHaveCount(0);
  });

  await test.step("any emoji", async () => {
    const sheet = await press(phone, "tap me");
    await sheet.getByRole("button", { name: "Add reaction" }).tap();
    await sheet.getByRole("button", { name: "grinning face", exact: true }).tap();
    await expect(
      article(phone, "tap me").getByRole("button", { name: "😀 1 reaction, including yours" }),
    ).toBeVisible();
  });

  await test.step("a tap outside, Escape and going back close it, and one stays where one is", async () => {
    await press(phone, "tap me");
    await phone.touchscreen.tap(200, 60);
    await expect(sheets).toHaveCount(0);
    await press(phone, "tap me");
    await phone.keyboard.press("Escape");
    await expect(sheets).toHaveCount(0);
    await expect(article(phone, "tap me")).toBeFocused();
    await press(phone, "tap me");
    await phone.goBack();
    await expect(sheets).toHaveCount(0);
    await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));
    await expect(article(phone, "tap me")).toBeVisible();
  });

  await test.step("an edit", async () => {
    const sheet = await press(phone, "tap me");
    await sheet.getByRole("button", { name: "Edit", exact: true }).tap();
    const editor = phone.getByRole("textbox", { name: "Edit message" });
    await expect(editor).toBeFocused();
    await editor.pressSequentially(" again");
    await phone.getByRole("button", { name: "Save" }).tap();
    await expect(article(phone, "tap me again")).toBeVisible();
    await expect(phone.locator("[data-toolbar]")).toHaveCount(0);
  });

  await test.step("a thread, from which going back leads to the channel", async () => {
    const sheet = await press(phone, "tap me again");
    await sheet.getByRole("button", { name: "Reply in thread" }).tap();
    await expect(phone.getByRole("region", { name: "Thread" })).toBeVisible();
    await phone.goBack();
    await expect(phone.getByRole("region", { name: "Thread" })).toHaveCount(0);
    await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));
  });

  await test.step("its text can be marked, and while it is, a finger changes what is marked", async () => {
    const sheet = await press(phone, "tap me again");
    await sheet.getByRole("button", { name: "Select text" }).tap();
    await expect.poll(() => phone.evaluate(() => getSelection()?.toString())).toContain("tap me again");
    await expect(article(phone, "tap me again")).toHaveCSS("user-select", "auto");
    await phone.evaluate(() => getSelection()?.removeAllRanges());
    await expect(article(phone, "tap me again")).toHaveCSS("user-select", "none");
  });

  await test.step("a link of the sheet leads on, and back to the channel", async () => {
    const sheet = await press(phone, "build 7");
    await sheet.getByRole("link", { name: "Show only CI" }).tap();
    await expect(phone).toHaveURL(/webhook=\d+$/);
    await expect(sheets).toHaveCount(0);
    await phone.goBack();
    await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));
  });

  await test.step("a deletion, after a question", async () => {
    const sheet = await press(phone, "tap me again");
    await sheet.getByRole("button", { name: "Delete" }).tap();
    await phone.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
    await expect(article(phone, "tap me again")).toHaveCount(0);
  });
  await phone.context().close();
});

test("a finger that moves scrolls, and who uses no finger on a phone has the same sheet", async ({
  page,
  browser,
  parley,
}) => {
  await enter(page);
  const name = `swipe-${Date.now()}`;
  const channelId = await createChannel(page, name);
  await write(page, name, "swipe me");
  const phone = await onPhone(page, browser, parley.baseUrl, channelId);
  const sheets = phone.getByRole("dialog");
  await expect(article(phone, "swipe me")).toBeVisible();
  // Longer than any press takes, on a clock that goes only here.
  await phone.clock.install();
  const finger = await touch(phone, "swipe me");
  await finger.move(30);
  await phone.clock.runFor(2_000);
  await expect(sheets).toHaveCount(0);
  await finger.leave();
  const still = await touch(phone, "swipe me");
  await phone.clock.runFor(2_000);
  await expect(sheets).toBeVisible();
  await still.leave();
  await phone.clock.resume();
  await phone.keyboard.press("Escape");
  await expect(sheets).toHaveCount(0);

  // As a screen reader would: it has found the button among the message's words.
  await phone.mouse.click(200, 60);
  await article(phone, "swipe me").getByRole("button", { name: "Message actions" }).dispatchEvent("click");
  await expect(phone.getByRole("dialog", { name: /^Message by/ })).toBeVisible();
  await phone.context().close();
});

test("axe finds nothing while a message is acted on", async ({ page }) => {
  test.setTimeout(180_000);
  await enter(page);
  const name = `axe-${Date.now()}`;
  await createChannel(page, name);
  await write(page, name, "looked at closely");
  await react(page, "looked at closely", "tada");
  await act(page, "looked at closely", "Add reaction");
  await expect(page.getByRole("group", { name: "Recently used" })).toBeVisible();
  // A few emoji are as good as all of them, and looked at in a moment.
  await page.getByRole("searchbox", { name: "Search emoji" }).fill("cat");
  await expect(page.getByRole("group", { name: "Found" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await act(page, "looked at closely", "Edit");
  await expect(page.getByRole("textbox", { name: "Edit message" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await act(page, "looked at closely", "More");
  await page.getByRole("menuitem", { name: "Pin message" }).click();
  await page.getByRole("button", { name: "Pinned messages, 1" }).click();
  await expect(page.getByRole("dialog", { name: "Pinned messages" }).getByRole("listitem")).toBeVisible();
  await expectAccessible(page);
});
