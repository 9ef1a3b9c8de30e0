import type { Page } from "@playwright/test";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { enterChannel, enterWebhooks, post, pressByKeyboard, statusOf, tabTo, withActions } from "./steps";

/** Creates a channel with a webhook and opens the webhook's delivery log. */
async function openLog(page: Page, name: string): Promise<{ channelId: string; url: string }> {
  const channelId = await enterChannel(page, `${name}-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "CI");
  await (await withActions(page.getByRole("listitem", { name: "CI" })))
    .getByRole("link", { name: "Delivery log" })
    .click();
  await expect(page.getByText("No requests yet")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return { channelId, url };
}

const requests = (page: Page) => page.getByRole("list", { name: "Requests, newest first" }).getByRole("listitem");

test("the delivery log shows new requests, their senders and why one was refused", async ({ page, request }) => {
  const { url } = await openLog(page, "log");
  await post(request, url, { content: "taken" });
  await expect(requests(page)).toHaveCount(1);
  await expect(requests(page).first()).toContainText("200 Posted");
  await expect(requests(page).first()).toContainText("taken");
  await requests(page)
    .first()
    .getByRole("button", { name: /^200 Posted/ })
    .click();
  await expect(page.getByRole("link", { name: "Show message" })).toBeVisible();

  expect(await statusOf(request, `${url}/slack`, '{"attachments":"none","token":"abcdefghij"}')).toBe(400);
  await expect(requests(page)).toHaveCount(2);
  const refused = page.getByRole("listitem", { name: "400 Rejected" }).last();
  await expect(refused).toContainText(/attachments.*Slack/);
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();
});

test("a refused request can be corrected and sent again by keyboard", async ({ page, request }) => {
  const { channelId, url } = await openLog(page, "corrected");
  expect(await statusOf(request, `${url}/slack`, '{"attachments":"none","token":"abcdefghij"}')).toBe(400);
  await expect(requests(page)).toHaveCount(1);

  await pressByKeyboard(page, "button", /^400 Rejected/);
  const box = page.getByRole("textbox", { name: "Payload" });
  await expect(box).toHaveValue('{\n  "attachments": "none",\n  "token": "•••"\n}');
  await expect(page.getByText("replaced with •••")).toBeVisible();
  await tabTo(page, "textbox", "Payload");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type('{"text": ');
  await expect(page.getByText("This isn't valid JSON")).toBeVisible();
  await expect(box).toHaveAttribute("aria-invalid", "true");

  await page.keyboard.type('""}');
  await pressByKeyboard(page, "button", "Send again");
  await expect(box).toHaveAccessibleDescription(/nothing to post/);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('{"text": ""}');
  await expect(requests(page)).toHaveCount(2);
  // The new row above hasn't taken the focus.
  await expect(box).toBeFocused();

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type('{"text": "*corrected*"}');
  await pressByKeyboard(page, "button", "Send again");
  const link = page.getByRole("link", { name: "Show the message" });
  await expect(link).toBeFocused();
  await expect(requests(page)).toHaveCount(3);
  await expect(requests(page).first()).toContainText("Resent");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/channels/${channelId}\\?message=`));
  await expect(messages(page).locator("strong", { hasText: "corrected" })).toBeVisible();
});

test("an accepted request can be viewed and sent again as a new message", async ({ page, request }) => {
  const { channelId, url } = await openLog(page, "taken");
  const body = '{"content":"built **42**","api_key":"hunter2"}';
  expect(await statusOf(request, url, body, { "idempotency-key": "once" })).toBe(200);
  await requests(page)
    .first()
    .getByRole("button", { name: /^200 Posted/ })
    .click();
  const box = page.getByRole("textbox", { name: "Payload" });
  await expect(box).toHaveValue('{\n  "content": "built **42**",\n  "api_key": "•••"\n}');
  await expect(box).toHaveAccessibleDescription(/Posted as a new message/);
  await page.getByRole("button", { name: "Send again" }).click();
  const link = page.getByRole("link", { name: "Show the message" });
  await expect(link).toBeFocused();
  await expect(requests(page)).toHaveCount(2);
  await expect(requests(page).first()).toContainText("Resent");
  await link.click();
  await page.waitForURL(`**/channels/${channelId}?message=2`);
  await expect(messages(page).locator("strong", { hasText: "42" })).toHaveCount(2);
});

