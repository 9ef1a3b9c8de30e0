import { createHmac } from "node:crypto";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedChannel, seedWebhook } from "./seed";
import { asOwner, createWebhook, enterWebhooks, post, reloadUntil, statusOf, tabTo, withActions } from "./steps";

test("a new webhook's URL comes with examples for each sender, reached with the arrow keys", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`examples-${Date.now()}`);
  const url = await createWebhook(page, channelId, "Examples");
  const [, path = ""] = /(\/\d{17,19}\/[A-Za-z0-9_-]{68})$/.exec(url) ?? [];
  expect(path).not.toBe("");
  const tabs = page.getByRole("tablist", { name: "Examples" }).getByRole("tab");
  await expect(tabs).toHaveCount(6);
  const first = (await tabs.first().textContent()) ?? "";
  await tabTo(page, "tab", first);
  const names = new Set<string>();
  for (let index = 0; index < 6; index += 1) {
    const tab = tabs.nth(index);
    await expect(tab).toBeFocused();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    const name = (await tab.textContent()) ?? "";
    const panel = page.getByRole("tabpanel", { name });
    await expect(panel).toContainText(path);
    await expect(panel.getByRole("button", { name: "Copy example" })).toBeVisible();
    names.add(name);
    await page.keyboard.press("ArrowRight");
  }
  expect([...names].sort()).toEqual(["Discord", "GitHub", "JavaScript", "Python", "Slack", "curl"]);
  await expect(tabs.first()).toBeFocused();
  await expect(page.getByRole("link", { name: "Documentation (opens in a new tab)" })).toHaveAttribute(
    "href",
    "/docs/webhooks",
  );
  await expect(page.getByText("Waiting for the first message")).toBeVisible();
  await post(request, url, { content: "first" });
  await expect(page.getByText("The first message has arrived")).toBeVisible();
});

test("everything that a new webhook needs is in sight, whatever the tool", async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`in-sight-${Date.now()}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/channels/${channelId}/settings/webhooks?new`);
  const search = page.getByRole("searchbox", { name: "Search tools" });
  await expect(search).toBeFocused();
  for (const text of ["", "nothing has this name"]) {
    await search.fill(text);
    for (const name of ["Name", "Description", "Avatar URL"]) {
      await expect(page.getByRole("textbox", { name })).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole("button", { name: "Create webhook" })).toBeInViewport({ ratio: 1 });
  }
});

