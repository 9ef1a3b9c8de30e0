import type { Page } from "@playwright/test";
import { article } from "./finders";
import { expect } from "./fixtures";
import { pointOn, press, test, touch } from "./phone";
import { seedWebhook } from "./seed";
import { beforeHydration, expectAccessible, post, untilHydrated } from "./steps";

/** The buttons over a message when the pointer is on it. */
const toolbar = (phone: Page) => phone.locator("[data-toolbar]");
const sheets = (phone: Page) => phone.getByRole("dialog");

test("a tap on a message focuses it and shows no buttons", async ({ phoneIn }) => {
  const { phone } = await phoneIn("tap me");
  await article(phone, "tap me").tap();
  await expect(article(phone, "tap me")).toBeFocused();
  await expect(toolbar(phone)).toHaveCount(0);
  await expect(sheets(phone)).toHaveCount(0);
});

test("nothing of the closed sidebar lies over the page", async ({ phoneIn }) => {
  const { phone } = await phoneIn("tap me");
  await expect(phone.getByRole("button", { name: "Options for Direct messages" })).toBeHidden();
  await phone.getByRole("button", { name: /^Home/ }).tap();
  await expect(phone.getByRole("button", { name: "Options for Direct messages" })).toBeVisible();
});

test("buttons of all sizes are large enough to tap", async ({ phoneIn }) => {
  const { phone, channelId } = await phoneIn("tap me");
  await seedWebhook(channelId, "CI");
  for (const page of ["overview", "webhooks"]) {
    await phone.goto(`/channels/${channelId}/settings/${page}`);
    const buttons = phone.getByRole("main").getByRole("button").filter({ visible: true });
    await expect(buttons).not.toHaveCount(0);
    const small = await buttons.evaluateAll((all) =>
      all.flatMap((each) => (each.getBoundingClientRect().height < 44 ? [each.textContent || each.ariaLabel] : [])),
    );
    expect(small, page).toEqual([]);
  }
});

test("a long press opens a sheet with the toolbar's and menu's actions, each large enough to tap", async ({
  phoneIn,
}) => {
  const { phone } = await phoneIn("tap me");
  const sheet = await press(phone, "tap me");
  const offered = ["Add reaction", "Reply in thread", "Edit", "Quote", "Pin message", "Mark unread from here"];
  for (const command of [...offered, "Copy text", "Copy link", "Delete"]) {
    // Uses the layout size, because the sheet is painted smaller while it opens.
    const size = await sheet
      .getByRole("button", { name: command, exact: true })
      .evaluate((button: HTMLElement) => Math.min(button.offsetWidth, button.offsetHeight));
    expect(size, command).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(phone, "the sheet of actions");
  // Dragging it down doesn't reload the page.
  await expect(phone.locator("body")).toHaveCSS("overscroll-behavior", "contain");
});

test("the sheet adds a reaction with any emoji, and then covers nothing", async ({ phoneIn }) => {
  const { phone } = await phoneIn("tap me");
  const sheet = await press(phone, "tap me");
  await sheet.getByRole("button", { name: "React with 👍" }).tap();
  await expect(article(phone, "tap me").getByRole("button", { name: "👍 1 reaction, including yours" })).toBeVisible();
  await expect(sheets(phone)).toHaveCount(0);
  await expect(toolbar(phone)).toHaveCount(0);
  await press(phone, "tap me");
  await sheet.getByRole("button", { name: "Add reaction" }).tap();
  await sheet.getByRole("button", { name: "grinning face", exact: true }).tap();
  await expect(article(phone, "tap me").getByRole("button", { name: "😀 1 reaction, including yours" })).toBeVisible();
});

test("the picker of a message's reactions is a sheet of large emoji, and a long press lists who reacted", async ({
  phoneIn,
}) => {
  const { phone } = await phoneIn("tap me");
  const sheet = await press(phone, "tap me");
  await sheet.getByRole("button", { name: "React with 👍" }).tap();
  await article(phone, "tap me").getByRole("button", { name: "Add another reaction" }).tap();
  const picker = phone.getByRole("dialog", { name: "Emoji" });
  const cell = picker.getByRole("button", { name: "grinning face", exact: true });
  const size = await cell.evaluate((button: HTMLElement) => Math.min(button.offsetWidth, button.offsetHeight));
  expect(size).toBeGreaterThanOrEqual(44);
  await expectAccessible(phone, "the sheet of emoji");
  await cell.tap();
  await expect(article(phone, "tap me").getByRole("button", { name: "😀 1 reaction, including yours" })).toBeVisible();
  const finger = await touch(phone, "👍");
  await expect(phone.getByRole("dialog", { name: "Reactions" })).toContainText("You");
  await finger.leave();
  await phone.keyboard.press("Escape");
  await expect(article(phone, "tap me").getByRole("button", { name: /^👍 1 reaction, including yours/ })).toBeVisible();
});

test("a tap outside, Escape and going back close the sheet and leave the channel open", async ({ phoneIn }) => {
  const { phone, channelId } = await phoneIn("tap me");
  await press(phone, "tap me");
  await phone.touchscreen.tap(200, 60);
  await expect(sheets(phone)).toHaveCount(0);
  await press(phone, "tap me");
  await phone.keyboard.press("Escape");
  await expect(sheets(phone)).toHaveCount(0);
  await expect(article(phone, "tap me")).toBeFocused();
  await press(phone, "tap me");
  await phone.goBack();
  await expect(sheets(phone)).toHaveCount(0);
  await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));
  await expect(article(phone, "tap me")).toBeVisible();
});