test("the delivery log points out failures among many successes and lists older ones on request", async ({
  page,
  request,
}) => {
  const { url } = await openLog(page, "drown");
  for (const body of ["{", '{"content":1}']) expect(await statusOf(request, url, body)).toBe(400);
  await expect(requests(page)).toHaveCount(2);
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();
  for (let round = 0; round < 11; round += 1) {
    const posts = Array.from({ length: 10 }, (_, index) => post(request, url, { content: `${round}/${index}` }));
    await Promise.all(posts);
  }
  await expect(page.getByRole("radio", { name: "All 102" })).toBeVisible();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 requests failed" })).toBeVisible();
  await page.getByRole("button", { name: "Show failed" }).click();
  await expect(page.getByRole("radio", { name: "Failed 2" })).toBeChecked();
  await expect(requests(page)).toHaveCount(2);
  await page.getByRole("radio", { name: "Succeeded 100" }).click();
  await expect(requests(page)).toHaveCount(100);

  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => statusOf(request, url, "{")));
  }
  await page.getByRole("radio", { name: "Failed 122" }).click();
  await expect(requests(page)).toHaveCount(100);
  await page.getByRole("button", { name: "Show older failures" }).click();
  await expect(requests(page)).toHaveCount(122);
  await expect(page.getByRole("button", { name: "Show older failures" })).toHaveCount(0);
});

test("new rows don't move the list, failures can be filtered and tests are marked", async ({ page, request }) => {
  const { url } = await openLog(page, "scroll");
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByText("Test message sent")).toBeVisible();
  await expect(requests(page).first().getByText("Test", { exact: true })).toBeVisible();
  await Promise.all(Array.from({ length: 25 }, (_, count) => post(request, url, { content: `${count}` })));
  expect(await statusOf(request, url, "{")).toBe(400);
  await expect(requests(page)).toHaveCount(27);

  const last = requests(page).last();
  await last.scrollIntoViewIfNeeded();
  const top = async () => (await last.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await post(request, url, { content: "while reading" });
  await expect(requests(page)).toHaveCount(28);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);

  await page.getByRole("radio", { name: "Failed 1" }).click();
  await expect(requests(page)).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await expect(requests(page)).toHaveCount(28);
});

test("requests from while the page was disconnected appear in the log when it reconnects", async ({
  page,
  request,
  parley,
}) => {
  const { url } = await openLog(page, "cut-off");
  await post(request, url, { content: "before" });
  await expect(requests(page)).toHaveCount(1);
  await parley.restart();
  await post(request, url, { content: "meanwhile" });
  await expect(requests(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("a plain card shows its payload in place, which leads to the log, and back", async ({ page, request }) => {
  const { channelId, url } = await openLog(page, "plain");
  const body = '{"event":"epic.created","epic":{"name":"New onboarding","id":"b2f1"},"actor":{"name":"Ada"}}';
  expect(await statusOf(request, `${url}/json`, body)).toBe(200);
  await page.goto(`/channels/${channelId}`);
  await expect(messages(page).getByText("Epic created · New onboarding")).toBeVisible();
  await expect(messages(page).getByText("b2f1")).toHaveCount(0);
  await messages(page).getByRole("button", { name: "Show payload" }).click();
  await expect(messages(page).getByText('"id": "b2f1"')).toBeVisible();
  await messages(page).getByRole("link", { name: "Open payload" }).click();
  await expect(page.getByRole("textbox", { name: "Payload" })).toHaveValue(/"id": "b2f1"/);
  await page.getByRole("link", { name: "Back to the message" }).click();
  await expect(messages(page).getByText("Epic created · New onboarding")).toBeVisible();
});
