import type { Locator, Page } from "@playwright/test";
import { article } from "./finders";
import { test as base, expect } from "./fixtures";
import { seedChannel, seedMessage } from "./seed";
import { asOwner } from "./steps";

type InChannel = { phone: Page; channelId: string };

/** `test` for a phone with a touchscreen. */
export const test = base.extend<{ phoneIn: (said: string) => Promise<InChannel> }>({
  /** Opens a new channel with this message on the owner's phone, and closes it after the test. */
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

/** Returns a point at the start of a text, once it's visible and no longer moves. */
export async function pointOn(text: Locator): Promise<{ x: number; y: number }> {
  let point = { x: 0, y: 0 };
  await expect(async () => {
    const [before, after] = [await text.boundingBox(), await text.boundingBox()];
    if (!before || !after) throw new Error("The text isn't visible yet.");
    expect(after).toEqual(before);
    point = { x: after.x + 12, y: after.y + after.height / 2 };
  }).toPass();
  return point;
}

/** Puts a finger on a message. Returns functions to move and to lift it. */
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

/** Long-presses a message and returns its sheet. */
export async function press(phone: Page, text: string): Promise<Locator> {
  const finger = await touch(phone, text);
  const sheet = phone.getByRole("dialog", { name: /^Message by/ });
  await expect(sheet).toBeVisible();
  await finger.leave();
  await expect(sheet).toBeVisible();
  return sheet;
}