test("a message is edited and deleted from the sheet", async ({ phoneIn }) => {
  const { phone } = await phoneIn("tap me");
  const sheet = await press(phone, "tap me");
  await sheet.getByRole("button", { name: "Edit", exact: true }).tap();
  const editor = phone.getByRole("textbox", { name: "Edit message" });
  await expect(editor).toBeFocused();
  await editor.pressSequentially(" again");
  await phone.getByRole("button", { name: "Save" }).tap();
  await expect(article(phone, "tap me again")).toBeVisible();
  await expect(toolbar(phone)).toHaveCount(0);
  await press(phone, "tap me again");
  await sheet.getByRole("button", { name: "Delete" }).tap();
  await phone.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
  await expect(article(phone, "tap me again")).toHaveCount(0);
});

test("going back from a thread or filter that the sheet opened returns to the channel", async ({ phoneIn }) => {
  const { phone, channelId } = await phoneIn("tap me");
  const sheet = await press(phone, "tap me");
  await sheet.getByRole("button", { name: "Reply in thread" }).tap();
  await expect(phone.getByRole("region", { name: "Thread" })).toBeVisible();
  await phone.goBack();
  await expect(phone.getByRole("region", { name: "Thread" })).toHaveCount(0);
  await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));

  await post(phone.request, await seedWebhook(channelId, "CI"), { content: "build 7" });
  await press(phone, "build 7");
  await sheet.getByRole("link", { name: "Show only CI" }).tap();
  await expect(phone).toHaveURL(/webhook=\d+$/);
  await expect(sheets(phone)).toHaveCount(0);
  await phone.goBack();
  await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));
});

test("a message's text can be selected, and while it is, touch changes the selection", async ({ phoneIn }) => {
  const { phone } = await phoneIn("tap me");
  const sheet = await press(phone, "tap me");
  await sheet.getByRole("button", { name: "Select text" }).tap();
  await expect.poll(() => phone.evaluate(() => getSelection()?.toString())).toContain("tap me");
  await expect(article(phone, "tap me")).toHaveCSS("user-select", "auto");
  await phone.evaluate(() => getSelection()?.removeAllRanges());
  await expect(article(phone, "tap me")).toHaveCSS("user-select", "none");
});

test("a moving finger scrolls and doesn't open the sheet", async ({ phoneIn }) => {
  const { phone } = await phoneIn("swipe me");
  await expect(article(phone, "swipe me")).toBeVisible();
  // Moves the clock past the longest press.
  await phone.clock.install();
  const finger = await touch(phone, "swipe me");
  await finger.move(30);
  await phone.clock.runFor(2_000);
  await expect(sheets(phone)).toHaveCount(0);
  await finger.leave();
  const still = await touch(phone, "swipe me");
  await phone.clock.runFor(2_000);
  await expect(sheets(phone)).toBeVisible();
  await still.leave();
});

test("a screen reader on a phone opens the same sheet", async ({ phoneIn }) => {
  const { phone } = await phoneIn("find me");
  // Presses the button as a screen reader does after finding it in the message.
  await untilHydrated(phone);
  await article(phone, "find me").getByRole("button", { name: "Message actions" }).dispatchEvent("click");
  await expect(phone.getByRole("dialog", { name: /^Message by/ })).toBeVisible();
});

test("a sheet opened while the previous one's history entry is being removed stays open", async ({ phoneIn }) => {
  const { phone, channelId } = await phoneIn("press me");
  await phone.addInitScript(() => {
    const back = History.prototype.back;
    History.prototype.back = () => {
      document.addEventListener("go-back", () => back.call(history), { once: true });
    };
  });
  await phone.reload();
  const sheet = await press(phone, "press me");
  await phone.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await press(phone, "press me");
  const depth = await phone.evaluate(() => history.length);
  await phone.evaluate(() => document.dispatchEvent(new Event("go-back")));
  await expect.poll(() => phone.evaluate(() => history.state?.["parley.covered"] ?? false)).toBe(true);
  expect(await phone.evaluate(() => history.length)).toBe(depth);
  await expect(sheet).toBeVisible();
  await phone.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(phone).toHaveURL(new RegExp(`/channels/${channelId}$`));
});

// If the page gets the end of the touch late, it can't stop the browser from clicking what is under the finger by then. If
// the browser stopped waiting for the page, the touch is canceled, and it clicks as well.
for (const end of ["touchEnd", "touchCancel"] as const) {
  test(`the click after a long press and its ${end} is ignored, and the next tap works`, async ({ phoneIn }) => {
    const { phone } = await phoneIn("press me");
    const sheet = phone.getByRole("dialog", { name: /^Message by/ });
    const { x, y } = await pointOn(article(phone, "press me").getByText("press me"));
    await phone.clock.install();
    const session = await phone.context().newCDPSession(phone);
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
    await phone.clock.resume();
    await sheet.getByRole("button", { name: "Copy text" }).tap();
    await expect(sheet).toHaveCount(0);
  });
}

test("a message tapped before hydration shows no buttons afterwards", async ({ phoneIn }) => {
  const { phone, channelId } = await phoneIn("tap me early");
  // After a tap, browsers keep :hover: some until the next tap elsewhere, some until the next layout.
  await phone.addInitScript(() => {
    const matches = Element.prototype.matches;
    Object.defineProperty(Element.prototype, "matches", {
      value(this: Element, selector: string) {
        return selector === ":hover" ? this === document.activeElement : matches.call(this, selector);
      },
    });
  });
  await beforeHydration(phone, () => article(phone, "tap me early").tap(), `/channels/${channelId}`);
  const isHydrated = (each: Element) => Object.keys(each).some((key) => key.startsWith("__reactProps$"));
  await expect.poll(() => article(phone, "tap me early").evaluate(isHydrated)).toBe(true);
  // Hydration finishes in the next frame.
  await phone.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(toolbar(phone)).toHaveCount(0);
});
