import { expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { postAsMember } from "@/lib/webhooks/post-as-member";

async function setUp() {
  const user = await makeUser({ name: "Ada" });
  const channel = await makeChannel({ members: [user] });
  const made = await makeWebhook({ channelId: channel.id, name: "CI" });
  const { webhook } = made;
  const managed = await requireWebhookManager(user, channel.id);
  const post = (webhookId: bigint, body: unknown) =>
    postAsMember(managed, webhookId, {
      dialect: "parley",
      origin: "test",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { user, channel, made, webhook, post };
}

const inChannel = (channelId: bigint) => db().message.findMany({ where: { channelId }, orderBy: { seq: "asc" } });

test("a payload sent by hand becomes the webhook's message, as if a tool had posted it", async () => {
  const { post, webhook, channel } = await setUp();
  const posted = await post(webhook.id, {
    content: "hello",
    embeds: [{ title: "t", color: "5" }],
    username: "Pipeline",
    unknown: 1,
  });
  expect(posted).toEqual({ channelId: `${channel.id}`, seq: 1 });
  expect(await inChannel(channel.id)).toMatchObject([
    {
      authorKind: "webhook",
      webhookId: webhook.id,
      authorName: "Pipeline",
      content: "hello",
      embeds: [{ title: "t", color: 5 }],
    },
  ]);
});

test.each([
  ["{}", "There is nothing to post. Add content or embeds."],
  ["null", "The body must be a JSON object."],
  ["{", "The body must be JSON."],
  [JSON.stringify({ embeds: Array(11).fill({ title: "t" }) }), "embeds can have at most 10 embeds."],
])("a payload that the endpoint refuses gets the same error: %j", async (body, message) => {
  const { post, webhook, channel } = await setUp();
  await expect(post(webhook.id, body)).rejects.toMatchObject({ code: "invalid", message });
  expect(await inChannel(channel.id)).toEqual([]);
});

test("a webhook of another channel, a deleted one and an unknown one are not found", async () => {
  const { post, channel } = await setUp();
  const other = await makeWebhook();
  const deleted = await makeWebhook({ channelId: channel.id, deletedAt: new Date(), tokenHash: null });
  for (const id of [other.webhook.id, deleted.webhook.id, 1n]) {
    await expect(post(id, { content: "x" })).rejects.toMatchObject({ code: "not_found" });
  }
  expect([...(await inChannel(channel.id)), ...(await inChannel(other.webhook.channelId))]).toEqual([]);
});

test("a paused webhook and an archived channel refuse posts", async () => {
  const { post, webhook, channel } = await setUp();
  const paused = await makeWebhook({ channelId: channel.id, pausedAt: new Date() });
  await expect(post(paused.webhook.id, { content: "x" })).rejects.toMatchObject({ code: "conflict" });
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
  await expect(post(webhook.id, { content: "x" })).rejects.toMatchObject({ code: "conflict" });
  expect(await inChannel(channel.id)).toEqual([]);
});

test("a member's posts neither count towards the webhook's limit nor are stopped by it", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "1/600");
  const { made, webhook, post, channel } = await setUp();
  await post(webhook.id, { content: "by hand" });
  const send = () => sendRequest(webhookPath(made), { body: JSON.stringify({ content: "by the tool" }) });
  expect([await send(), await send()].map(({ status }) => status)).toEqual([200, 429]);
  await post(webhook.id, { content: "by hand again" });
  expect(await inChannel(channel.id)).toHaveLength(3);
  vi.unstubAllEnvs();
});
