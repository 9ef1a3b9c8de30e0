import type { Browser, Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { withCompanion, write } from "./steps";

/** Opens the status dialog from the account menu. */
async function openStatus(page: Page) {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: "Set a status…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a status" });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A channel with two people, in which the other one has posted. */
async function hello(page: Page, browser: Browser) {
  const name = `status-${Date.now()}`;
  const { who, context, theirs } = await withCompanion(page, browser, name);
  await write(theirs, name, "hello from her");
  const said = article(page, "hello from her");
  await expect(said).toBeVisible();
  return { who, context, theirs, said };
}

test("a status is set in two clicks, for an hour, and appears next to the name on every open page", async ({
  page,
  browser,
}) => {
  const { who, context, theirs, said } = await hello(page, browser);
  const dialog = await openStatus(theirs);
  await expect(dialog.getByRole("textbox", { name: "Status" })).toBeFocused();
  await dialog.getByRole("button", { name: "In a meeting" }).click();
  await expect(dialog.getByRole("textbox", { name: "Status" })).toHaveValue("In a meeting");
  await expect(dialog.getByRole("combobox", { name: "Clear after" })).toHaveValue("1h");
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(theirs.getByRole("button", { name: "Account", exact: true })).toBeFocused();
  for (const tab of [page, theirs]) {
    await expect(article(tab, "hello from her").getByRole("img", { name: "In a meeting" })).toHaveText("📅");
  }

  await said.getByRole("button", { name: `Profile of ${who.name}` }).click();
  const card = page.getByRole("dialog", { name: who.name });
  await expect(card.getByText(/^In a meeting (until|through)/)).toBeVisible();
  await card.getByRole("button", { name: "Message" }).click();
  await expect(page.getByRole("textbox", { name: `Message ${who.name}` })).toBeVisible();
  const link = page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: who.name });
  await expect(link).toContainText("📅");
  await expect(link).toHaveAccessibleDescription(/In a meeting$/);
  await page.goto(`/people?q=${encodeURIComponent(who.name)}`);
  const row = page.getByRole("main").getByRole("row").filter({ hasText: who.name });
  await expect(row.getByRole("img", { name: "In a meeting" })).toBeVisible();
  await context.close();
});

test("a status has any emoji or a text, gets an emoji if it has none, can be cleared, and ends on time", async ({
  page,
  browser,
}) => {
  await page.clock.install();
  const { who, context, theirs, said } = await hello(page, browser);
  const dialog = await openStatus(theirs);
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(dialog.getByText("Choose an emoji or enter a status.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Status" }).fill("x".repeat(101));
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(dialog.getByText("A status can have at most 100 characters.")).toBeVisible();
  await theirs.keyboard.press("Escape");
  await expect(theirs.getByRole("button", { name: "Account", exact: true })).toBeFocused();

  await openStatus(theirs);
  await dialog.getByRole("button", { name: "Choose an emoji" }).click();
  await dialog.getByRole("searchbox", { name: "Search emoji" }).fill("palm_tree");
  await theirs.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: /^Emoji 🌴/ })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Status" }).fill("Under a palm");
  await dialog.getByRole("combobox", { name: "Clear after" }).selectOption("never");
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(said.getByRole("img", { name: "Under a palm" })).toHaveText("🌴");
  await theirs.getByRole("button", { name: "Account", exact: true }).click();
  await theirs.getByRole("menuitem", { name: /^Clear status/ }).click();
  await expect(said.getByRole("img")).toHaveCount(0);

  await openStatus(theirs);
  await dialog.getByRole("textbox", { name: "Status" }).fill("Back at noon");
  await dialog.getByRole("button", { name: "Save status" }).click();
  await expect(said.getByRole("img", { name: "Back at noon" })).toHaveText("💬");
  const end = async (statusEndsAt: Date) => {
    const where = { email: who.email };
    const data = { statusText: "Nearly back", statusEndsAt };
    const { id } = await db().user.update({ where, data, select: { id: true } });
    publish({ kind: "person", userId: id });
  };
  await end(new Date(Date.now() + 3_600_000));
  const mark = said.getByRole("img", { name: "Nearly back" });
  await expect(mark).toBeVisible();
  await page.clock.fastForward(3_600_000);
  await expect(mark).toHaveCount(0);
  await end(new Date(Date.now() - 1_000));
  await page.reload();
  await expect(said).toBeVisible();
  await expect(said.getByRole("img")).toHaveCount(0);
  await context.close();
});
