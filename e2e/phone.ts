import type { Locator, Page } from "@playwright/test";
import { article } from "./finders";
import { test as base, expect } from "./fixtures";
import { seedChannel, seedMessage } from "./seed";
import { asOwner } from "./steps";

type InChannel = { phone: Page; channelId: string };

/** `test` for what is done with a finger. */
export const test = base.extend<{ phoneIn: (said: string) => Promise<InChannel> }>({
  /** Opens the owner's phone in a new channel in which they have said this, and closes it after the test. */
  phoneIn: async ({ page, browser, parley: { baseUrl: baseURL } }, use) => {
    await asOwner(page);
    const storageState = await page.context().storageState();
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ baseURL, storageState, hasTouch: true, isMobile: true, viewport });
    await use(async (said) => {
      const channelId = await seedChannel(`touch-${Date.now()}`);
      await seedMessage(channelId, said);
      const phone = await context.newPage();
      await phone.goto(`/channels/${channelId}`);
      return { phone, channelId };
    });
    await context.close();
  },
});

/** Where a text begins, in the middle of its height, once it is there and stands still: going back may still be bringing it. */
export async function pointOn(text: Locator): Promise<{ x: number; y: number }> {
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
export async function touch(phone: Page, text: string) {
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
export async function press(phone: Page, text: string): Promise<Locator> {
  const finger = await touch(phone, text);
  const sheet = phone.getByRole("dialog", { name: /^Message by/ });
  await expect(sheet).toBeVisible();
  await finger.leave();
  await expect(sheet).toBeVisible();
  return sheet;
}
