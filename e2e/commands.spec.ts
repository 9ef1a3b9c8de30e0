import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { enterChannel, untilHydrated } from "./steps";

test("commands are chosen from a list, do what they say and are never sent; other texts with a slash are messages", async ({
  page,
}) => {
  const name = `commands-${Date.now()}`;
  await enterChannel(page, name);
  await untilHydrated(page);
  const field = composer(page, name);
  await field.pressSequentially("/");
  const list = page.getByRole("listbox", { name: "Commands" });
  await expect(list.getByRole("option")).toHaveCount(5);
  await field.pressSequentially("to");
  await expect(list.getByRole("option")).toHaveText([/^\/topic text/]);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("/topic ");
  await field.pressSequentially("Kilns and glazes");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Topic changed")).toBeVisible();
  await expect(page.getByRole("banner").or(page.locator("header")).getByText("Kilns and glazes").first()).toBeVisible();
  await expect(field).toHaveValue("");

  await field.fill("/remind call Bo");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Write what and when")).toBeVisible();
  await expect(field).toHaveValue("/remind call Bo");
  await field.fill("/remind me to call Bo in 2 hours");
  await page.keyboard.press("Enter");
  await expect(page.getByText("We'll remind you. See it under Later.")).toBeVisible();
  await field.fill("/mute");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Muted: this channel doesn't notify you")).toBeVisible();

  // A restored draft is a command too, before its code is loaded.
  await field.fill("/topic Only kilns");
  await page.reload();
  await expect(field).toHaveValue("/topic Only kilns");
  await field.press("Enter");
  await expect(page.getByText("Topic changed")).toBeVisible();

  await field.fill("/remnd me");
  await page.keyboard.press("Enter");
  await expect(page.getByText("There's no command /remnd.")).toBeVisible();
  await expect(article(page, "/remnd me")).toHaveCount(0);
  await expect(field).toHaveValue("/remnd me");
  await page.keyboard.press("Enter");
  await expect(article(page, "/remnd me")).toBeVisible();

  await field.fill("/etc/hosts is a file");
  await page.keyboard.press("Enter");
  await expect(article(page, "/etc/hosts is a file")).toBeVisible();
  await expect(article(page, "/remind")).toHaveCount(0);
  await expect(article(page, "/topic")).toHaveCount(0);
  await page.goto("/later");
  await expect(page.getByRole("listitem").filter({ hasText: "call Bo" })).toBeVisible();
});
