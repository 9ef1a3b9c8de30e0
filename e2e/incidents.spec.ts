import type { Page } from "@playwright/test";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { expectAccessible, post, withCompanion } from "./steps";

const RED = 0xcf222e;
const GREEN = 0x1a7f37;

const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "Incidents" }).getByRole("listitem").filter({ hasText: title });

test("a red card is an incident for everyone until it turns green, and someone takes care of it", async ({
  page,
  browser,
  request,
}) => {
  const name = `burning-${Date.now()}`;
  const { channelId, who, context, theirs: grace } = await withCompanion(page, browser, name);
  const url = await seedWebhook(channelId, "Monitor");
  const title = `Disk of ${name} is full`;
  const send = (color: number, description: string) =>
    post(request, url, { update_key: name, embeds: [{ title, description, color }] });
  // Posted after Grace's page was rendered, and before its stream begins.
  let release = () => {};
  const posted = new Promise<void>((resolve) => {
    release = resolve;
  });
  await grace.route("**/api/events?**", async (route) => {
    await posted;
    await route.continue();
  });
  await grace.goto("/incidents");
  await send(RED, "2 % left");
  await expect(article(page, title)).toBeVisible();
  release();
  await expect(row(grace, title)).toContainText("Critical");
  await expect(grace.getByRole("combobox", { name: "Channel" }).getByRole("option", { name: `#${name}` })).toHaveCount(
    1,
  );
  await expectAccessible(grace, "incidents");
  const counts = grace.getByRole("switch", { name: "Show the number in the sidebar" });
  await counts.click();
  const link = grace.getByRole("link", { name: /^Incidents, \d+ not acknowledged$/ });
  await expect(link).toBeVisible();

  const card = article(page, title);
  await card.getByRole("button", { name: "Acknowledge" }).click();
  await expect(card).toContainText("Acknowledged by Ada Lovelace");
  await expect(row(grace, title)).toContainText("Acknowledged by Ada Lovelace");
  await expect(card).toContainText("1 reply");

  // The same again changes nothing; worse or again says so.
  await send(RED, "1 % left");
  await expect(card).toContainText("1 % left");
  await expect(card).toContainText("Acknowledged by Ada Lovelace");
  await send(GREEN, "40 % left");
  await expect(row(grace, title)).toHaveCount(0);
  await expect(card).toContainText("40 % left");
  await expect(card.getByRole("button", { name: "Assign" })).toHaveCount(0);
  await send(RED, "0 % left");
  await expect(card).toContainText("Failing again. Ada Lovelace acknowledged it");

  await row(grace, title).getByRole("button", { name: "Assign" }).click();
  const member = grace.getByRole("dialog", { name: "Assign incident" }).getByRole("searchbox");
  await expect(member).toBeFocused();
  await member.fill("lovelace");
  await member.press("Enter");
  await expect(card).toContainText("Assigned to Ada Lovelace.");
  await row(grace, title).getByRole("button", { name: "Close" }).click();
  await expect(row(grace, title)).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Reassign" })).toHaveCount(0);
  await grace.getByRole("button", { name: "Undo" }).click();
  await expect(row(grace, title)).toContainText("Assigned to Ada Lovelace.");
  await expect(card.getByRole("button", { name: "Reassign" })).toBeVisible();

  // By keyboard, from the card's menu.
  await card.focus();
  await page.keyboard.press("ArrowUp");
  await card.hover();
  await card.getByRole("button", { name: "More" }).press("Enter");
  await page.getByRole("menuitem", { name: "Close incident" }).press("Enter");
  await expect(page.getByRole("region", { name: /^Notifications/ })).toContainText(`Closed “${title}`);
  await expect(card.getByRole("button", { name: "Reassign" })).toHaveCount(0);
  await expect(row(grace, title)).toHaveCount(0);
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row(grace, title)).toBeVisible();
  await expect(card.getByRole("button", { name: "Reassign" })).toBeVisible();
  await row(grace, title).getByRole("button", { name: "Close" }).click();

  await card.hover();
  await card.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit history" }).click();
  const history = page.getByRole("dialog", { name: "Edit history" });
  for (const act of [`${who.name} closed the incident.`, `${who.name} reopened the incident.`])
    await expect(history).toContainText(act);
  await context.close();
});
