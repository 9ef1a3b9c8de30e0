import { expect, test } from "./fixtures";
import { createWebhook, enter, enterChannel, expectAccessibleAtRest, inviteLink, post } from "./steps";

test("axe finds nothing on any page", async ({ page, browser, request, parley }) => {
  test.setTimeout(180_000);
  await page.goto("/");
  await page.waitForURL(/\/(setup|login)/);
  await expectAccessibleAtRest(page, page.url());
  const channelId = await enterChannel(page, `axe-${Date.now()}`);
  await expectAccessibleAtRest(page, "an empty channel");
  const url = await createWebhook(page, channelId, "Axe");
  await expectAccessibleAtRest(page, "the panel with a new webhook's URL");
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
    await expectAccessibleAtRest(page, path);
  }
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("button", { name: "Edit" }).click();
  await expectAccessibleAtRest(page, "a webhook being edited");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessibleAtRest(page, "a confirmation");
  await page.keyboard.press("Escape");

  await page.goto(`/channels/${channelId}`);
  const link = await inviteLink(page);
  await page.getByRole("button", { name: "Invite people" }).click();
  await expect(page.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
  await expectAccessibleAtRest(page, "the invite dialog");
  const context = await browser.newContext({ baseURL: parley.baseUrl });
  const stranger = await context.newPage();
  for (const path of [link, "/login", `${parley.baseUrl}/invite/1-0000`]) {
    await stranger.goto(path);
    await expectAccessibleAtRest(stranger, path);
  }
  await context.close();
});

test("with reduced motion another theme is there at once, and nothing fades", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await enter(page);
  const color = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await color();
  await page.evaluate(() => {
    document.addEventListener("transitionrun", () => document.body.setAttribute("data-faded", ""));
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(color).not.toBe(light);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.locator("body")).not.toHaveAttribute("data-faded");
});
