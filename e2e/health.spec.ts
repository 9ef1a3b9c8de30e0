import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { expect, testWithMail as test } from "./fixtures";
import { ADA } from "./set-up";
import { asOwner } from "./steps";

const check = (page: Page, name: string) =>
  page.getByRole("list", { name: "Checks" }).getByRole("listitem", { name, exact: true });

async function enterHealth(page: Page): Promise<void> {
  await asOwner(page);
  await page.goto("/workspace/settings");
  await page.getByRole("tab", { name: "Health" }).click();
  await expect(check(page, "Parley")).toContainText("OK");
}

test("an owner sees how everything is doing, sends a test email, and backs up", async ({ page, office }) => {
  await enterHealth(page);
  for (const name of ["Database", "Search", "Push notifications", "Instances"]) {
    await expect(check(page, name)).toContainText("OK");
  }
  const instances = page.getByRole("table", { name: "Instances" });
  await expect(instances.getByRole("row", { name: /shows this page/ })).toContainText("Running");
  const jobs = page.getByRole("table", { name: "Scheduled jobs" });
  await expect(jobs.getByRole("row", { name: /^List this instance as running/ })).toContainText(
    /Succeeded.*30 seconds/,
  );

  await page.getByRole("button", { name: "Send a test email to me" }).click();
  await expect(page.getByText("Test email sent. Check your inbox.")).toBeVisible();
  expect(office.to(ADA.email).map(({ subject }) => subject)).toEqual(["Test email from Parley"]);
  await expect(check(page, "Email")).toContainText("1 sent, 0 failed");

  await expect(check(page, "Backups")).toContainText(/Needs attention\s*There is no backup yet\./);
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("Backup started. This page shows how it ends.")).toBeVisible();
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(check(page, "Backups")).toContainText("There is a recent backup.", { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(check(page, "Backups")).toContainText(/Archive:.*\.tar/);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
});

test("a part that can't be read says so while everything else works, and what was read stays while Parley can't be reached", async ({
  page,
  context,
}) => {
  await enterHealth(page);
  await db().$executeRaw`ALTER TABLE sendings RENAME TO elsewhere`;
  try {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(check(page, "Push notifications")).toContainText(/Unknown\s*This couldn't be read\./);
    await expect(check(page, "Database")).toContainText("OK");
    await page.reload();
    await expect(check(page, "Email")).toContainText(/Unknown\s*This couldn't be read\./);
  } finally {
    await db().$executeRaw`ALTER TABLE elsewhere RENAME TO sendings`;
  }
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(check(page, "Push notifications")).toContainText("OK");

  await context.setOffline(true);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("This couldn't be read again. Last checked at")).toBeVisible();
  await expect(check(page, "Database")).toContainText("OK");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText(/^Checked at/)).toBeVisible();
});
