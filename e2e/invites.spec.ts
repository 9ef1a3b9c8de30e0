import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { enter, expectAccessibleAtRest, GRACE, inviteLink, join } from "./steps";

/** Creates a link for one person in the invite dialog, which stays open. Returns its URL and the usual link's. */
async function linkForOne(page: Page): Promise<{ url: string; usual: string }> {
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  const link = dialog.getByRole("textbox", { name: "Invite link" });
  await expect(link).toHaveValue(/\/invite\//);
  const usual = await link.inputValue();
  await dialog.getByRole("combobox", { name: "Max uses" }).selectOption({ label: "1 person" });
  await dialog.getByRole("combobox", { name: "Expires after" }).selectOption({ label: "1 day" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(link).not.toHaveValue(usual);
  return { url: await link.inputValue(), usual };
}

test("an invite link for one person works once, is then no longer offered, and says what to do, also if it's used up while the form is open", async ({
  page,
  browser,
}) => {
  await enter(page);
  const { url, usual } = await linkForOne(page);
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await expect(dialog.getByText("1 of 1 use left. Expires")).toBeVisible();
  // The earlier link still works.
  await expect(dialog.getByRole("list", { name: "Other active links" })).toContainText("Created by Ada Lovelace");
  await page.keyboard.press("Escape");
  const context = await browser.newContext();
  const late = await context.newPage();
  await late.goto(url);
  await late.getByRole("textbox", { name: "Your name" }).fill("Too Late");
  await late.getByRole("textbox", { name: "Email" }).fill(`late.${Date.now()}@example.com`);
  await late.getByRole("textbox", { name: "Password" }).fill("another long secret");
  const joined = await join(browser, url, { ...GRACE, email: `one.${Date.now()}@example.com` });
  await joined.context.close();
  expect(await inviteLink(page)).toBe(usual);

  await late.getByRole("button", { name: /^Join/ }).click();
  const why = "It has reached its maximum number of uses. Ask for a new one.";
  await expect(late.getByText(`This invite link is no longer valid. ${why}`)).toBeVisible();
  await late.reload();
  await expect(late.getByRole("heading", { name: "This invite link is no longer valid" })).toBeVisible();
  await expect(late.getByText(why)).toBeVisible();
  await context.close();
});

test("a member who opens an invite link learns that they're in, or why the link has ended", async ({ page }) => {
  await enter(page);
  await page.goto(await inviteLink(page));
  await expect(page.getByRole("heading", { name: "You're already in Analytical Engines" })).toBeVisible();
  await expectAccessibleAtRest(page, "an invite link for a member");
  await page.goto("/invite/1-0000");
  await expect(page.getByRole("heading", { name: "This invite link is no longer valid" })).toBeVisible();
  await page.getByRole("link", { name: "Open Analytical Engines" }).click();
  await page.waitForURL(/\/channels\/\d+$/);
});

test("the invite dialog fits a phone", async ({ page }) => {
  await enter(page);
  await page.setViewportSize({ width: 390, height: 740 });
  await page.getByRole("button", { name: "Show channels" }).click();
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await expect(dialog.getByRole("textbox", { name: "Invite link" })).toHaveValue(/\/invite\//);
  await dialog.getByRole("button", { name: "Create link" }).scrollIntoViewIfNeeded();
  const body = dialog
    .getByRole("textbox", { name: "Invite link" })
    .locator("xpath=ancestor::*[contains(@class,'overflow-y-auto')][1]");
  expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
