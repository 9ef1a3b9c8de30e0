import { createHmac } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { messages } from "./finders";
import { expect, test } from "./fixtures";
import { seedWebhook } from "./seed";
import {
  createWebhook,
  enter,
  enterChannel,
  enterWebhooks,
  GRACE,
  newcomer,
  post,
  pressByKeyboard,
  reloadUntil,
  tabTo,
} from "./steps";

/** Makes a channel with a webhook, and opens the webhook's delivery log. */
async function openLog(page: Page, name: string): Promise<{ channelId: string; url: string; logPath: string }> {
  const channelId = await enterChannel(page, `${name}-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "CI");
  await page.getByRole("listitem", { name: "CI" }).getByRole("link", { name: "Delivery log" }).click();
  await expect(page.getByText("No requests yet")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return { channelId, url, logPath: new URL(page.url()).pathname };
}

const requests = (page: Page) => page.getByRole("list", { name: "Requests, newest first" }).getByRole("listitem");

async function statusOf(request: APIRequestContext, url: string, body: string, headers: Record<string, string> = {}) {
  const all = { "content-type": "application/json", ...headers };
  return (await request.post(url, { data: Buffer.from(body), headers: all })).status();
}

test("a new webhook's URL comes with examples for each sender, reached with the arrow keys", async ({
  page,
  request,
}) => {
  const channelId = await enterChannel(page, `examples-${Date.now()}`);
  const url = await createWebhook(page, channelId, "Examples");
  const [, path = ""] = /(\/\d{17,19}\/[A-Za-z0-9_-]{68})$/.exec(url) ?? [];
  expect(path).not.toBe("");
  const tabs = page.getByRole("tablist", { name: "Examples" }).getByRole("tab");
  await expect(tabs).toHaveCount(6);
  const first = (await tabs.first().textContent()) ?? "";
  await tabTo(page, "tab", first);
  const seen = new Set<string>();
  for (let place = 0; place < 6; place += 1) {
    const tab = tabs.nth(place);
    await expect(tab).toBeFocused();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    const name = (await tab.textContent()) ?? "";
    const panel = page.getByRole("tabpanel", { name });
    await expect(panel).toContainText(path);
    await expect(panel.getByRole("button", { name: "Copy example" })).toBeVisible();
    seen.add(name);
    await page.keyboard.press("ArrowRight");
  }
  expect([...seen].sort()).toEqual(["Discord", "GitHub", "JavaScript", "Python", "Slack", "curl"]);
  await expect(tabs.first()).toBeFocused();
  await expect(page.getByRole("link", { name: "Documentation (opens in a new tab)" })).toHaveAttribute(
    "href",
    "/docs/webhooks",
  );
  await expect(page.getByText("Waiting for the first message")).toBeVisible();
  await post(request, url, { content: "first" });
  await expect(page.getByText("The first message has arrived")).toBeVisible();
});

test("the delivery log shows requests as they come, and a refused one is corrected and sent again by keyboard alone", async ({
  page,
  request,
}) => {
  await enter(page);
  const { channelId, url } = await openLog(page, "log");
  await post(request, url, { content: "taken" });
  await expect(requests(page)).toHaveCount(1);
  await expect(requests(page).first()).toContainText("200 Posted");
  await expect(requests(page).first().getByRole("link", { name: "Show message" })).toBeVisible();

  expect(await statusOf(request, `${url}/slack`, '{"attachments":"none","token":"abcdefghij"}')).toBe(400);
  await expect(requests(page)).toHaveCount(2);
  const refused = page.getByRole("listitem", { name: "400 Refused" }).last();
  await expect(refused).toContainText("Slack");
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();

  await pressByKeyboard(page, "button", "Open payload");
  const box = page.getByRole("textbox", { name: "Payload" });
  await expect(box).toHaveValue('{\n  "attachments": "none",\n  "token": "•••"\n}');
  await expect(page.getByText("shown as •••")).toBeVisible();
  await tabTo(page, "textbox", "Payload");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type('{"text": ');
  await expect(page.getByText("This is not JSON yet")).toBeVisible();
  await expect(box).toHaveAttribute("aria-invalid", "true");

  await page.keyboard.type('""}');
  await pressByKeyboard(page, "button", "Send again");
  await expect(box).toHaveAccessibleDescription(/nothing to post/);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('{"text": ""}');
  await expect(requests(page)).toHaveCount(3);
  // What came in above has not taken the focus away.
  await expect(box).toBeFocused();

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type('{"text": "*corrected*"}');
  await pressByKeyboard(page, "button", "Send again");
  const link = page.getByRole("link", { name: "Show the message" });
  await expect(link).toBeFocused();
  await expect(requests(page)).toHaveCount(4);
  await expect(requests(page).first()).toContainText("Sent again");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/channels/${channelId}\\?message=`));
  await expect(messages(page).locator("strong", { hasText: "corrected" })).toBeVisible();
});

test("what was taken can be looked at and sent again, and becomes a new message", async ({ page, request }) => {
  await enter(page);
  const { channelId, url } = await openLog(page, "taken");
  const body = '{"content":"built **42**","api_key":"hunter2"}';
  expect(await statusOf(request, url, body, { "idempotency-key": "once" })).toBe(200);
  await requests(page).first().getByRole("button", { name: "Open payload" }).click();
  const box = page.getByRole("textbox", { name: "Payload" });
  await expect(box).toHaveValue('{\n  "content": "built **42**",\n  "api_key": "•••"\n}');
  await expect(box).toHaveAccessibleDescription(/posted as a new message/);
  await page.getByRole("button", { name: "Send again" }).click();
  const link = page.getByRole("link", { name: "Show the message" });
  await expect(link).toBeFocused();
  await expect(requests(page)).toHaveCount(2);
  await expect(requests(page).first()).toContainText("Sent again");
  await link.click();
  await page.waitForURL(`**/channels/${channelId}?message=2`);
  await expect(messages(page).locator("strong", { hasText: "42" })).toHaveCount(2);
});

