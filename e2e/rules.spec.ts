import type { Locator, Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { exampleOf } from "@/lib/testing/examples";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { saveRule } from "@/lib/webhooks/manage-rules";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { idAndToken, owner, seedChannel, seedMembership, seedPerson, seedRules, seedWebhook } from "./seed";
import { asOwner, expectAccessibleAtRest, openAs, statusOf, tabTo, untilHydrated, withActions } from "./steps";

type TestSetup = { channelId: string; webhookId: string; url: string; name: string };

/** Creates a channel with a webhook. */
async function setUp(page: Page): Promise<TestSetup> {
  await asOwner(page);
  const name = `rules-${Date.now()}`;
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Media");
  return { channelId, webhookId: idAndToken(url).id, url, name };
}

let sent = 0;

/** Posts what Sonarr sends about a series of its own, and returns the response's status. */
async function grab(page: Page, { url }: TestSetup, title: string, more: object = {}): Promise<number> {
  sent += 1;
  const { headers, body } = exampleOf("sonarr", "grabbed");
  const payload = { ...JSON.parse(`${body}`), downloadId: `${sent}`, series: { id: sent, title }, ...more };
  return statusOf(page.request, `${url}/sonarr`, JSON.stringify(payload), headers);
}

/** Waits until the webhook's delivery log has this many requests. */
async function logged({ webhookId }: TestSetup, count: number): Promise<void> {
  await expect.poll(() => db().delivery.count({ where: { webhookId: BigInt(webhookId) } })).toBe(count);
}

/** Waits until the webhook's events have been counted this often. */
async function counted({ webhookId }: TestSetup, count: number): Promise<void> {
  const where = { webhookId: BigInt(webhookId) };
  await expect
    .poll(async () => (await db().webhookEvent.aggregate({ where, _sum: { count: true } }))._sum.count)
    .toBe(count);
}

const rulesOf = ({ channelId, webhookId }: TestSetup) => `/channels/${channelId}/settings/webhooks/${webhookId}/rules`;
const events = (page: Page) => page.getByRole("region", { name: "Events seen" });
const rules = (page: Page) => page.getByRole("region", { name: "Rules" }).getByRole("listitem");
const storedRules = ({ webhookId }: TestSetup) => db().webhookRule.count({ where: { webhookId: BigInt(webhookId) } });
const texts = (list: Locator) => list.getByText(/^When/).allTextContents();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

test("an event is hidden with one press on the page of rules, isn't posted anymore, and comes back with Undo", async ({
  page,
}) => {
  const set = await setUp(page);
  expect(await grab(page, set, "Lights")).toBe(200);
  await counted(set, 1);
  await open(page, `/channels/${set.channelId}/settings/webhooks`);
  await (await withActions(page.getByRole("listitem", { name: "Media" }))).getByRole("link", { name: "Rules" }).click();
  const row = events(page).getByRole("listitem", { name: "Grab" });
  await expect(row).toContainText("1 this week");
  await row.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(row).toContainText("Hidden by a rule");
  await expect(page.getByText("Grab is hidden")).toBeVisible();
  await expect(rules(page)).toHaveCount(1);
  await expect(rules(page)).toContainText(/When event is Grab.*Don't post/);

  expect(await grab(page, set, "Fog")).toBe(202);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules(page)).toHaveCount(0);
  await expect(row.getByRole("button", { name: "Hide", exact: true })).toBeVisible();
  expect(await grab(page, set, "Tides")).toBe(200);
  await page.goto(`/channels/${set.channelId}`);
  await expect(messages(page).getByRole("article").filter({ hasText: "Tides" })).toBeVisible();
  await expect(messages(page).getByRole("article").filter({ hasText: "Fog" })).toHaveCount(0);
});

test("a rule is made by clicking in the delivery log, and tried before it's saved", async ({ page }) => {
  const set = await setUp(page);
  for (const title of ["Lights", "Fog", "Tides"]) expect(await grab(page, set, title)).toBe(200);
  await logged(set, 3);
  await open(page, `/channels/${set.channelId}/settings/webhooks/${set.webhookId}`);
  await page.getByRole("button", { name: /^200 Posted.*Fog/ }).click();
  await page.getByRole("link", { name: "Make a rule…" }).click();
  await expect(page.getByRole("heading", { name: "New rule" })).toBeVisible();
  await page.getByRole("list", { name: "Facts" }).getByRole("button", { name: "event Grab" }).click();
  const trial = page.getByRole("region", { name: "Try on the latest requests" });
  await expect(trial.getByText("Would have hidden 3 of the last 3").first()).toBeVisible();
  await page.getByRole("button", { name: "series.title Fog" }).click();
  await expect(trial.getByText("Would have hidden 1 of the last 3").first()).toBeVisible();
  await expect(trial.getByRole("img", { name: "Matched" })).toHaveCount(1);
  const condition = page.getByRole("group", { name: "Condition 2" });
  await condition.getByRole("combobox", { name: "Compared" }).selectOption("is not");
  await expect(trial.getByText("Would have hidden 2 of the last 3").first()).toBeVisible();
  await page.getByRole("radio", { name: "Post silently" }).click();
  await expect(trial.getByText("Would have matched 2 of the last 3").first()).toBeVisible();
  await page.getByRole("checkbox", { name: "and continue with the next rules" }).check();
  await expectAccessibleAtRest(page, "a rule that was tried");
  await page.getByRole("button", { name: "Save rule" }).click();

  await expect(rules(page)).toHaveCount(1);
  await expect(rules(page)).toContainText(/event is Grab and series\.title is not Fog.*Post silently · and continue/);
  expect(await grab(page, set, "Reef")).toBe(200);
  const last = () => db().message.findFirst({ where: { channelId: BigInt(set.channelId) }, orderBy: { id: "desc" } });
  await expect.poll(async () => (await last())?.silent).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules(page)).toHaveCount(0);
  expect(await storedRules(set)).toBe(0);
});

