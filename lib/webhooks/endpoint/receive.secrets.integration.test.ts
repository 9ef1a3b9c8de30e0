import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { JSON_LIMITS } from "@/lib/webhooks/payload/json-object";

// Only letters and digits, so only its name reveals that it's a secret.
const SECRET = "4f0a1c9e7b3d5e8f2a6c4f0a1c9e7b3d";
const KEY = "AKIAIOSFODNN7EXAMPLE";

async function post(made: MadeWebhook, suffix: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { status } = await sendRequest(webhookPath(made, suffix), { headers, body: text });
  expect(status).toBe(200);
}

/** Returns everything that readers get of the webhook's messages. */
async function shown({ webhook }: MadeWebhook): Promise<string> {
  const rows = await db().message.findMany({
    where: { webhookId: webhook.id },
    select: { content: true, embeds: true },
  });
  return JSON.stringify(rows);
}

const event = { "event-data": { event: "failed", recipient: "ada@example.com" } };

test.each([
  ["Gitea's secret", { secret: SECRET, action: "renamed", repository: { full_name: "ops/ada" } }],
  [
    "Mailgun's token and signature",
    { signature: { timestamp: "1529006854", token: SECRET, signature: SECRET }, ...event },
  ],
  ["Rollbar's access token", { event_name: "ada", data: { item: { project: { access_token: SECRET } } } }],
  ["StatusCake's token", { Token: SECRET, Status: "Down", Name: "ada" }],
  ["an Authorization header", { title: "ada", request: { headers: { Authorization: `Bearer ${SECRET}` } } }],
  ["a password and a key", { title: "ada", password: SECRET, config: { api_key: SECRET } }],
  ["an environment variable", { title: "ada", env: [{ name: "DB_PASSWORD", value: SECRET }] }],
  ["a key of a known format", { title: `ada found ${KEY}`, message: `It is ${KEY}.`, url: `https://x.y/?k=${KEY}` }],
])("%s doesn't appear on a plain card", async (_, payload) => {
  const made = await makeWebhook();
  await post(made, "/json", payload);
  const text = await shown(made);
  expect(text).toContain("ada");
  expect(text).not.toMatch(new RegExp(`${SECRET}|${KEY}`));
});

test("forms, text, events without a card, and headers have their secrets masked too", async () => {
  const made = await makeWebhook();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await post(made, "/json", `token=${SECRET}&signature=${SECRET}&subject=ada`, form);
  await post(made, "/json", `ada says password=${SECRET} and ${KEY}`, { "content-type": "text/plain" });
  await post(made, "/gitea", { secret: SECRET, ref: KEY }, { "x-gitea-event": `ada-${KEY}` });
  const text = await shown(made);
  expect(text.match(/ada/g)?.length).toBeGreaterThanOrEqual(3);
  expect(text).not.toMatch(new RegExp(`${SECRET}|${KEY}`));
});

test("secrets are masked as deep as a payload may be", async () => {
  const made = await makeWebhook();
  const deep = `${'{"a":'.repeat(JSON_LIMITS.depth - 2)}"${KEY}"${"}".repeat(JSON_LIMITS.depth - 2)}`;
  await post(made, "/json", `{"title":"ada","password":"${SECRET}","deep":{"password":"${SECRET}","a":${deep}}}`);
  const text = await shown(made);
  expect(text).toContain("ada");
  expect(text).not.toMatch(new RegExp(`${SECRET}|${KEY}`));
});

test("the cards of GitHub and of described tools have secrets masked in titles, texts and fields", async () => {
  const made = await makeWebhook();
  const issue = { number: 1, title: `Key ${KEY}`, body: `It is ${KEY}`, html_url: "https://github.com/o/r/issues/1" };
  await post(
    made,
    "/github",
    { action: "opened", issue, repository: { full_name: "o/r" } },
    { "x-github-event": "issues" },
  );
  const commits = [{ id: SECRET, message: `Remove ${KEY}`, url: "https://x.y", author: { name: KEY } }];
  await post(made, "/gitlab", { object_kind: "push", ref: "refs/heads/main", user_name: KEY, commits });
  const text = await shown(made);
  expect(text.match(/•••/g)?.length).toBeGreaterThanOrEqual(4);
  expect(text).not.toContain(KEY);
});

test("cards of two carts with different tokens don't replace each other", async () => {
  const made = await makeWebhook();
  for (const token of ["4f0a1c9e7b3d5e8f", "5f0a1c9e7b3d5e8f", "4f0a1c9e7b3d5e8f"]) {
    const cart = { token, cart_token: token, id: 1, line_items: [], total_price: "3.00", currency: "EUR" };
    await post(made, "/shopify", cart, { "x-shopify-topic": "checkouts/create" });
  }
  const keys = await db().webhookUpdate.findMany({ where: { webhookId: made.webhook.id }, select: { key: true } });
  expect(keys).toHaveLength(2);
  expect(JSON.stringify(keys)).not.toContain("0a1c9e7b3d5e8f");
  expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(2);
});

test("text written in Parley's, Slack's and Discord's own formats is shown unmasked", async () => {
  const made = await makeWebhook();
  const embeds = [{ fields: [{ name: "Password", value: "hunter22" }] }];
  await post(made, "", { content: `The key is ${KEY}`, embeds });
  await post(made, "/slack", { text: `The key is ${KEY}` });
  expect((await shown(made)).match(new RegExp(KEY, "g"))).toHaveLength(2);
  expect(await shown(made)).toContain("hunter22");
});

test.each([
  [
    "Notion's verification token",
    "secret_LanternLanternLanternLanternLanternLan",
    { verification_token: "secret_LanternLanternLanternLanternLanternLan" },
  ],
  [
    "Amazon SNS's confirmation link",
    "Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-north-1:210987654321:harbor-alerts",
    {
      Type: "SubscriptionConfirmation",
      MessageId: "165545c9-0000-472c-8df2-000000000001",
      Token: "2336412f37f",
      TopicArn: "arn:aws:sns:eu-north-1:210987654321:harbor-alerts",
      SubscribeURL:
        "https://sns.eu-north-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-north-1:210987654321:harbor-alerts&Token=2336412f37f",
    },
  ],
])("%s is visible to the people who manage the webhook, but not to the channel", async (_, secret, body) => {
  const made = await makeWebhook();
  await post(made, "/json", body);
  expect(await shown(made)).not.toContain(secret);
  const { reason } = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  expect(reason).toContain(secret);
});
