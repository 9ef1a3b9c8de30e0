import type { Browser, Locator, Page } from "@playwright/test";
import { requireMember } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { addMembers } from "@/lib/channels/membership";
import { db } from "@/lib/db/client";
import { env } from "@/lib/process/env";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedPerson, seedSilence, seedWebhook } from "./seed";
import { asOwner, enterWebhooks, GRACE, holdRequests, openAs, post, withActions } from "./steps";

type Acts = {
  name: string;
  channelId: string;
  url: string;
  page: Page;
  openHers: () => Promise<Page>;
  close: () => Promise<void>;
};

/** Creates Dorothy's channel and webhook. Dorothy has it open on `page`, and so has Grace, another member, with `openHers`. */
async function setUp(browser: Browser): Promise<Acts> {
  const name = `acts-${Date.now()}`;
  // Not the owner, who also gets notices of other tests' failing webhooks. No other test looks for this name.
  const [dorothy, grace] = [
    { ...GRACE, name: "Dorothy Vaughan", email: `dorothy.${name}@example.com` },
    { ...GRACE, email: `grace.${name}@example.com` },
  ];
  for (const person of [dorothy, grace]) await seedPerson(person);
  const idOf = ({ email }: typeof GRACE) => db().user.findUniqueOrThrow({ where: { email } });
  const creator = { ...(await idOf(dorothy)), sessionId: 0n };
  const { id } = await createChannel(creator, { name, private: false });
  await addMembers(await requireMember(creator, id), (await idOf(grace)).id);
  const webhook = { name: "CI", description: "", avatarUrl: null };
  const { url } = await createWebhook(await requireWebhookManager(creator, id), webhook, env.baseUrl ?? "");
  const { context, page } = await openAs(browser, dorothy, `/channels/${id}`);
  const opened = [context];
  return {
    name,
    channelId: `${id}`,
    url,
    page,
    openHers: async () => {
      const hers = await openAs(browser, grace, `/channels/${id}/settings/webhooks`);
      opened.push(hers.context);
      return hers.page;
    },
    close: async () => void (await Promise.all(opened.map((each) => each.close()))),
  };
}

