import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedChannelsWithWebhooks, seedPerson, seedWebhook } from "./seed";
import {
  asOwner,
  enterWebhooks,
  expectAccessibleAtRest,
  openFromMenu,
  post,
  pressByKeyboard,
  reloadUntil,
  skipToContent,
  tabTo,
  untilHydrated,
} from "./steps";

/** Presses Tab until a radio button has the focus, then the down arrow until the one with this name has it. */
async function arrowTo(page: Page, name: string): Promise<void> {
  const focused = page.locator("[role=radio]:focus");
  for (let presses = 0; presses < 20 && (await focused.count()) === 0; presses += 1) await page.keyboard.press("Tab");
  for (let presses = 0; presses < 60; presses += 1) {
    const at = ((await focused.textContent()) ?? "").trim();
    if (at === name) return;
    await page.keyboard.press("ArrowDown");
    await expect(focused).not.toHaveText(at);
  }
  throw new Error(`Sixty presses of the arrow did not reach ${name}.`);
}

/** Creates a channel with a webhook and opens its Webhooks tab. */
async function channelWithWebhook(page: Page, channelName: string, webhookName: string) {
  await asOwner(page);
  const channelId = await seedChannel(channelName);
  const url = await enterWebhooks(page, channelId, webhookName);
  return { channelId, url };
}

test("the list of all webhooks can be filtered by text, state and channel, and links to each channel", async ({
  page,
  request,
}) => {
  const stamp = Date.now();
  const channelId = await seedChannel(`first-${stamp}`);
  await seedWebhook(channelId, `Quiet ${stamp}`);
  const second = await channelWithWebhook(page, `second-${stamp}`, `Loud ${stamp}`);
  await request.post(second.url, { data: { embeds: "no list" } });
  await reloadUntil(page, page.getByRole("listitem", { name: `Loud ${stamp}` }).getByText("Failing"));

  await openFromMenu(page, "Webhooks");
  await page.waitForURL("/workspace/webhooks");
  const table = page.getByRole("table", { name: "Webhooks" });
  const rows = table.getByRole("rowheader");
  await untilHydrated(page);
  await page.getByRole("searchbox", { name: "Search" }).fill(`${stamp}`);
  // Filters while the typed text is still pending, so neither may undo the other.
  await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Failing" });
  await page.waitForURL(new RegExp(`q=${stamp}&state=failing`));
  await expect(rows).toHaveCount(1);
  await expect(table.getByRole("row", { name: `Loud ${stamp}` })).toContainText(/The last request failed.*Failing/);
  await expect(page.getByRole("status").filter({ hasText: /^1 of \d+ webhooks$/ })).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).selectOption({ label: "All states" });
  await expect(rows).toHaveCount(2);
  await table.getByRole("link", { name: "Name" }).click();
  await page.waitForURL(/order=reversed/);
  await expect(table.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await expect(rows.first()).toContainText(`Quiet ${stamp}`);
  await table.getByRole("link", { name: "State" }).click();
  await expect(table.getByRole("columnheader", { name: "State" })).toHaveAttribute("aria-sort", "ascending");
  await expect(rows.first()).toContainText(`Loud ${stamp}`);
  await page.getByRole("combobox", { name: "Channel" }).selectOption(channelId);
  await expect(table.getByRole("row", { name: `Quiet ${stamp}` })).toContainText("Active");
  await expect(table.getByRole("link", { name: `Log of Quiet ${stamp}` })).toHaveAttribute(
    "href",
    new RegExp(`/channels/${channelId}/settings/webhooks/\\d+$`),
  );
  await table.getByRole("link", { name: `first-${stamp}` }).click();
  await page.waitForURL(`/channels/${channelId}/settings/webhooks`);
});