test("a webhook with a signing secret accepts only signed posts, until the secret is removed", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`signed-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "Signed tool");
  const item = page.getByRole("listitem");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByText("Unsigned posts allowed")).toBeVisible();
  await page.getByRole("button", { name: "Set secret" }).click();
  await expect(page.getByLabel("Signing secret", { exact: true })).toHaveAccessibleDescription(/Enter the secret/);
  const secret = "it's a long secret";
  await page.getByLabel("Signing secret", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Show secret" }).click();
  await expect(page.getByRole("textbox", { name: "Signing secret" })).toHaveValue(secret);
  await page.getByRole("button", { name: "Set secret" }).click();
  await expect(page.getByText("Posts must be signed")).toBeVisible();
  await expect(page.getByLabel("Signing secret", { exact: true })).toHaveValue("");

  const body = '{"content":"hello"}';
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  await expect.poll(() => statusOf(request, url, body)).toBe(401);
  expect(await statusOf(request, url, body, { "x-hub-signature-256": signature })).toBe(200);
  await page.reload();
  await expect(item.filter({ hasText: "Signed tool" }).getByText("Signed", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("combobox", { name: "Signed by" }).selectOption("GitLab");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect.poll(() => statusOf(request, url, body, { "x-gitlab-token": secret })).toBe(200);
  await page.getByRole("button", { name: "Remove secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Unsigned posts allowed")).toBeVisible();
  await expect.poll(() => statusOf(request, url, body)).toBe(200);
});

test("webhooks can be filtered by word and state, and a paused one says what senders get", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`many-${Date.now()}`);
  const names = ["Alerts", "Backups", "Builds", "Certificates", "Deploys", "Errors", "Forms"];
  for (const name of names) await seedWebhook(channelId, name);
  const list = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  const url = await enterWebhooks(page, channelId, "Grafana");
  await expect(list).toHaveCount(8);
  await expect(page.getByText("8 webhooks", { exact: true })).toBeVisible();

  const errors = await withActions(page.getByRole("listitem", { name: "Errors" }));
  await errors.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Senders get a 403 until you resume it.")).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Errors" })).toContainText("Senders get a 403 and nothing is posted");
  expect(await statusOf(request, url, "{")).toBe(400);
  await reloadUntil(page, page.getByRole("radio", { name: "Failing 1" }));

  const search = page.getByRole("searchbox", { name: "Search webhooks" });
  await search.fill("ada b");
  await expect(page.getByText("2 of 8 webhooks")).toBeVisible();
  await search.fill("grafana");
  await expect(list).toHaveCount(1);
  await search.fill("no such tool");
  await expect(page.getByText("No webhook matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(search).toBeFocused();
  await expect(list).toHaveCount(8);

  await tabTo(page, "radio", "All 8");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("1 of 8 webhooks")).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Errors" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("listitem", { name: "Grafana" }).getByText("Failing", { exact: true })).toBeVisible();
});

test("the list is live: what a webhook got, also before you came back to it, and what others changed", async ({
  page,
  request,
}) => {
  await asOwner(page);
  const channelId = await seedChannel(`live-list-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "Night build");
  const row = page.getByRole("listitem", { name: "Night build" });
  await expect(row).toContainText("Never used");
  expect(await statusOf(request, url, "{")).toBe(400);
  await expect(row).toContainText("1 today · 1 failed");
  await expect(row).toContainText("Nothing posted yet");
  expect(await statusOf(request, url, '{"content":"Hello"}')).toBe(200);
  await expect(row).toContainText("2 today · 1 failed");
  await expect(row).toContainText("Last used");

  await row.getByRole("link", { name: "Night build" }).click();
  await expect(page.getByRole("heading", { name: "Night build" })).toBeVisible();
  await expect(page).toHaveURL(/\/webhooks\/\d+$/);
  await page.goBack();
  await page.getByRole("link", { name: /^Back to #/ }).click();
  await expect(messages(page).getByText("Hello")).toBeVisible();
  for (let n = 0; n < 28; n += 1) expect(await statusOf(request, url, `{"content":"${n}"}`)).toBe(200);
  await page.goBack();
  await expect(row).toContainText("30 today · 1 failed");
  const other = await page.context().newPage();
  await other.goto(`/channels/${channelId}/settings/webhooks`);
  await (await withActions(other.getByRole("listitem", { name: "Night build" })))
    .getByRole("button", { name: "Pause" })
    .click();
  await expect(row).toContainText("Senders get a 403 and nothing is posted");
});

test(`a webhook's row has its actions, and "Show message" opens the test message`, async ({ page }) => {
  await asOwner(page);
  const channelId = await seedChannel(`row-${Date.now()}`);
  await enterWebhooks(page, channelId, "Grafana");
  const item = page.getByRole("listitem", { name: "Grafana" });
  const common = ["Edit", "Send test message", "More actions"];
  const others = ["Pause", "Regenerate token", "Move to another channel", "Delete"];
  await expect(item.getByRole("button")).toHaveText(["Edit", "Send test message", ""]);
  await withActions(item);
  for (const name of [...common, ...others]) {
    await expect(item.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await item.getByRole("button", { name: "Send test message" }).click();
  await page.getByRole("button", { name: "Show message" }).click();
  await page.waitForURL(/\?message=1$/);
  await expect(messages(page).getByText("Test message").first()).toBeVisible();
});
