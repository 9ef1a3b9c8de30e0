import type { Locator, Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { saveCard } from "@/lib/webhooks/cards";
import { chipAt, emptyCard, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { idAndToken, owner, seedChannel, seedWebhook } from "./seed";
import { asOwner, expectAccessibleAtRest, post, statusOf, tabTo } from "./steps";

const dive = {
  kind: "dive",
  diver: { nick: "Noor" },
  outcome: "aborted",
  depth_m: 31,
  bytes: 12_234_567,
  begun: "2026-11-27T01:20:00Z",
  page: "https://dives.example.com/d/88",
  gear: [
    { name: "mask", state: "ok" },
    { name: "tank", state: "empty" },
  ],
};

type TestSetup = { channelId: string; webhookId: string; url: string };

/** Creates a channel with a webhook that has received this payload. */
async function setUp(page: Page, payload: object = dive): Promise<TestSetup> {
  await asOwner(page);
  const channelId = await seedChannel(`card-${Date.now()}`);
  const url = await seedWebhook(channelId, "Dives");
  await post(page.request, `${url}/json`, payload);
  await logged(url, 1);
  return { channelId, webhookId: idAndToken(url).id, url };
}

/** Waits until the webhook's delivery log has this many requests. */
async function logged(url: string, count: number): Promise<void> {
  await expect.poll(() => db().delivery.count({ where: { webhookId: BigInt(idAndToken(url).id) } })).toBe(count);
}

const tree = (page: Page) => page.getByRole("tree", { name: "Payload" });
const value = (page: Page, name: string | RegExp) => tree(page).getByRole("treeitem", { name }).first();
const text = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const editorOf = ({ channelId, webhookId }: TestSetup) => `/channels/${channelId}/settings/webhooks/${webhookId}/card`;

test("an unknown payload becomes a card with title, state, three fields and a link in 15 clicks", async ({ page }) => {
  const set = await setUp(page, { a: 1 });
  expect(await statusOf(page.request, set.url, JSON.stringify(dive))).toBe(400);
  await page.goto(`/channels/${set.channelId}/settings/webhooks/${set.webhookId}`);
  const begun = Date.now();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };

  await click(page.getByRole("button", { name: /^400 Rejected/ }));
  await click(page.getByRole("link", { name: "Make a card from this" }));
  // Everything of the first draft is replaced.
  for (const name of ["Subject", "Event", "Place", "Link", "Summary", "Text"]) {
    await text(page, name).getByRole("textbox").last().press("ControlOrMeta+A");
    for (let left = 8; left > 0; left -= 1) await page.keyboard.press("Backspace");
  }
  const remove = page.getByRole("button", { name: /^Remove (?!rule)/ });
  for (let left = await remove.count(); left > 0; left -= 1) await remove.first().press("Enter");
  await click(text(page, "Subject").getByRole("textbox"));
  await page.keyboard.type("Dive of ");
  await click(value(page, "nick Noor"));
  await click(text(page, "Link").getByRole("textbox"));
  await click(value(page, /^page/));
  await click(page.getByRole("button", { name: "Choose a value for the state" }));
  await click(value(page, "outcome aborted"));
  await expect(page.getByRole("textbox", { name: "Word of state 1" })).toHaveValue("Aborted");
  await click(page.getByRole("combobox", { name: "Tone of state 1" }));
  await page.getByRole("combobox", { name: "Tone of state 1" }).selectOption("Bad");
  await click(page.getByRole("button", { name: "New field" }));
  await click(value(page, /^depth_m/));
  await click(value(page, /^begun/));
  await click(value(page, /^outcome/));
  await expect(preview(page)).toContainText(/Depth m\s*31/);
  await click(page.getByRole("button", { name: "Check and save" }));
  await expect(page.getByRole("heading", { name: /^Latest 2 requests/ })).toBeFocused();
  await click(page.getByRole("button", { name: "Save card" }));
  await expect(page.getByText("Card saved")).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(15);
  expect(Date.now() - begun).toBeLessThan(90_000);

  await post(page.request, set.url, { ...dive, diver: { nick: "Ines" } });
  await page.goto(`/channels/${set.channelId}`);
  const card = messages(page).getByRole("article").last();
  await expect(card).toContainText("Dive of Ines");
  await expect(card.getByRole("link", { name: "Dive of Ines" })).toHaveAttribute("href", dive.page);
  await expect(card).toContainText(/Begun\s*27 Nov 2026, 01:20 UTC/);
  await expect(card.getByText("Aborted").first()).toBeVisible();
  const stored = await db().message.findFirst({ where: { channelId: BigInt(set.channelId) }, orderBy: { id: "desc" } });
  expect(stored?.embeds).toMatchObject([
    { card: { subject: "Dive of Ines", state: { word: "Aborted", tone: "bad" } } },
  ]);
});

test("the first draft shows what the plain card does, and its tree, chips and their filters work by keyboard and can be undone", async ({
  page,
}) => {
  const set = await setUp(page);
  await page.goto(editorOf(set));
  await expect(text(page, "Link").getByRole("button", { name: /^page, shows/ })).toBeVisible();
  await expect(preview(page).getByRole("article")).toContainText("Noor");
  await expect(page.getByText("Not saved yet")).toBeVisible();

  await expect(page.getByRole("status").filter({ hasText: "a new field" })).toBeVisible();
  await tabTo(page, "treeitem", /^kind/);
  for (
    let row = 0;
    row < 20 && !(await value(page, /^bytes/).evaluate((each) => each === document.activeElement));
    row += 1
  ) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("b");
  await expect(value(page, /^bytes/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Added to a new field" })).toBeAttached();
  const chip = text(page, "Value of Bytes").last().getByRole("button", { name: "bytes, shows 12234567" });
  await expect(chip).toBeVisible();

  await chip.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /^Size/ }).focus();
  await page.keyboard.press(" ");
  await page.keyboard.press("Escape");
  await expect(preview(page)).toContainText("12.2 MB");
  await expect(page.getByRole("status").filter({ hasText: /^Preview: / })).toBeAttached();

  const shown = text(page, "Value of Bytes").last().getByRole("button", { name: "bytes, shows 12.2 MB" });
  await expect(shown).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(shown).toBeHidden();
  await page.keyboard.type("none");
  await expect(preview(page)).toContainText(/Bytes\s*none/);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: "Redo" }).press("Enter");
  await expect(shown).toBeHidden();

  // A preview that failed is asked for again, also if the change is undone at once.
  await page.route(editorOf(set), (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await text(page, "Subject").getByRole("textbox").last().press("End");
  await page.keyboard.type("x");
  await expect(preview(page)).toContainText("The preview couldn't be loaded.");
  await page.unroute(editorOf(set));
  await page.keyboard.type("y");
  await page.keyboard.press("Backspace");
  await expect(preview(page).getByRole("article")).toContainText("Noor");
});

test("lists become lines, and every request it's tried on can be looked at", async ({ page }) => {
  const set = await setUp(page);
  await post(page.request, `${set.url}/json`, { ...dive, outcome: "done" });
  await logged(set.url, 2);
  await page.goto(editorOf(set));
  await page.getByRole("button", { name: "New field" }).click();
  await value(page, /^gear/).focus();
  await page.keyboard.press("Enter");
  await expect(preview(page)).toContainText("• mask: ok");
  await page.getByRole("button", { name: "Check and save" }).click();
  await expect(page.getByRole("heading", { name: "Latest 2 requests: 2 post" })).toBeFocused();
  await page.locator("summary", { hasText: "Post (2)" }).click();
  await page
    .getByRole("region", { name: /^Latest 2/ })
    .getByRole("listitem")
    .last()
    .getByRole("button")
    .click();
  await expect(preview(page)).toContainText("Aborted");
  await expect(value(page, "outcome aborted")).toBeVisible();
  await expectAccessibleAtRest(page);
});

test("unsaved changes are asked about, versions come back, and files can be imported", async ({ page }) => {
  const set = await setUp(page);
  await page.goto(editorOf(set));
  const title = text(page, "Subject").getByRole("textbox").last();
  const save = async () => {
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByRole("button", { name: "Save card" }).click();
  };
  await save();
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
  await title.press("End");
  await title.pressSequentially(" again");
  await page.getByRole("link", { name: "Back to the delivery log" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await save();
  await expect(page.getByText("Version 2", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByText("Version 3", { exact: true })).toBeVisible();
  await expect(preview(page)).not.toContainText("again");

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import a file" }).click();
  const pasted = page.getByRole("dialog").getByRole("textbox", { name: "sender.yaml" });
  await pasted.fill("event: x");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(pasted).toHaveAccessibleDescription(/Line 1/);
  await pasted.fill("name: D\nevent: x\nevents: { x: { title: '{% if kind %}{{ kind | upcase }}{% endif %}' } }\n");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(pasted).toHaveAccessibleDescription(/can't express events.x.subject/);
  await pasted.fill(
    "name: D\nevent: x\nsignature: { kind: standard }\nevents: { x: { title: '{{ kind | upcase }} of {{ diver.nick }}' } }\n",
  );
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(/signature was left out/)).toBeVisible();
  await expect(text(page, "Subject").getByRole("button", { name: "kind, shows DIVE" })).toBeVisible();
  await expect(preview(page)).toContainText("DIVE of Noor");
});

test("on a phone, a card can be read and switched off", async ({ page }) => {
  const set = await setUp(page);
  const manager = await requireWebhookManager(await owner(), BigInt(set.channelId));
  const subject = [...plainTemplate("Dive of "), chipAt(["diver", "nick"])];
  const model = { name: "Dives", cards: [{ ...emptyCard("card"), subject }] };
  await saveCard(manager, BigInt(set.webhookId), { model, basedOn: null });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(editorOf(set));
  await expect(preview(page)).toContainText("Dive of Noor");
  await expect(page.getByText("Edit it on a larger screen.")).toBeVisible();
  await expect(tree(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Check and save" })).toBeHidden();
  const on = page.getByRole("switch", { name: "Use this card" });
  await expect(on).toBeChecked();
  await on.click();
  await expect(on).not.toBeChecked();
  await expectAccessibleAtRest(page);
  await page.reload();
  await expect(on).not.toBeChecked();
  await post(page.request, `${set.url}/json`, dive);
  await page.goto(`/channels/${set.channelId}`);
  await expect(messages(page).getByRole("article").last()).not.toContainText("Dive of Noor");
});

test("the state of each value in the log can be chosen, and a title that says one of them is warned about", async ({
  page,
}) => {
  const set = await setUp(page, { event: "backup.failed", host: "db-1" });
  await post(page.request, `${set.url}/json`, { event: "backup.ok", host: "db-2" });
  await logged(set.url, 2);
  await page.goto(editorOf(set));
  await expect(page.getByRole("textbox", { name: /^Word of state/ })).toHaveCount(2);
  const subject = text(page, "Subject").getByRole("textbox").last();
  await subject.press("End");
  await subject.pressSequentially(" failed");
  await expect(page.getByText(/“failed” is in the title of every request/)).toBeVisible();
  for (let left = " failed".length; left > 0; left -= 1) await subject.press("Backspace");
  await expect(page.getByText(/is in the title of every request/)).toBeHidden();
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Card saved")).toBeVisible();
  for (const event of ["backup.failed", "backup.ok"]) await post(page.request, set.url, { event, host: "db-3" });
  const stored = await db().message.findMany({
    where: { channelId: BigInt(set.channelId) },
    orderBy: { id: "desc" },
    take: 2,
  });
  expect(stored.map(({ embeds }) => embeds)).toMatchObject([
    [{ card: { place: ["db-3"], subject: "Backup", state: { word: "Ok", tone: "good" } } }],
    [{ card: { place: ["db-3"], subject: "Backup", state: { word: "Failed", tone: "bad" } } }],
  ]);
});

test("each item of a list becomes a card, with a person and times", async ({ page }) => {
  const set = await setUp(page);
  await page.goto(editorOf(set));
  await page.locator("summary", { hasText: "More" }).click();
  await page.getByRole("button", { name: "Choose a list" }).click();
  await value(page, /^gear/).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "gear", exact: true })).toBeVisible();
  const put = async (name: string, from: string | RegExp) => {
    await text(page, name).getByRole("textbox").last().click();
    await value(page, from).click();
  };
  await put("Subject", "name mask");
  await put("Person", "nick Noor");
  await put("Began at", /^begun/);
  await expect(preview(page).getByRole("article")).toHaveCount(2);
  await expect(preview(page)).toContainText("tank");
  await expectAccessibleAtRest(page);
});
