import type { Page } from "@playwright/test";
import { article, channelLink } from "./finders";
import { expect, test } from "./fixtures";
import { owner, seedChannel, seedMessage, seedWebhook } from "./seed";
import { enterChannel, post } from "./steps";

/** Creates two channels, one with a webhook, and opens the other. `me` is the reader's id. */
async function setUp(page: Page): Promise<{ name: string; channelId: string; url: string; me: string }> {
  const name = `deploys-${Date.now()}`;
  const channelId = await seedChannel(name);
  await seedMessage(channelId, "Here I am.");
  const url = await seedWebhook(channelId, "CI");
  await enterChannel(page, `quiet-${Date.now()}`);
  return { name, channelId, url, me: `${(await owner()).id}` };
}

test("a webhook mentions the people that its allowed_mentions permits, and they see it; without it, @names mention no one", async ({
  page,
  request,
}) => {
  const { name, channelId, url, me } = await setUp(page);
  await post(request, url, { content: `<@${me}> and @everyone`, embeds: [{ title: `By <@${me}>` }] });
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await post(request, url, { content: `<@${me}> broke it`, allowed_mentions: { users: [me] } });
  await expect(channelLink(page, `${name}, 2 unread, 1 mention`)).toBeVisible();
  await post(request, url, { content: `<@!${me}> mended it`, allowed_mentions: { parse: ["users"] } });
  await expect(channelLink(page, `${name}, 3 unread, 2 mentions`)).toBeVisible();

  await page.goto(`/channels/${channelId}`);
  const message = article(page, "broke it");
  await expect(message).toHaveAccessibleName(/mentions you$/);
  await expect(message.getByText("@Ada Lovelace", { exact: true })).toBeVisible();
  await expect(message).not.toContainText(me);
  const plain = article(page, "Here I am.");
  const background = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
  expect(await message.evaluate(background)).not.toBe(await plain.evaluate(background));
  const unmentioned = article(page, "and @everyone");
  await expect(unmentioned.getByText("@Ada Lovelace", { exact: true })).toBeVisible();
  await expect(unmentioned.getByText("By @Ada Lovelace")).toBeVisible();
  await expect(unmentioned).not.toHaveAccessibleName(/mentions you/);
  await expect(channelLink(page, name)).toBeVisible();
});

test("a webhook mentions @everyone only if it asks to and the channel allows it", async ({ page, request }) => {
  const { name, channelId, url } = await setUp(page);
  const toEveryone = (content: string) => post(request, url, { content, allowed_mentions: { parse: ["everyone"] } });
  const allow = page.getByRole("switch", { name: "Webhooks can mention everyone" });
  const setAllowed = async (allowed: boolean) => {
    await page.goto(`/channels/${channelId}/settings/overview`);
    await expect(allow).toBeEnabled();
    if ((await allow.isChecked()) !== allowed) {
      await allow.click();
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    }
    await page.reload();
    await expect(allow).toBeChecked({ checked: allowed });
  };

  await setAllowed(false);
  await toEveryone("@everyone, not allowed");
  await expect(channelLink(page, `${name}, 1 unread`)).toBeVisible();
  await setAllowed(true);
  await post(request, url, { content: "@everyone, not asked for" });
  await expect(channelLink(page, `${name}, 2 unread`)).toBeVisible();
  await toEveryone("@everyone, allowed");
  await expect(channelLink(page, `${name}, 3 unread, 1 mention`)).toBeVisible();

  await page.goto(`/channels/${channelId}`);
  await expect(article(page, "@everyone, allowed")).toHaveAccessibleName(/mentions you$/);
  await expect(article(page, "@everyone, allowed").getByText("@everyone", { exact: true })).toBeVisible();
  for (const text of ["@everyone, not allowed", "@everyone, not asked for"]) {
    await expect(article(page, text)).not.toHaveAccessibleName(/mentions you/);
  }
});