/** Opens the dialog that confirms regenerating a webhook's token, on its channel's Webhooks tab. */
async function askToRegenerate(page: Page): Promise<Locator> {
  const row = await withActions(page.getByRole("listitem", { name: "CI" }));
  await row.getByRole("button", { name: "Regenerate token" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  return page.getByRole("alertdialog");
}

test("only managers see who sent a message through another person's webhook", async ({ browser }) => {
  const { channelId, page, openHers, close } = await setUp(browser);
  const theirs = await openHers();
  await theirs.getByRole("button", { name: "Send test message" }).click();
  const line = "Sent by Grace Hopper through this webhook";
  await expect(article(page, "Test message").getByText(line)).toBeVisible();
  await page.reload();
  await expect(article(page, "Test message").getByText(line)).toBeVisible();

  await theirs.goto(`/channels/${channelId}`);
  await expect(article(theirs, "Test message")).toBeVisible();
  await expect(theirs.getByText(line)).toHaveCount(0);
  await close();
});

test("regenerating another person's webhook asks for a reason and notifies only its creator, until it's seen", async ({
  browser,
}) => {
  const { name, page, openHers, close } = await setUp(browser);
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  const theirs = await openHers();
  const dialog = await askToRegenerate(theirs);
  await expect(
    dialog.getByText("Dorothy Vaughan, who created it, and the channel's managers will be notified."),
  ).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason (optional)" }).fill("The old URL is in a public log.");
  await dialog.getByRole("button", { name: "Regenerate" }).click();
  await expect(theirs.getByRole("textbox", { name: "Webhook URL" })).toBeVisible();

  await page.getByRole("link", { name: "Inbox, 1 unread" }).click();
  const notice = page.getByRole("listitem").filter({ hasText: "regenerated the token of" });
  await expect(notice).toContainText(`Grace Hopper regenerated the token of webhook CI in #${name}`);
  await expect(notice).toContainText("The old URL is in a public log.");
  await expect(notice.getByText("New", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(notice.getByText("New", { exact: true })).toHaveCount(0);
  await expect(theirs.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await close();
});

test("regenerating your own webhook doesn't ask for a reason", async ({ page }) => {
  await asOwner(page);
  await enterWebhooks(page, await seedChannel(`own-${Date.now()}`), "CI");
  const dialog = await askToRegenerate(page);
  await expect(dialog.getByRole("button", { name: "Regenerate" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Reason (optional)" })).toHaveCount(0);
});

/** Opens the inbox once it has something new, and there the notices. Opening it also marks them as seen, a moment later. */
async function openNotices(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Inbox, \d+ unread$/ }).click();
  await page.getByRole("link", { name: /^Notices(, \d+ unread)?$/ }).click();
}

test("a webhook that starts to fail sends one notice, which appears without a reload", async ({ page, request }) => {
  const name = `trouble-${Date.now()}`;
  await asOwner(page);
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Backup");
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeVisible();
  for (const _ of [1, 2]) expect((await request.post(url, { data: { content: 1 } })).status()).toBe(400);
  await openNotices(page);
  const notice = page.getByRole("listitem").filter({ hasText: `Webhook Backup in #${name}` });
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText(`Webhook Backup in #${name} is failing`);
  await expect(notice).toContainText("content must be a string.");
  await notice.getByRole("link", { name: "Delivery log of Backup" }).click();
  await expect(page.getByRole("heading", { name: "Backup" })).toBeVisible();
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();
});

test("the inbox shows a notice that arrived before its stream opened and marks it as seen", async ({
  browser,
  request,
}) => {
  const { name, url, page, close } = await setUp(browser);
  const listen = await holdRequests(page, "**/api/events?*");
  await page.goto("/inbox?show=notices");
  await expect(page.getByText("No notices")).toBeVisible();
  for (const _ of [1, 2]) expect((await request.post(url, { data: { content: 1 } })).status()).toBe(400);
  const waiting = { user: { email: `dorothy.${name}@example.com` } };
  await expect.poll(() => db().notice.count({ where: waiting })).toBe(1);
  listen();
  const notice = page.getByRole("listitem").filter({ hasText: `Webhook CI in #${name} is failing` });
  await expect(notice.getByText("New", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await close();
});

test("a webhook that stops posting as expected is shown as silent and sends a notice", async ({ page, request }) => {
  const name = `silent-${Date.now()}`;
  await asOwner(page);
  const channelId = await seedChannel(name);
  const url = await seedWebhook(channelId, "Backup");
  await post(request, url, { content: "done" });
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  const row = page.getByRole("listitem", { name: "Backup" });
  await row.getByRole("button", { name: "Edit" }).click();
  const hours = page.getByRole("textbox", { name: "Alert if silent for (hours)" });
  await hours.fill("a day");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a whole number of hours from 1 to 720, or leave it empty.")).toBeVisible();
  await expect(hours).toBeFocused();
  await hours.fill("24");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();

  await seedSilence(url, 25);
  await expect(page.getByRole("link", { name: /^Inbox, \d+ unread$/ })).toBeVisible();
  await page.reload();
  await expect(row.getByText("Silent", { exact: true })).toBeVisible();
  await expect(row).toContainText(/Silent since .+ It's expected to post every 24 hours\./);
  await page.goto("/workspace/webhooks");
  await page.getByRole("combobox", { name: "State" }).selectOption("Silent");
  // Other tests have webhooks with this name, which are listed until the filter applies.
  const found = page.getByRole("row", { name: "Backup" }).filter({ hasText: `in ${name}` });
  await expect(found).toContainText("Silent since");
  await openNotices(page);
  const notice = page.getByRole("listitem").filter({ hasText: `Webhook Backup in #${name}` });
  await expect(notice.first()).toContainText(`Webhook Backup in #${name} hasn't posted for 24 hours`);
});
