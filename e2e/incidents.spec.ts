import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { article } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, expectAccessible, holdRequests, post, untilHydrated, withCompanion } from "./steps";

const RED = 0xcf222e;
const AMBER = 0xbf8700;
const GREEN = 0x1a7f37;

const row = (page: Page, title: string) => page.locator("[data-incident]").filter({ hasText: title });
const group = (page: Page, name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem");
const subjects = async (page: Page, name: string) => {
  const links = await group(page, name).getByRole("link").allInnerTexts();
  return links.map((text) => text.trim());
};

/** Creates a channel of the owner and Grace, and a monitor that posts about one disk. */
async function setUp(page: Page, browser: Browser, request: APIRequestContext, name: string) {
  const companion = await withCompanion(page, browser, name);
  const url = await seedWebhook(companion.channelId, "Monitor");
  const title = `Disk of ${name} is full`;
  const send = (color: number, description: string) =>
    post(request, url, { update_key: name, embeds: [{ title, description, color }] });
  // Earlier tests' incidents could fill the first page of all.
  return { ...companion, title, send, list: `/incidents?channel=${companion.channelId}` };
}

test("a red card is an incident for everyone until it turns green, and says who acknowledged it", async ({
  page,
  browser,
  request,
}) => {
  const name = `burning-${Date.now()}`;
  const { context, theirs: grace, title, send, list } = await setUp(page, browser, request, name);
  // Posted after Grace's page was rendered, and before its stream begins.
  const release = await holdRequests(grace, "**/api/events?**");
  await grace.goto(list);
  await send(RED, "2 % left");
  await expect(article(page, title)).toBeVisible();
  release();
  // Only a tool says that something is critical.
  await expect(row(grace, title)).toContainText("Alert");
  await expect(grace.getByRole("combobox", { name: "Channel" }).getByRole("option", { name: `#${name}` })).toHaveCount(
    1,
  );
  await expectAccessible(grace, "incidents");
  const link = grace.getByRole("link", { name: /^Incidents, \d+ needs? someone$/ });
  await expect(link).toBeVisible();
  await grace.getByRole("switch", { name: "Show the number in the sidebar" }).click();
  await expect(link).toHaveCount(0);

  const card = article(page, title);
  await card.getByRole("button", { name: "Acknowledge" }).click();
  await expect(card).toContainText("Acknowledged by Ada Lovelace");
  await expect(row(grace, title)).toContainText("Acknowledged by Ada Lovelace");

  // The same again changes nothing; worse or again says so.
  await send(RED, "1 % left");
  await expect(card).toContainText("1 % left");
  await expect(card).toContainText("Acknowledged by Ada Lovelace");
  await send(GREEN, "40 % left");
  await expect(group(grace, "Taken").filter({ hasText: title })).toHaveCount(0);
  await expect(group(grace, "Resolved today").filter({ hasText: title })).toBeVisible();
  await expect(card).toContainText("40 % left");
  await expect(card.getByRole("button", { name: "Assign" })).toHaveCount(0);
  await send(RED, "0 % left");
  await expect(card).toContainText("Failing again. Ada Lovelace acknowledged it");
  // Acts are no replies.
  await expect(card).not.toContainText("1 reply");
  await context.close();
});

test("an incident is assigned, closed and reopened from the list and by keyboard from its card's menu", async ({
  page,
  browser,
  request,
}) => {
  const name = `assigned-${Date.now()}`;
  const { who, context, theirs: grace, title, send, list } = await setUp(page, browser, request, name);
  for (const left of ["2 % left", "0 % left"]) await send(RED, left);
  const card = article(page, title);
  await grace.goto(list);
  const burning = group(grace, "Needs someone").filter({ hasText: title });
  await burning.hover();
  await burning.getByRole("button", { name: "Assign" }).click();
  const member = grace.getByRole("dialog", { name: "Assign incident" }).getByRole("searchbox");
  await expect(member).toBeFocused();
  await member.fill("lovelace");
  await member.press("Enter");
  await expect(card).toContainText("Assigned to Ada Lovelace.");
  const taken = group(grace, "Taken").filter({ hasText: title });
  await taken.hover();
  await taken.getByRole("button", { name: "Close" }).click();
  await expect(card.getByRole("button", { name: "Reassign" })).toHaveCount(0);
  const closed = group(grace, "Resolved today").filter({ hasText: `Closed by ${who.name}` });
  await expect(closed).toBeVisible();
  await grace.getByRole("button", { name: "Undo" }).click();
  await expect(taken).toContainText("Assigned to Ada Lovelace.");
  await expect(card.getByRole("button", { name: "Reassign" })).toBeVisible();

  // By keyboard, from the card's menu.
  await card.focus();
  await page.keyboard.press("ArrowUp");
  await card.hover();
  await card.getByRole("button", { name: "More" }).press("Enter");
  await page.getByRole("menuitem", { name: "Close incident" }).press("Enter");
  await expect(page.getByRole("region", { name: /^Notifications/ })).toContainText(`Closed “${title}`);
  await expect(card.getByRole("button", { name: "Reassign" })).toHaveCount(0);
  await expect(taken).toHaveCount(0);
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(taken).toBeVisible();
  await expect(card.getByRole("button", { name: "Reassign" })).toBeVisible();
  await taken.hover();
  await taken.getByRole("button", { name: "Close" }).click();
  await expect(taken).toHaveCount(0);

  await card.hover();
  await card.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit history" }).click();
  const history = page.getByRole("dialog", { name: "Edit history" });
  for (const act of [`${who.name} closed the incident.`, `${who.name} reopened the incident.`])
    await expect(history).toContainText(act);
  // Assigning left a notice that leads to the card.
  await page.goto("/inbox?show=notices");
  await expect(page.getByText(`${who.name} assigned an incident to Ada Lovelace in #${name}`)).toBeVisible();
  await page.getByRole("link", { name: "Incident", exact: true }).first().click();
  await expect(article(page, title)).toBeVisible();
  await context.close();
});

test("the list is worked through by keyboard: move, acknowledge, assign, close, undo, and open beside it", async ({
  page,
  request,
}) => {
  const name = `night-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "Monitor");
  for (const [title, color] of [
    ["Amber", AMBER],
    ["First", RED],
    ["Second", RED],
    ["Third", RED],
  ] as const)
    await post(request, url, { update_key: title, embeds: [{ title, color }] });
  await page.goto(`/incidents?channel=${channelId}`);
  expect(await subjects(page, "Needs someone")).toEqual(["Third", "Second", "First", "Amber"]);
  await expect(page.getByRole("heading", { name: /^Needs someone 4/ })).toBeVisible();
  for (const box of await group(page, "Needs someone").all()) expect((await box.boundingBox())?.height).toBe(44);

  const link = (title: string) => row(page, title).getByRole("link", { name: title });
  await page.keyboard.press("ArrowDown");
  await expect(link("Third")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link("Second")).toBeFocused();
  await page.keyboard.press("a");
  await expect(link("First")).toBeFocused();
  await expect(group(page, "Taken")).toContainText(["Acknowledged by Ada Lovelace"]);
  await page.keyboard.press("c");
  await expect(link("Amber")).toBeFocused();
  await expect(group(page, "Resolved today")).toContainText(["Closed by Ada Lovelace"]);
  await page.keyboard.press("u");
  await expect(group(page, "Needs someone").filter({ hasText: "First" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(group(page, "Taken")).toHaveCount(0);

  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Assign incident" });
  await dialog.getByRole("searchbox").fill("lovelace");
  await dialog.getByRole("searchbox").press("Enter");
  await expect(group(page, "Taken").filter({ hasText: "Amber" })).toContainText(["Assigned to Ada Lovelace."]);

  // Several at once.
  await link("Third").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected incidents" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("region", { name: /^Notifications/ })).toContainText("Closed 2 incidents");
  await expect.poll(() => subjects(page, "Needs someone")).toEqual(["First"]);
  await row(page, "Third").getByRole("button", { name: "Reopen" }).click();
  await expect(group(page, "Needs someone").filter({ hasText: "Third" })).toBeVisible();

  await link("First").focus();
  await page.keyboard.press("Enter");
  const thread = page.getByRole("region", { name: "Thread" });
  await expect(thread).toContainText("First");
  await expect(thread).toContainText("Ada Lovelace closed this.");
  await expect(row(page, "First")).toBeVisible();
  await thread.getByRole("textbox", { name: "Reply" }).fill("On it");
  await page.keyboard.press("Enter");
  await expect(thread).toContainText("1 reply");
  await thread.getByRole("button", { name: "Close thread" }).click();
  await expect(thread).toHaveCount(0);
});

test("rows don't move under the pointer for a second after a press", async ({ page, request }) => {
  const name = `steady-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "Monitor");
  const send = (title: string) => post(request, url, { update_key: title, embeds: [{ title, color: RED }] });
  for (const title of ["One", "Two", "Three"]) await send(title);
  await page.clock.install();
  await page.goto(`/incidents?channel=${channelId}`);
  await expect(group(page, "Needs someone")).toHaveCount(3);
  await row(page, "Two").hover();
  await page.clock.pauseAt(Date.now() + 5_000);
  await row(page, "Two").getByRole("button", { name: "Acknowledge" }).click();
  // Less than a second passes for the page, until it has the answer.
  const acknowledged = async () => {
    await page.clock.runFor(10);
    return row(page, "Two").textContent();
  };
  await expect.poll(acknowledged).toContain("Acknowledged by Ada Lovelace");
  expect(await subjects(page, "Needs someone")).toEqual(["Three", "Two", "One"]);
  await page.clock.resume();
  await expect(group(page, "Taken")).toHaveCount(1);
  expect(await subjects(page, "Needs someone")).toEqual(["Three", "One"]);
});

