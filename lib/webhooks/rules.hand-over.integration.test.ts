import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { seal } from "@/lib/secrets/secret";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { saveRule } from "@/lib/webhooks/manage-rules";
import { deleteWebhook, setPaused } from "@/lib/webhooks/manage-webhook";

async function setUp() {
  const ada = await makeUser();
  const [here, there] = [await makeChannel({ members: [ada] }), await makeChannel({ members: [ada] })];
  const [made, target] = [await makeWebhook({ channelId: here.id }), await makeWebhook({ channelId: there.id })];
  const managed = await requireWebhookManager(ada, here.id);
  const elsewhere = await requireWebhookManager(ada, there.id);
  await saveRule(managed, made.webhook.id, null, {
    conditions: [{ on: "fact", fact: "text", test: "contains", text: "loud" }],
    action: { do: "hand_over", toWebhookId: `${target.webhook.id}` },
    continues: false,
  });
  return { ada, here, there, made, target, managed, elsewhere };
}

const post = async (made: MadeWebhook, body: object, headers: Record<string, string> = {}) => {
  const { status, text } = await sendRequest(webhookPath(made), { body: JSON.stringify(body), headers });
  return { status, ...(JSON.parse(text) as { messageId?: string; channelId?: string }) };
};

const lastReason = async ({ webhook }: MadeWebhook) =>
  (await db().delivery.findFirst({ where: { webhookId: webhook.id }, orderBy: { createdAt: "desc" } }))?.reason;

test.each([
  [
    "is deleted",
    "is gone",
    ({ elsewhere, target }: Awaited<ReturnType<typeof setUp>>) => deleteWebhook(elsewhere, target.webhook.id),
  ],
  [
    "is paused",
    "is paused",
    ({ elsewhere, target }: Awaited<ReturnType<typeof setUp>>) => setPaused(elsewhere, target.webhook.id, true),
  ],
  [
    "is in an archived channel",
    "is archived",
    ({ there }: Awaited<ReturnType<typeof setUp>>) =>
      db().channel.update({ where: { id: there.id }, data: { archivedAt: new Date() } }),
  ],
  [
    "is in a channel that the rule's author has left",
    "author may no longer manage",
    ({ there, ada }: Awaited<ReturnType<typeof setUp>>) =>
      db().membership.deleteMany({ where: { channelId: there.id, userId: ada.id } }),
  ],
  [
    "is only its channel's managers' to manage",
    "author may no longer manage",
    ({ there }: Awaited<ReturnType<typeof setUp>>) =>
      db().channel.update({ where: { id: there.id }, data: { webhookManagers: "managers" } }),
  ],
  [
    "is named by an author who was deactivated",
    "author may no longer manage",
    ({ ada }: Awaited<ReturnType<typeof setUp>>) =>
      db().user.update({ where: { id: ada.id }, data: { deactivatedAt: new Date() } }),
  ],
])("if the other webhook %s, the post stays here, and the log says that it %s", async (_, why, lose) => {
  const parts = await setUp();
  await post(parts.made, { content: "loud one" });
  await lose(parts);
  const answer = await post(parts.made, { content: "loud two" });
  expect(answer).toMatchObject({ status: 200, channelId: `${parts.here.id}` });
  expect(await db().message.count({ where: { webhookId: parts.made.webhook.id } })).toBe(1);
  expect(await db().message.count({ where: { webhookId: parts.target.webhook.id } })).toBe(1);
  await until(async () => expect(await lastReason(parts.made)).toMatch(/^Not handed over, because /));
  expect(await lastReason(parts.made)).toContain(why);
});

test("the other webhook's token and signing secret don't matter, because the rule's author may manage it", async () => {
  const { made, target, there } = await setUp();
  await db().webhook.update({ where: { id: target.webhook.id }, data: { signingSecret: seal("it's a secret") } });
  expect(await post(made, { content: "loud" })).toMatchObject({ status: 200, channelId: `${there.id}` });
});

test("a post that was handed over isn't treated by the other webhook's rules, so that none goes in circles", async () => {
  const { made, target, here, elsewhere, there } = await setUp();
  await saveRule(elsewhere, target.webhook.id, null, {
    conditions: [{ on: "fact", fact: "text", test: "contains", text: "loud" }],
    action: { do: "hand_over", toWebhookId: `${made.webhook.id}` },
    continues: false,
  });
  expect(await post(made, { content: "loud" })).toMatchObject({ channelId: `${there.id}` });
  expect(await post(target, { content: "loud" })).toMatchObject({ channelId: `${here.id}` });
});

test("keys of threads and updates are the other webhook's, and a repeat gets the same answer", async () => {
  const { made, target, managed, there } = await setUp();
  const first = await post(target, { content: "loud", thread_key: "a" });
  const reply = await post(made, { content: "loud too", thread_key: "a" });
  const row = await db().message.findUniqueOrThrow({ where: { id: BigInt(reply.messageId ?? 0) } });
  expect(row).toMatchObject({ threadRootId: BigInt(first.messageId ?? 0), channelId: there.id });

  const send = (content: string) => post(made, { content }, { "idempotency-key": "k" });
  const once = await send("loud once");
  expect(await send("loud once")).toEqual(once);
  const { id } = await db().webhookRule.findFirstOrThrow({ where: { webhookId: made.webhook.id } });
  await saveRule(managed, made.webhook.id, id, {
    conditions: [{ on: "fact", fact: "text", test: "is", text: "never" }],
    action: { do: "skip" },
    continues: false,
  });
  expect(await send("loud once")).toEqual(once);
  expect((await send("loud twice")).status).toBe(409);
  // Another sender's key is another key.
  expect(await post(target, { content: "calm" }, { "idempotency-key": "k" })).toMatchObject({ status: 200 });
});

test("many repeats at the same moment are handed over once", async () => {
  const { made, target } = await setUp();
  const send = () => post(made, { content: "loud" }, { "idempotency-key": "k" });
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await db().message.count({ where: { webhookId: target.webhook.id } })).toBe(1);
});
