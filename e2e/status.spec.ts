import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/publish";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { enter, enterChannel, GRACE, newcomer, write } from "./steps";

/** Opens the dialog for one's own status from the account menu. */
async function openStatus(page: Page) {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Set a status…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a status" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("a status stands beside its person's name on every open page at once, and ends by itself", async ({
  page,
  browser,
}) => {
  await enter(page);
  const stamp = Date.now();
  const name = `status-${stamp}`;
  const channelId = await enterChannel(page, name);
  const grace = { ...GRACE, name: `Grace ${stamp}`, email: `${name}@example.com` };
  const { context, page: hers } = await newcomer(browser, grace);
  await hers.goto(`/channels/${channelId}`);
  await hers.getByRole("button", { name: "Join channel" }).click();
  await write(hers, name, "hello from her");
  const hello = article(page, "hello from her");
  await expect(hello).toBeVisible();

  await test.step("a preset in two presses, for an hour", async () => {
    const dialog = await openStatus(hers);
    await dialog.getByRole("button", { name: "In a meeting" }).click();
    await expect(dialog.getByRole("textbox", { name: "Status" })).toHaveValue("In a meeting");
    await expect(dialog.getByRole("combobox", { name: "Clear after" })).toHaveValue("1h");
    await dialog.getByRole("button", { name: "Save status" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(hers.getByRole("button", { name: "Account", exact: true })).toBeFocused();
    for (const tab of [page, hers]) {
      await expect(article(tab, "hello from her").getByRole("img", { name: "In a meeting" })).toHaveText("📅");
    }
  });

  await test.step("with its end in the card, and in the lists", async () => {
    await hello.getByRole("button", { name: `Profile of ${grace.name}` }).click();
    const card = page.getByRole("dialog", { name: grace.name });
    await expect(card.getByText(/^In a meeting (until|through)/)).toBeVisible();
    await card.getByRole("button", { name: "Message" }).click();
    await expect(page.getByRole("textbox", { name: `Message ${grace.name}` })).toBeVisible();
    const link = page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: grace.name });
    await expect(link).toContainText("📅");
    await expect(link).toHaveAccessibleDescription(/In a meeting$/);
    await page.goto("/people");
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: grace.name });
    await expect(row.getByRole("img", { name: "In a meeting" })).toBeVisible();
  });

  await test.step("with an emoji of one's own", async () => {
    const dialog = await openStatus(hers);
    await dialog.getByRole("button", { name: /^Emoji 📅/ }).click();
    await dialog.getByRole("searchbox", { name: "Search emoji" }).fill("palm_tree");
    await hers.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: /^Emoji 🌴/ })).toBeFocused();
    await dialog.getByRole("textbox", { name: "Status" }).fill("Under a palm");
    await dialog.getByRole("combobox", { name: "Clear after" }).selectOption("never");
    await dialog.getByRole("button", { name: "Save status" }).click();
    await page.goto(`/channels/${channelId}`);
    await expect(hello.getByRole("img", { name: "Under a palm" })).toHaveText("🌴");
  });

  await test.step("until it ends, without anybody doing anything", async () => {
    const { id } = await db().user.findUniqueOrThrow({ where: { email: grace.email }, select: { id: true } });
    const data = { statusText: "Nearly back", statusEndsAt: new Date(Date.now() + 8_000) };
    await db().user.update({ where: { id }, data });
    publish({ kind: "person", userId: id });
    const mark = hello.getByRole("img", { name: "Nearly back" });
    await expect(mark).toBeVisible();
    await expect(mark).toHaveCount(0);
    await page.reload();
    await expect(hello).toBeVisible();
    await expect(hello.getByRole("img")).toHaveCount(0);
  });

  await test.step("or is taken back", async () => {
    const dialog = await openStatus(hers);
    await dialog.getByRole("textbox", { name: "Status" }).fill("Here again");
    await dialog.getByRole("button", { name: "Save status" }).click();
    await expect(hello.getByRole("img", { name: "Here again" })).toHaveText("💬");
    await hers.getByRole("button", { name: "Account", exact: true }).click();
    await hers.getByRole("menuitem", { name: /^Clear status/ }).click();
    await expect(hello.getByRole("img")).toHaveCount(0);
  });
  await context.close();
});

test("a status needs something to say, and no more than a line", async ({ page, browser }) => {
  await enter(page);
  const stamp = Date.now();
  const person = { ...GRACE, name: `Grace ${stamp}`, email: `said-${stamp}@example.com` };
  const { context, page: hers } = await newcomer(browser, person);
  const dialog = await openStatus(hers);
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(dialog.getByText("Choose an emoji, or say what you are up to.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Status" }).fill("x".repeat(101));
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(dialog.getByText("A status can have at most 100 characters.")).toBeVisible();
  await hers.keyboard.press("Escape");
  await expect(hers.getByRole("button", { name: "Account", exact: true })).toBeFocused();
  await context.close();
});
