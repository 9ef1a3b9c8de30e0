import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedSilence, seedWebhook } from "./seed";
import { createChannel, createWebhook, enterChannel, GRACE, newcomer, post } from "./steps";

test("what somebody does with another's webhook is told to its creator, and at the message to the channel's manager alone", async ({
  browser,
}) => {
  const name = `acts-${Date.now()}`;
  // Not the owner, who is also told of other tests' webhooks that begin to fail meanwhile, and by a name that no other test looks for.
  const dorothy = { ...GRACE, name: "Dorothy Vaughan", email: `dorothy.${name}@example.com` };
  const { context: dorothys, page } = await newcomer(browser, dorothy);
  const channelId = await createChannel(page, name);
  await createWebhook(page, channelId, "CI");
  const grace = { ...GRACE, email: `grace.${name}@example.com` };
  const { context, page: theirs } = await newcomer(browser, grace);
  await theirs.goto(`/channels/${channelId}`);
  await theirs.getByRole("button", { name: /^Join/ }).click();
  await expect(composer(theirs, name)).toBeVisible();
  await page.goto(`/channels/${channelId}`);
  await expect(page.getByRole("link", { name: /^Notices/ })).toHaveCount(0);

  await theirs.goto(`/channels/${channelId}/settings/webhooks`);
  const webhook = theirs.getByRole("listitem", { name: "CI" });
  await webhook.getByRole("button", { name: "Send test message" }).click();
  const line = "Sent by Grace Hopper through this webhook";
  await expect(article(page, "Test message").getByText(line)).toBeVisible();
  await page.reload();
  await expect(article(page, "Test message").getByText(line)).toBeVisible();

  await webhook.getByRole("button", { name: "Regenerate token" }).click();
  const dialog = theirs.getByRole("alertdialog");
  await expect(
    dialog.getByText("Dorothy Vaughan, who created it, and the channel's managers will be told."),
  ).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason (optional)" }).fill("The old URL is in a public log.");
  await dialog.getByRole("button", { name: "Regenerate" }).click();
  await expect(theirs.getByRole("textbox", { name: "Webhook URL" })).toBeVisible();

  await page.getByRole("link", { name: "Notices, 1 new" }).click();
  const notice = page.getByRole("listitem").filter({ hasText: "regenerated the token of" });
  await expect(notice).toContainText(`Grace Hopper regenerated the token of webhook CI in #${name}`);
  await expect(notice).toContainText("The old URL is in a public log.");
  await expect(notice.getByText("New", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Notices", exact: true })).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(notice.getByText("New", { exact: true })).toHaveCount(0);

  await theirs.goto(`/channels/${channelId}`);
  await expect(article(theirs, "Test message")).toBeVisible();
  await expect(theirs.getByText(line)).toHaveCount(0);
  await expect(theirs.getByRole("link", { name: /^Notices/ })).toHaveCount(0);
  // One's own needs no reason, and tells nobody.
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  await page.getByRole("listitem", { name: "CI" }).getByRole("button", { name: "Regenerate token" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Reason (optional)" })).toHaveCount(0);
  await context.close();
  await dorothys.close();
});

test("a webhook that begins to fail is told without a reload, and one that falls silent is shown as such", async ({
  page,
  request,
}) => {
  const name = `trouble-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  const url = await seedWebhook(channelId, "Backup");
  await page.goto(`/channels/${channelId}`);
  await expect(composer(page, name)).toBeVisible();
  const notices = page.getByRole("link", { name: /^Notices, \d+ new$/ });
  for (const _ of [1, 2]) expect((await request.post(url, { data: { content: 1 } })).status()).toBe(400);
  await notices.click();
  const notice = page.getByRole("listitem").filter({ hasText: `Webhook Backup in #${name}` });
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText(`Webhook Backup in #${name} is failing`);
  await expect(notice).toContainText("content must be a string.");
  await notice.getByRole("link", { name: "Delivery log of Backup" }).click();
  await expect(page.getByRole("heading", { name: "Backup" })).toBeVisible();
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();

  await post(request, url, { content: "done" });
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  const row = page.getByRole("listitem", { name: "Backup" });
  await row.getByRole("button", { name: "Edit" }).click();
  const hours = page.getByRole("textbox", { name: "Expect something every (hours)" });
  await hours.fill("a day");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a whole number of hours from 1 to 720, or leave it empty.")).toBeVisible();
  await expect(hours).toBeFocused();
  await hours.fill("24");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText("Active", { exact: true })).toBeVisible();

  await seedSilence(url, 25);
  await expect(notices).toBeVisible();
  await page.reload();
  await expect(row.getByText("Silent", { exact: true })).toBeVisible();
  await expect(row).toContainText(/Silent since .+ It is expected to post every 24 hours\./);
  await page.goto("/workspace/webhooks");
  await page.getByRole("combobox", { name: "State" }).selectOption("Silent");
  await expect(page.getByRole("listitem", { name: "Backup" })).toContainText("Silent since");
  await notices.click();
  await expect(notice.first()).toContainText(`Webhook Backup in #${name} has posted nothing for 24 hours`);
});