test("a card that isn't an incident is none of its webhook anymore, which can be undone and revoked", async ({
  page,
  request,
}) => {
  const name = `calm-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "Shop");
  const send = (key: string, title: string) => post(request, url, { update_key: key, embeds: [{ title, color: RED }] });
  await send("1", "Order delayed");
  await send("2", "Payment failed");
  await page.goto(`/incidents?channel=${channelId}`);
  await untilHydrated(page);
  const mark = async () => {
    await row(page, "Order delayed").hover();
    await row(page, "Order delayed").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Not an incident" }).click();
    await expect(group(page, "Needs someone")).toHaveCount(1);
  };
  await mark();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(group(page, "Needs someone")).toHaveCount(2);
  await mark();
  await send("3", "Order delayed");
  await send("4", "Payment failed");
  await expect(group(page, "Needs someone")).toHaveCount(2);
  expect(await subjects(page, "Needs someone")).toEqual(["Payment failed", "Payment failed"]);

  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { name: "Not incidents" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Order delayed" }).click();
  await expect(page.getByRole("heading", { name: "Not incidents" })).toHaveCount(0);
  await send("5", "Order delayed");
  await page.goto(`/incidents?channel=${channelId}`);
  await expect(group(page, "Needs someone")).toHaveCount(3);
});

test("the history says how long each outage took, and phones have a tab for incidents", async ({ page, request }) => {
  const name = `past-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, `Monitor ${name}`);
  const send = (color: number) => post(request, url, { update_key: "x", embeds: [{ title: "Disk is full", color }] });
  for (const color of [RED, GREEN, RED]) await send(color);
  await page.goto("/incidents/history");
  const sums = page.getByRole("table", { name: "Tools and places" });
  await expect(sums.getByRole("row").filter({ hasText: `Monitor ${name}` })).toContainText("2");
  await sums.getByRole("link", { name: `Monitor ${name}` }).click();
  const outages = page.getByRole("table", { name: "Outages" }).getByRole("row").filter({ hasText: "Disk is full" });
  await expect(outages).toHaveCount(2);
  await expect(outages.filter({ hasText: "under a minute" })).toHaveCount(1);
  await expectAccessible(page, "history of incidents");

  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Incidents/ })
    .click();
  await expect(page).toHaveURL(/\/incidents$/);
  await expect(page.getByRole("heading", { name: /^Needs someone/ })).toBeVisible();
  await expectAccessible(page, "incidents on a phone");
});
