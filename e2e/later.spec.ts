import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { enterChannel, expectAccessible, untilHydrated, write } from "./steps";

test("a message is saved by its menu or a key, listed on every device, and done or removed there", async ({
  page,
  context,
}) => {
  const name = `later-${Date.now()}`;
  await enterChannel(page, name);
  await write(page, name, "Read this on Friday");
  const said = article(page, "Read this on Friday");
  const other = await context.newPage();
  await other.goto("/later");
  await untilHydrated(other);

  await said.hover();
  await said.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Save for later" }).click();
  await expect(said).toContainText("Saved for later");
  const row = other
    .getByRole("list", { name: "Saved for later" })
    .getByRole("listitem")
    .filter({ hasText: "Read this" });
  await expect(row).toContainText(`in #${name}`);

  // By key, there and back.
  await page.bringToFront();
  await composer(page, name).focus();
  await page.keyboard.press("Shift+Tab");
  // The toolbar's buttons come before the message, if it is shown.
  await said.focus();
  await page.keyboard.press("s");
  await expect(said).not.toContainText("Saved for later");
  await expect(row).toHaveCount(0);
  await page.keyboard.press("s");
  await expect(row).toBeVisible();

  await row.getByRole("button", { name: "Change the reminder" }).click();
  const dialog = other.getByRole("dialog", { name: "Remind me" });
  await expectAccessible(other, "the choice of a time");
  await dialog.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(row).toContainText("Reminder ");
  await row.getByRole("button", { name: "Mark as done" }).click();
  await expect(row).toHaveCount(0);
  await other.getByRole("link", { name: "Done" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});

test("a reminder is written with its time, and arrives as an unread message", async ({ page }) => {
  await enterChannel(page, `remind-${Date.now()}`);
  await page.goto("/later");
  const field = page.getByRole("textbox", { name: "New reminder" });
  await field.fill("water the plants in 2 hours");
  await field.press("Enter");
  const row = page.getByRole("listitem").filter({ hasText: "water the plants" });
  await expect(row).toContainText("Reminder ");
  await expect(field).toHaveValue("");
  await field.fill("feed the cat");
  await field.press("Enter");
  const dialog = page.getByRole("dialog", { name: "When?" });
  await dialog.getByLabel("Another time").fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Set reminder" }).click();
  await expect(dialog.getByRole("alert")).toContainText("in the future");
  await dialog.getByRole("button", { name: /^In an hour/ }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "feed the cat" })).toBeVisible();
});
