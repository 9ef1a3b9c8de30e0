import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { env } from "@/lib/process/env";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson, seedTopics } from "./seed";
import { asOwner, enterWebhooks, GRACE, openFromMenu, signIn } from "./steps";

/** Chooses a filter and waits until it's applied. */
async function narrow(page: Page, by: string, label: string, url: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: by }).selectOption({ label });
  await page.waitForURL(url);
}

/** Signs a person in and out in their own browser, then tries a wrong password twice. */
async function comeAndGo(browser: Browser, person: typeof GRACE): Promise<void> {
  const context = await browser.newContext({ baseURL: env.baseUrl ?? "" });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, person);
  await page.waitForURL(/\/channels\/\d+$/);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login$/);
  for (const _ of Array(2)) {
    const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
    const form = { csrfToken, email: person.email, password: "not her password", json: "true" };
    expect((await page.request.post("/api/auth/callback/credentials", { form })).status()).toBe(401);
  }
  await context.close();
}

/** The log's rows, without the one of the headings. */
function rows(page: Page) {
  return page
    .getByRole("table", { name: "Audit log" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
}

/** Returns the text of these neighboring cells. */
function cells(...texts: string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s*"));
}

/** Exports the filtered log and returns the file's name and lines. */
async function exportCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  const text = readFileSync(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.trimEnd().split("\r\n") };
}

test("the audit log shows an owner who changed what", async ({ page }) => {
  const channelName = `audited-${Date.now()}`;
  await asOwner(page);
  const channelId = await seedChannel(channelName);
  await enterWebhooks(page, channelId, "CI");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Build");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem", { name: "Build" })).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Webhook paused")).toBeVisible();

  await openFromMenu(page, "Audit log");
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  const entries = rows(page);
  await expect(entries.nth(0)).toHaveText(cells("Ada Lovelace", "paused", `webhook Build in #${channelName}`));
  await expect(entries.nth(1)).toHaveText(cells("Ada Lovelace", "renamed webhook CI to Build", `#${channelName}`));

  await narrow(page, "Channel", `#${channelName}`, /channel=\d+/);
  await narrow(page, "Show", "Channels", /kind=channels/);
  await expect(entries).toHaveText([cells("Ada Lovelace", "created", `#${channelName}`)]);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Channel" })).toHaveValue(channelId);
  await expect(entries).toHaveCount(1);
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Members" });
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(entries.nth(0)).toHaveText(cells("Ada Lovelace", "paused", "webhook Build"));
});

test("the audit log shows sign-ins and failed ones, filters them by day and exports them as a file", async ({
  page,
  browser,
}) => {
  await asOwner(page);
  const stamp = Date.now();
  const person = { ...GRACE, name: `=Grace ${stamp}`, email: `file.${stamp}@example.com` };
  await seedPerson(person);
  await comeAndGo(browser, person);

  await page.goto("/workspace/audit-log");
  await narrow(page, "Person", person.name, /person=\d+/);
  const entries = rows(page);
  const grace = `=Grace ${stamp}`;
  await expect(entries).toHaveText([
    cells("Someone", "failed to sign in, 2 times within an hour", grace, "from 127.0.0.1"),
    cells(grace, "signed out of a session", "from 127.0.0.1"),
    cells(grace, "signed in", "from 127.0.0.1"),
    cells(grace, "joined", "Ada Lovelace's invite link"),
    cells(grace, "created an account"),
  ]);
  await narrow(page, "Show", "Sign-ins", /kind=sign-ins/);
  await expect(entries).toHaveCount(3);

  const { name, lines } = await exportCsv(page);
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toContain(`"session.started","'=Grace ${stamp}"`);

  await page.getByLabel("To", { exact: true }).fill("2026-01-31");
  await page.waitForURL(/to=2026-01-31/);
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("");
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
});

test("the audit log fits a phone", async ({ page }) => {
  await asOwner(page);
  await seedChannel(`phone-${"long".repeat(14)}-${Date.now()}`);
  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto("/workspace/audit-log");
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  for (const each of [page.getByRole("main"), page.locator("html")]) {
    expect(await each.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  const width = await page
    .getByRole("search", { name: "Filter the audit log" })
    .evaluate((each) => each.parentElement?.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test("the audit log is sorted by its headings, and Show more continues in that order", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`long-${Date.now()}`);
  await seedTopics(channelId, 51);
  await page.goto(`/workspace/audit-log?channel=${channelId}`);
  const entries = rows(page);
  await expect(entries).toHaveCount(50);
  await expect(entries.first()).toContainText("changed the topic");
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await expect(entries).toHaveCount(52);
  await expect(entries.last()).toHaveText(cells("created", "#long-"));
  await expect(more).toHaveCount(0);

  const what = page.getByRole("columnheader", { name: "What" });
  await what.getByRole("link").click();
  await expect(what).toHaveAttribute("aria-sort", "ascending");
  await expect(entries.first()).toHaveText(cells("created", "#long-"));
  await what.getByRole("link").click();
  await expect(what).toHaveAttribute("aria-sort", "descending");
  await more.click();
  await expect(entries).toHaveCount(52);
  await expect(entries.last()).toHaveText(cells("created", "#long-"));
});