test("failures don't drown among successes: the log points at them, and lists older ones when asked", async ({
  page,
  request,
}) => {
  await enter(page);
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

test("new rows don't move what the reader looks at, failures can be looked at alone, and a test is marked", async ({
  page,
  request,
}) => {
  await enter(page);
  const { url, logPath } = await openLog(page, "scroll");
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByText("Test message sent")).toBeVisible();
  await expect(requests(page).first().getByText("Test", { exact: true })).toBeVisible();
  await Promise.all(Array.from({ length: 25 }, (_, count) => post(request, url, { content: `${count}` })));
  expect(await statusOf(request, url, "{")).toBe(400);
  await expect(requests(page)).toHaveCount(27);

  const last = requests(page).last();
  await last.scrollIntoViewIfNeeded();
  const place = async () => (await last.boundingBox())?.y ?? Number.NaN;
  const before = await place();
  await post(request, url, { content: "while reading" });
  await expect(requests(page)).toHaveCount(28);
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(2);

  await page.getByRole("radio", { name: "Failed 1" }).click();
  await expect(requests(page)).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await expect(requests(page)).toHaveCount(28);

  const api = logPath.replace("/settings", "").replace("/channels", "/api/channels");
  expect((await page.request.get(`${api}/deliveries`)).status()).toBe(200);
  for (const path of [`${api}x/deliveries`, `${api.replace(/\d+$/, "abc")}/deliveries`, logPath.replace(/\d+$/, "1")]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test("requests that came while the page was cut off stand in the log once it is back", async ({
  page,
  request,
  parley,
}) => {
  await enter(page);
  const { url } = await openLog(page, "cut-off");
  await post(request, url, { content: "before" });
  await expect(requests(page)).toHaveCount(1);
  await parley.restart();
  await post(request, url, { content: "meanwhile" });
  await expect(requests(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("what stands at the end of a webhook's row ends in one line", async ({ page }) => {
  const channelId = await enterChannel(page, `edges-${Date.now()}`);
  await enterWebhooks(page, channelId, "CI");
  const row = page.getByRole("listitem", { name: "CI" });
  for (const width of [1440, 768, 640]) {
    await page.setViewportSize({ width, height: 800 });
    const ends = [row.getByRole("link", { name: "Delivery log" }), row.getByRole("button", { name: "Delete" })];
    await expect(async () => {
      const [log, deletion] = await Promise.all(ends.map((end) => end.filter({ visible: true }).boundingBox()));
      expect((log?.x ?? 0) + (log?.width ?? 0), `${width} px`).toBe((deletion?.x ?? 0) + (deletion?.width ?? 1));
    }).toPass();
  }
});

test("who is not in the channel finds no log", async ({ page, browser }) => {
  await enter(page);
  const { logPath } = await openLog(page, "private-log");
  const { context, page: other } = await newcomer(browser, {
    ...GRACE,
    email: `grace${Date.now()}@example.com`,
  });
  expect((await other.goto(logPath))?.status()).toBe(404);
  const api = logPath.replace("/settings", "").replace("/channels", "/api/channels");
  expect((await other.request.get(`${api}/deliveries`)).status()).toBe(404);
  await context.close();
});

test("with a signing secret only signed posts are taken, until it is removed", async ({ page, request }) => {
  const channelId = await enterChannel(page, `signed-${Date.now()}`);
  const url = await enterWebhooks(page, channelId, "Signed tool");
  const item = page.getByRole("listitem");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByText("Anybody with the URL can post")).toBeVisible();
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
  await page.getByRole("button", { name: "Remove secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Anybody with the URL can post")).toBeVisible();
  await expect.poll(() => statusOf(request, url, body)).toBe(200);
});

test("many webhooks are found by word and by state, and a paused one says what senders get", async ({
  page,
  request,
}) => {
  const channelId = await enterChannel(page, `many-${Date.now()}`);
  const names = ["Alerts", "Backups", "Builds", "Certificates", "Deploys", "Errors", "Forms"];
  for (const name of names) await seedWebhook(channelId, name);
  await page.goto(`/channels/${channelId}/settings/webhooks`);
  const list = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await expect(list).toHaveCount(7);
  const url = await enterWebhooks(page, channelId, "Grafana");
  await expect(page.getByText("8 webhooks", { exact: true })).toBeVisible();

  await page.getByRole("listitem", { name: "Errors" }).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Senders get 403 until it is resumed.")).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Errors" })).toContainText("senders get 403 and nothing is posted");
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

  const item = page.getByRole("listitem", { name: "Grafana" });
  for (const name of ["Edit", "Send test message", "Regenerate token", "Pause", "Move to another channel", "Delete"]) {
    await expect(item.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await item.getByRole("button", { name: "Send test message" }).click();
  await page.getByRole("button", { name: "Show it" }).click();
  await page.waitForURL(/\?message=1$/);
  await expect(messages(page).getByText("Test message").first()).toBeVisible();
});
