import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createChannel, createWebhook, enter, inviteLink, post } from "./steps";

async function expectAccessible(page: Page, where: string): Promise<void> {
  // A tooltip under the pointer is not part of the page at rest.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(page).toHaveTitle(/./);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(" | ")}`);
  expect(found, where).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on any page, ${colorScheme}`, async ({ page, browser, request, parley }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    await page.waitForURL(/\/(setup|login)/);
    await expectAccessible(page, page.url());
    await enter(page);
    const channelId = await createChannel(page, `axe-${colorScheme}-${Date.now()}`);
    await expectAccessible(page, "an empty channel");
    const url = await createWebhook(page, channelId, "Axe");
    await expectAccessible(page, "the panel with a new webhook's URL");
    await post(request, url, {
      content:
        "# Heading\n\n- [x] done\n- [ ] open\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst x = 1;\n```\n<https://example.com>",
      username: "Somebody else",
      embeds: [
        {
          title: "Title",
          url: "https://example.com/",
          description: "Some **text** and `code`",
          color: 15158332,
          author: { name: "Author", url: "https://example.com/" },
          footer: { text: "Footer" },
          timestamp: "2026-11-21T10:00:00Z",
          fields: [
            { name: "One", value: "1", inline: true },
            { name: "Two", value: "2", inline: true },
          ],
        },
      ],
    });
    await page.getByRole("button", { name: "Done" }).click();
    const paths = [
      `/channels/${channelId}`,
      `/channels/${channelId}/settings/overview`,
      `/channels/${channelId}/settings/members`,
      `/channels/${channelId}/settings/webhooks`,
      "/channels",
      "/people",
      "/account",
      "/nothing-here",
    ];
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
    await page.goto(`/channels/${channelId}/settings/webhooks`);
    await page.getByRole("button", { name: "Edit" }).click();
    await expectAccessible(page, "a webhook being edited");
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "a confirmation");
    await page.keyboard.press("Escape");

    await page.goto(`/channels/${channelId}`);
    const link = await inviteLink(page);
    await page.getByRole("button", { name: "Invite people" }).click();
    await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
    await expectAccessible(page, "the invite dialog");
    const context = await browser.newContext({ baseURL: parley.baseUrl, colorScheme });
    const stranger = await context.newPage();
    for (const path of [link, "/login", `${parley.baseUrl}/invite/1-0000`]) {
      await stranger.goto(path);
      await expectAccessible(stranger, path);
    }
    await context.close();
  });
}
