import { article, composer } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import { enterChannel, expectAccessibleAtRest, GRACE, newcomer } from "./steps";

test("what somebody does with another's webhook is told to its creator, and at the message to the channel's manager alone", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const name = `acts-${Date.now()}`;
  const channelId = await enterChannel(page, name);
  await seedWebhook(channelId, "CI");
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
    dialog.getByText("Ada Lovelace, who created it, and the channel's managers will be told."),
  ).toBeVisible();
  await expectAccessibleAtRest(theirs);
  await dialog.getByRole("textbox", { name: "Reason (optional)" }).fill("The old URL is in a public log.");
  await dialog.getByRole("button", { name: "Regenerate" }).click();
  await expect(theirs.getByRole("textbox", { name: "Webhook URL" })).toBeVisible();

  await page.getByRole("link", { name: "Notices, 1 new" }).click();
  const notice = page.getByRole("listitem").filter({ hasText: "regenerated the token of" });
  await expect(notice).toContainText(`Grace Hopper regenerated the token of webhook CI in #${name}`);
  await expect(notice).toContainText("The old URL is in a public log.");
  await expect(notice.getByText("New", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Notices", exact: true })).toBeVisible();
  await expectAccessibleAtRest(page);
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
});
