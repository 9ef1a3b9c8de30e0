import { channelLink } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { enterChannel, post } from "./steps";

declare global {
  interface Window {
    titles: string[];
  }
}

test("the tab has a title at every moment while you switch channels", async ({ page }) => {
  const names = [`title-one-${Date.now()}`, `title-two-${Date.now()}`];
  for (const name of names) await seedChannel(name);
  await enterChannel(page, `title-three-${Date.now()}`);
  await page.evaluate(() => {
    window.titles = [];
    // The title after all observers have run, which is before anything is painted.
    const note = () => queueMicrotask(() => window.titles.push(document.title));
    new MutationObserver(note).observe(document.head, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  for (const name of names) {
    await channelLink(page, name).click();
    await expect(page).toHaveTitle(new RegExp(`#${name} · Parley$`));
  }
  expect(await page.evaluate(() => window.titles)).not.toContain("");
  await expect(page.locator("head > title")).toHaveCount(1);
});

test('on a phone the "Show channels" button says what is unread', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterChannel(page, `phone-${Date.now()}`);
  expect((await page.request.post("/api/channels/read")).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Show channels", exact: true })).toBeVisible();
  const url = await seedWebhook(await seedChannel(`elsewhere-${Date.now()}`), "CI");
  await post(request, url, { content: "Build passed" });
  await expect(page.getByRole("button", { name: "Show channels, unread messages" })).toBeVisible();
  const me = await page.locator("[data-person]").getAttribute("data-person");
  await post(request, url, { content: `Build failed, <@${me}>`, allowed_mentions: { parse: ["users"] } });
  await expect(page.getByRole("button", { name: "Show channels, 1 mention" })).toBeVisible();
});