test("search finds webhooks and channels beyond the first page, and Show more lists them", async ({ page }) => {
  await asOwner(page);
  const stamp = `many${Date.now()}`;
  await seedChannelsWithWebhooks(stamp, 120);

  await page.goto("/workspace/webhooks");
  const main = page.getByRole("main");
  await page.getByRole("searchbox", { name: "Search" }).fill(stamp);
  await page.waitForURL(new RegExp(`q=${stamp}`));
  await expect(page.getByRole("status").filter({ hasText: /^120 (of \d+ )?webhooks$/ })).toBeVisible();
  await expect(main.getByRole("rowheader")).toHaveCount(100);
  await expect(main.getByRole("rowheader").first()).toContainText(`${stamp} webhook 1`);
  await main.getByRole("button", { name: "Show more" }).click();
  await expect(main.getByRole("rowheader")).toHaveCount(120);
  await expect(main.getByRole("rowheader").last()).toContainText(`${stamp} webhook 120`);
  await expect(page.getByRole("status").filter({ hasText: "120 webhooks shown" })).toBeAttached();
  await expect(main.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(stamp);

  await page.goto("/channels");
  await page.getByRole("searchbox", { name: "Search" }).fill(stamp);
  await page.waitForURL(new RegExp(`q=${stamp}`));
  await expect(page.getByRole("status").filter({ hasText: /^120 of \d+ channels$/ })).toBeVisible();
  const open = main.getByRole("list", { name: "Active" }).getByRole("listitem");
  await expect(open).toHaveCount(100);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const name = open.first().getByText(stamp);
    expect(await name.evaluate(({ clientWidth }) => clientWidth), `a name at ${width} px`).toBeGreaterThan(150);
  }
  await main.getByRole("button", { name: "Show more" }).click();
  await expect(open).toHaveCount(120);
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing of the kind");
  await expect(page.getByText("No channel matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await expect(open.first()).toBeVisible();

  await page.getByRole("radio", { name: /^Joined/ }).click();
  await expect(page).toHaveURL(/show=joined/);
  await expect(main.getByRole("button", { name: /^Join / })).toHaveCount(0);
  await page.getByRole("radio", { name: /^Not joined/ }).click();
  await expect(page).toHaveURL(/show=others/);
  await expect(main.getByRole("link", { name: "Open general", exact: true })).toHaveCount(0);
});

test("a webhook can be moved by keyboard, and its URL then posts to the new channel", async ({ page, request }) => {
  const stamp = Date.now();
  const [fromName, toName] = [`from-${stamp}`, `to-${stamp}`];
  const toId = await seedChannel(toName);
  const { channelId, url } = await channelWithWebhook(page, fromName, "Mover");
  await post(request, url, { content: "before the move" });

  await skipToContent(page);
  await pressByKeyboard(page, "button", "More actions");
  await pressByKeyboard(page, "button", "Move to another channel");
  const dialog = page.getByRole("dialog", { name: "Move webhook Mover" });
  await expect(dialog).toBeVisible();
  await pressByKeyboard(page, "button", "Move webhook");
  await expect(dialog.getByRole("alert")).toHaveText("Choose a channel.");
  await expect(dialog.getByRole("radio", { name: fromName })).toHaveCount(0);
  // If earlier tests left many channels, there's a search field, and the list is too long to step through.
  if ((await dialog.getByRole("searchbox", { name: "Find a channel" }).count()) > 0) {
    await tabTo(page, "searchbox", "Find a channel");
    await page.keyboard.type(toName);
    await expect(dialog.getByRole("radio")).toHaveCount(1);
  }
  await arrowTo(page, toName);
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("radio", { name: toName })).toBeChecked();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog).toContainText(
    `New messages go to #${toName}. Messages already posted stay in #${fromName}, and the webhook can no longer change them.`,
  );
  await pressByKeyboard(page, "button", "Move webhook");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Webhook moved to #${toName}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Webhooks", exact: true })).toBeFocused();
  await expect(page.getByRole("listitem", { name: "Mover" })).toHaveCount(0);

  await post(request, url, { content: "after the move" });
  await page.goto(`/channels/${toId}`);
  await expect(messages(page).getByText("after the move")).toBeVisible();
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByText("before the move")).toBeVisible();
  await expect(messages(page).getByText("after the move")).toHaveCount(0);
});

test("after deactivating a person, an owner can regenerate the webhook URLs they knew", async ({ page }) => {
  const name = `Leaver ${Date.now()}`;
  const person = { name, email: `leaver.${Date.now()}@example.com`, password: "another long secret" };
  await seedPerson(person);
  await asOwner(page);
  const channelId = await seedChannel(`left-behind-${Date.now()}`);
  const url = await seedWebhook(channelId, "Deploys");
  const { id: createdById } = await db().user.findUniqueOrThrow({ where: { email: person.email } });
  await db().webhook.updateMany({ where: { channelId: BigInt(channelId) }, data: { createdById } });
  await page.goto(`/people?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  const dialog = page.getByRole("dialog", { name: `${name} was deactivated` });
  await expect(dialog.getByRole("listitem").filter({ hasText: "Deploys" })).toBeVisible();
  await expectAccessibleAtRest(page, "the webhooks that a person knew");
  await dialog.getByRole("button", { name: "Regenerate Deploys" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Regenerate" }).click();
  const fresh = dialog.getByRole("textbox", { name: "New URL of Deploys" });
  await expect(fresh).toHaveValue(/\/webhooks\/incoming\//);
  const status = async (to: string) => (await page.request.post(to, { data: { content: "Still there?" } })).status();
  expect([await status(url), await status(await fresh.inputValue())]).toEqual([404, 200]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
});