test("rules are moved and deleted by keyboard, which keeps the focus, and a deletion is undone at its place", async ({
  page,
}) => {
  const set = await setUp(page);
  await seedRules(set.channelId, set.webhookId);
  await open(page, rulesOf(set));
  await expect(rules(page)).toHaveCount(3);
  const before = await texts(rules(page));
  await page.route(rulesOf(set), (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  await rules(page).nth(2).getByRole("button", { name: "Move up" }).focus();
  await page.keyboard.press("Enter");
  await expect(rules(page).nth(1)).toContainText(/workflow_run/);
  await expect(rules(page).nth(1).getByRole("button", { name: "Move up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rules(page).nth(0)).toContainText(/workflow_run/);
  await expect(rules(page).nth(0).getByRole("button", { name: "Move up" })).toBeFocused();
  // The second move waits for the first one's answer, which never comes.
  await page.unroute(rulesOf(set));
  await page.reload();
  const { webhookId } = set;
  const first = () =>
    db().webhookRule.findFirst({ where: { webhookId: BigInt(webhookId) }, orderBy: { position: "asc" } });
  await expect.poll(async () => (await first())?.action).toBe("severity");
  await untilHydrated(page);
  expect(await texts(rules(page))).toEqual([before[2], before[0], before[1]]);

  await rules(page).nth(1).getByRole("button", { name: "Delete rule" }).focus();
  await page.keyboard.press("Enter");
  await expect(rules(page)).toHaveCount(2);
  await expect(rules(page).nth(1).getByRole("button", { name: "Delete rule" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules(page)).toHaveCount(3);
  expect(await texts(rules(page))).toEqual([before[2], before[0], before[1]]);
});

test("of two rules that match, the first one decides", async ({ page }) => {
  const set = await setUp(page);
  const managed = await requireWebhookManager(await owner(), BigInt(set.channelId));
  const onGrab = [{ on: "fact", fact: "event", test: "is", text: "Grab" } as const];
  const fields = { conditions: onGrab, continues: false };
  await saveRule(managed, BigInt(set.webhookId), null, { ...fields, action: { do: "silent" } });
  await saveRule(managed, BigInt(set.webhookId), null, { ...fields, action: { do: "skip" } });
  expect(await grab(page, set, "Lights")).toBe(200);
  await open(page, rulesOf(set));
  await rules(page).nth(1).getByRole("button", { name: "Move up" }).click();
  await expect(rules(page).nth(0)).toContainText("Don't post");
  await expect.poll(() => grab(page, set, "Fog")).toBe(202);
});

test("a rule is edited, and leaving it unsaved asks first", async ({ page }) => {
  const set = await setUp(page);
  await seedRules(set.channelId, set.webhookId);
  const other = await seedChannel(`other-${Date.now()}`);
  await seedWebhook(other, "Night shift");
  await open(page, rulesOf(set));
  await rules(page).nth(1).getByRole("link", { name: "Edit rule" }).click();
  await expect(page.getByRole("heading", { name: "Edit rule" })).toBeVisible();
  const text = page.getByRole("textbox", { name: "Compared with" });
  await expect(text).toHaveValue("[bot]");
  await text.fill("");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription("Enter what person is compared with.");
  await text.fill("dependabot");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(text).toHaveValue("dependabot");

  await page.getByRole("radio", { name: "Hand over to" }).click();
  await page.getByRole("button", { name: "Save rule" }).click();
  const target = page.getByRole("combobox", { name: "Webhook" });
  await expect(target).toBeFocused();
  await expect(target).toHaveAccessibleDescription(/Choose a webhook\./);
  await target.selectOption({
    label: `Night shift in #${(await db().channel.findUniqueOrThrow({ where: { id: BigInt(other) } })).name}`,
  });
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(rules(page).nth(1)).toContainText(/person contains dependabot.*Hand over to Night shift in #other-/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules(page).nth(1)).toContainText(/\[bot\].*Post silently/);

  await rules(page).nth(1).getByRole("link", { name: "Edit rule" }).click();
  await expect(page.getByRole("heading", { name: "Edit rule" })).toBeVisible();
  await page.getByRole("button", { name: "Delete rule" }).click();
  await expect(rules(page)).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Rules of Media" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules(page)).toHaveCount(3);
  await expect(rules(page).nth(1)).toContainText(/\[bot\]/);
});

test("a rule can be made by keyboard alone, without a request", async ({ page }) => {
  const set = await setUp(page);
  await open(page, rulesOf(set));
  await expect(page.getByText("No rules yet.")).toBeVisible();
  await expect(page.getByText("No events yet.")).toBeVisible();
  await tabTo(page, "button", "New rule");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No stored requests yet.")).toBeVisible();
  await untilHydrated(page);
  await tabTo(page, "button", "Add a condition");
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Compared with" });
  await expect(text).toBeFocused();
  await page.keyboard.type("Grab");
  await expect(page.getByText("No stored requests to try it on").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(rules(page)).toContainText(/When event is Grab.*Don't post/);
});

test("a member who may not manage the webhooks sees neither the page nor a way to it", async ({ page, browser }) => {
  const set = await setUp(page);
  const ruleId = await seedRules(set.channelId, set.webhookId);
  await db().channel.update({ where: { id: BigInt(set.channelId) }, data: { webhookManagers: "managers" } });
  const who = { name: "Grace", email: `grace-${set.name}@example.com`, password: "another long secret" };
  await seedPerson(who);
  await seedMembership(set.channelId, who.email, true);
  const { context, page: theirs } = await openAs(browser, who, `/channels/${set.channelId}/settings/webhooks`);
  await expect(theirs.getByRole("listitem", { name: "Media" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "More actions" })).toHaveCount(0);
  for (const path of ["", "/new", `/${ruleId}`]) {
    const response = await theirs.goto(`${rulesOf(set)}${path}`);
    expect(response?.status()).toBe(404);
  }
  await context.close();
});

test("on a phone, nothing is wider than the screen, and what is pressed is large enough for a finger", async ({
  page,
  browser,
  parley,
}) => {
  const set = await setUp(page);
  const ruleId = await seedRules(set.channelId, set.webhookId);
  for (const title of ["Lights of the Skerries", "Fog"]) await grab(page, set, title);
  await logged(set, 2);
  const context = await browser.newContext({
    baseURL: parley.baseUrl,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  for (const path of ["", "/new", `/${ruleId}`]) {
    await open(phone, `${rulesOf(set)}${path}`);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    const small = await phone
      .getByRole("main")
      .evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>("section button, section a.target, form button, form select")]
          .filter((each) => each.offsetHeight > 0 && each.offsetHeight < 44)
          .map((each) => each.outerHTML.slice(0, 120)),
      );
    expect(small, path).toEqual([]);
  }
  await context.close();
});
