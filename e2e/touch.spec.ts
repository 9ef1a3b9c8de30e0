import type { Browser, Locator, Page } from "@playwright/test";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, beforeItAwakes, enterChannel, expectAccessible, post, write } from "./steps";

/** A phone of the same person. */
async function phoneOf(page: Page, browser: Browser, baseURL: string): Promise<Page> {
  const storageState = await page.context().storageState();
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL, storageState, hasTouch: true, isMobile: true, viewport });
  return context.newPage();
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
  await asOwner(page);
  const name = `touch-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "CI");
  await page.goto(`/channels/${channelId}`);
  await write(page, name, "tap me");
  await post(page.request, url, { content: "build 7" });
  const phone = await phoneOf(page, browser, parley.baseUrl);
  await phone.goto(`/channels/${channelId}`);
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
    for (const command of [...offered, "Copy text", "Copy link", "Delete"]) {
      // As it is laid out: while the sheet comes up, it is painted a little smaller.
      const size = await sheet
        .getByRole("button", { name: command, exact: true })
        .evaluate((button: HTMLElement) => Math.min(button.offsetWidth, button.offsetHeight));
      expect(size, command).toBeGreaterThanOrEqual(44);
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
  const name = `swipe-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, "swipe me");
  const phone = await phoneOf(page, browser, parley.baseUrl);
  await phone.goto(`/channels/${channelId}`);
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

test("what a long press has opened stays, however busy the page is", async ({ page, browser, parley }) => {
  const name = `busy-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, "press me");
  const phone = await phoneOf(page, browser, parley.baseUrl);
  await phone.addInitScript(() => {
    const back = History.prototype.back;
    History.prototype.back = () => {
      document.addEventListener("go-back", () => back.call(history), { once: true });
    };
  });
  await phone.goto(`/channels/${channelId}`);
  const sheet = phone.getByRole("dialog", { name: /^Message by/ });
  await press(phone, "press me");
  await phone.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);

  // Going back from the first sheet takes until the second one is open.
  await press(phone, "press me");
  const depth = await phone.evaluate(() => history.length);
  await phone.evaluate(() => document.dispatchEvent(new Event("go-back")));
  await expect.poll(() => phone.evaluate(() => history.state?.["parley.covered"] ?? false)).toBe(true);
  expect(await phone.evaluate(() => history.length)).toBe(depth);
  await expect(sheet).toBeVisible();
  await phone.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));

  // A page that is told late that the finger has left can't keep the browser from clicking what is under it now. Nor can one whose
  // browser has given up waiting for it: there the touch is cancelled, and clicks all the same.
  await phone.clock.install();
  const { x, y } = await pointOn(article(phone, "press me").getByText("press me"));
  const session = await phone.context().newCDPSession(phone);
  for (const end of ["touchEnd", "touchCancel"] as const) {
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await phone.clock.runFor(500);
    await expect(sheet).toBeVisible();
    await session.send("Input.dispatchTouchEvent", { type: end, touchPoints: [] });
    await phone.evaluate(
      ([left, top]) => {
        const click = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: left, clientY: top });
        document.elementFromPoint(left, top)?.dispatchEvent(click);
      },
      [x, y] as const,
    );
    await expect(sheet).toBeVisible();
    await expect(article(phone, "press me").getByRole("button", { name: /reaction, including yours/ })).toHaveCount(0);
    if (end === "touchEnd") {
      await phone.keyboard.press("Escape");
      await phone.clock.runFor(1_000);
      await expect(sheet).toHaveCount(0);
    }
  }
  await phone.clock.resume();
  // Whatever is pressed next is meant.
  await sheet.getByRole("button", { name: "Copy text" }).tap();
  await expect(sheet).toHaveCount(0);
  await phone.context().close();
});

test("a message that was tapped before the page listened has no buttons over it once it does", async ({
  page,
  browser,
  parley,
}) => {
  const name = `tapped-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await write(page, name, "tap me early");
  const phone = await phoneOf(page, browser, parley.baseUrl);
  // Browsers keep what a finger has tapped hovered, some until it taps elsewhere and some until the page is laid out anew.
  await phone.addInitScript(() => {
    const matches = Element.prototype.matches;
    Object.defineProperty(Element.prototype, "matches", {
      value(this: Element, selector: string) {
        return selector === ":hover" ? this === document.activeElement : matches.call(this, selector);
      },
    });
  });
  await beforeItAwakes(phone, () => article(phone, "tap me early").tap(), `/channels/${channelId}`);
  const hasAwoken = (each: Element) => Object.keys(each).some((key) => key.startsWith("__reactProps$"));
  await expect.poll(() => article(phone, "tap me early").evaluate(hasAwoken)).toBe(true);
  // What it does when it awakes is done in the frame after.
  await phone.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(phone.locator("[data-toolbar]")).toHaveCount(0);
  await phone.context().close();
});
