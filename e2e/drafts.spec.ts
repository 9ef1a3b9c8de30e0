import type { Page } from "@playwright/test";
import { composer } from "./finders";
import { expect, test } from "./fixtures";
import { ADA } from "./set-up";
import { enterChannel, openAs } from "./steps";

test("a draft follows its author to another device while it's open, and is gone there once it's sent", async ({
  page,
  browser,
}) => {
  const name = `devices-${Date.now()}`;
  await page.clock.install();
  const id = await enterChannel(page, name);
  const { page: other } = await openAs(browser, ADA, "about:blank");
  await other.clock.install();
  await other.goto(`/channels/${id}`);
  // Drafts are saved after a pause in writing.
  const expectToFollow = (from: Page, to: Page, text: string) =>
    expect(async () => {
      await from.clock.fastForward(2_000);
      await expect(composer(to, name)).toHaveValue(text, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
  await composer(page, name).fill("Begun at the desk");
  await expectToFollow(page, other, "Begun at the desk");
  await composer(other, name).fill("Begun at the desk, finished on the phone");
  await expectToFollow(other, page, "Begun at the desk, finished on the phone");
  await other.getByRole("button", { name: "Send", exact: true }).click();
  await expectToFollow(other, page, "");
  await other.context().close();
});

test("what is typed while another tab changes the draft doesn't replace it", async ({ page }) => {
  const name = `tabs-${Date.now()}`;
  const id = await enterChannel(page, name);
  await composer(page, name).fill("Begun");
  // As the other tab does, whose event arrives late.
  const write = (channelId: string) => {
    const key = Object.keys(localStorage).find((each) => each.startsWith("parley.draft.") && each.endsWith(channelId));
    if (key === undefined) return false;
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage.setItem(key, JSON.stringify({ ...stored, text: "Begun in another tab" }));
    return true;
  };
  await expect.poll(() => page.evaluate(write, id)).toBe(true);
  await composer(page, name).fill("Begun and continued here");
  await expect(composer(page, name)).toHaveValue("Begun in another tab\n\nBegun and continued here");
});
