import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { channelsWithWebhooksManagedBy } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { deleteWebhookMessage, editWebhookMessage } from "@/lib/messages/change/change-webhook-message";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser, makeWebhook, postedMessage, webhookDraft } from "@/lib/testing/factories";
import { codeOf } from "@/lib/testing/refusals";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { deliveryPayload, listDeliveries } from "@/lib/webhooks/delivery-log";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import { regenerateToken } from "@/lib/webhooks/manage-webhook";
import { moveWebhook, webhookMoveTargets } from "@/lib/webhooks/move-webhook";
import { replayDelivery } from "@/lib/webhooks/post-as-member";
import { listWebhooks } from "@/lib/webhooks/queries";

type Target = NonNullable<Parameters<typeof makeChannel>[0]>;

async function setUp(target: Target = {}) {
  const user = await makeUser({ name: "Ada" });
  const from = await makeChannel({ members: [user] });
  const to = await makeChannel({ members: [user], ...target });
  const made = await makeWebhook({ channelId: from.id });
  const { id } = made.webhook;
  const move = async (as: SessionUser, webhookId = id, source = from, destination = to) =>
    moveWebhook(await requireWebhookManager(as, source.id), webhookId, await requireWebhookManager(as, destination.id));
  const channelIdNow = async () => (await db().webhook.findUniqueOrThrow({ where: { id } })).channelId;
  return { user, from, to, made, move, channelIdNow: channelIdNow };
}

test("after a move the same URL posts to the new channel, and earlier messages stay", async () => {
  const { user, from, to, made, move, channelIdNow } = await setUp();
  const [before] = await postMessages([webhookDraft(made)]);
  await move(user);
  const [after] = await postMessages([webhookDraft(made)]);
  expect([before, after]).toMatchObject([{ channelId: from.id }, { channelId: to.id }]);
  expect(await channelIdNow()).toBe(to.id);
  const rows = await db().message.findMany({ where: { webhookId: made.webhook.id }, orderBy: { id: "asc" } });
  expect(rows.map(({ channelId, seq }) => [channelId, seq])).toEqual([
    [from.id, 1n],
    [to.id, 1n],
  ]);
  expect(await db().auditEntry.findMany({ where: { webhookId: made.webhook.id } })).toMatchObject([
    {
      action: "webhook.moved",
      actorId: user.id,
      channelId: to.id,
      details: { channel: { from: from.name, to: to.name } },
    },
  ]);
});

test("deliveries from the old channel can't be listed, opened or resent in the new one", async () => {
  const { user, from, to, made, move } = await setUp();
  const webhookId = made.webhook.id;
  const row = { dialect: "parley" as const, method: "POST", durationMs: 1, size: 9, payload: '{"content":"b"}' };
  const refused = await db().delivery.create({
    data: { webhookId, channelId: from.id, ...row, status: 400, reason: "Refused." },
  });
  const taken = await db().delivery.create({ data: { webhookId, channelId: from.id, ...row, status: 200 } });
  const error = { failing: true, outcomeAt: new Date(), lastError: "Refused.", lastErrorAt: new Date() };
  await db().webhook.update({ where: { id: webhookId }, data: error });
  await move(user);
  const here = await requireWebhookManager(user, to.id);
  expect(await listDeliveries(here, webhookId)).toEqual({ deliveries: [], failures: 0 });
  for (const { id } of [refused, taken]) {
    expect(await codeOf(deliveryPayload(here, webhookId, id))).toBe("not_found");
    expect(await codeOf(replayDelivery(here, webhookId, id, row.payload))).toBe("not_found");
  }
  expect(await listWebhooks(here)).toMatchObject([{ state: "active", lastError: null }]);
  expect(await db().delivery.findMany({ where: { webhookId, payload: { not: null } } })).toEqual([]);
  // Moving it back restores its log without the payloads.
  await move(user, webhookId, to, from);
  const back = await listDeliveries(await requireWebhookManager(user, from.id), webhookId);
  expect(back).toMatchObject({ deliveries: [{ hasPayload: false }, { hasPayload: false }], failures: 1 });
});

test("a moved webhook can't change its earlier messages, with an old or a new token, until it moves back", async () => {
  const { user, from, to, made, move } = await setUp({ kind: "private" });
  const { id } = made.webhook;
  const { messageId } = await postedMessage(webhookDraft(made, { content: "salaries" }));
  await move(user);
  const regenerated = await regenerateToken(await requireWebhookManager(user, to.id), id, "https://chat.example");
  const token = regenerated.url.split("/").at(-1) ?? "";
  const request = (method: string, body = "") =>
    sendRequest(`/api/webhooks/${id}/${token}/messages/${messageId}`, { method, body });
  const owner = { webhookId: id, tokenHash: hashToken(token), signingSecret: null };
  const untouched = async () => {
    const row = await db().message.findUniqueOrThrow({ where: { id: messageId } });
    expect(row).toMatchObject({ content: "salaries", editedAt: null, deletedAt: null, channelId: from.id });
  };
  for (const [method, body] of [["GET"], ["PATCH", '{"content":"mine"}'], ["DELETE"]] as const) {
    const answer = await request(method, body);
    expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining("salaries")]);
  }
  expect(await editWebhookMessage(owner, messageId, { content: "mine" })).toEqual({ refused: "unknown_message" });
  expect(await deleteWebhookMessage(owner, messageId)).toEqual({ refused: "unknown_message" });
  await untouched();
  await db().membership.updateMany({ where: { userId: user.id }, data: { role: "manager" } });
  await move(user, id, to, from);
  expect((await request("GET")).status).toBe(200);
  await untouched();
});

test("a post that is repeated after the move isn't read back from the old channel", async () => {
  const { user, made, move } = await setUp();
  const post = () =>
    sendRequest(`/api/webhooks/${made.webhook.id}/${made.token}`, {
      search: "?wait=true",
      headers: { "idempotency-key": "once" },
      body: '{"content":"hello"}',
    });
  expect((await post()).status).toBe(200);
  expect((await post()).status).toBe(200);
  await move(user);
  expect(await post()).toMatchObject({ status: 204 });
});

test("posts that arrive during a move are all kept, in one channel or the other", async () => {
  const { user, from, to, made, move } = await setUp();
  const posts = Array.from({ length: 20 }, () => postMessages([webhookDraft(made)]));
  const [results] = await Promise.all([Promise.all(posts), move(user)]);
  expect(results.flat().filter((result) => "refused" in result)).toEqual([]);
  const counts = await db().message.groupBy({ by: ["channelId"], where: { webhookId: made.webhook.id }, _count: true });
  expect(counts.every(({ channelId }) => channelId === from.id || channelId === to.id)).toBe(true);
  expect(counts.reduce((sum, { _count }) => sum + _count, 0)).toBe(20);
});

test("moving requires permission to manage webhooks in both channels", async () => {
  const { user, from, to, move, channelIdNow } = await setUp({ webhookManagers: "managers" });
  const [stranger, here, there] = [await makeUser({ role: "owner" }), await makeUser(), await makeUser()];
  await makeMember(from, here);
  await makeMember(to, there, "manager");
  expect(await codeOf(move(stranger))).toBe("not_found");
  expect(await codeOf(move(here))).toBe("not_found");
  expect(await codeOf(move(there))).toBe("not_found");
  expect(await codeOf(move(user))).toBe("forbidden");
  expect(await channelIdNow()).toBe(from.id);
  await db().membership.updateMany({ where: { channelId: to.id, userId: user.id }, data: { role: "manager" } });
  expect(await codeOf(move(user))).toBe("ok");
  expect(await channelIdNow()).toBe(to.id);
});

test("moving a webhook out of a private channel requires managing both channels", async () => {
  const { from, to, move, channelIdNow } = await setUp();
  await db().channel.update({ where: { id: from.id }, data: { kind: "private" } });
  const [here, there, both, admin] = [
    await makeUser(),
    await makeUser(),
    await makeUser(),
    await makeUser({ role: "admin" }),
  ];
  for (const user of [here, both]) await makeMember(from, user, "manager");
  for (const user of [there, both]) await makeMember(to, user, "manager");
  await makeMember(to, here);
  for (const user of [there, admin]) await makeMember(from, user);
  await makeMember(to, admin);
  const offered = async (user: SessionUser) =>
    (await webhookMoveTargets(await requireChannel(user, from.id))).map(({ name }) => name);
  expect([await codeOf(move(here)), await codeOf(move(there))]).toEqual(["forbidden", "forbidden"]);
  expect(await channelIdNow()).toBe(from.id);
  expect([await offered(here), await offered(there)]).toEqual([[from.name], []]);
  expect((await offered(both)).toSorted()).toEqual([from.name, to.name].toSorted());
  expect(await codeOf(move(both))).toBe("ok");
  await move(both, undefined, to, from);
  expect(await offered(admin)).toContain(to.name);
  expect(await codeOf(move(admin))).toBe("ok");
});

test("moving to an archived channel, a direct message or the current channel is refused", async () => {
  for (const target of [{ archivedAt: new Date() }, { kind: "direct" }] satisfies Target[]) {
    const { user, from, move, channelIdNow } = await setUp(target);
    expect(await codeOf(move(user))).toBe("conflict");
    expect(await channelIdNow()).toBe(from.id);
  }
  const { user, from, made, move } = await setUp();
  expect(await codeOf(move(user, made.webhook.id, from, from))).toBe("conflict");
  expect(await db().auditEntry.count({ where: { actorId: user.id } })).toBe(0);
});

test("a webhook can be moved out of an archived channel", async () => {
  const { user, from, to, move, channelIdNow } = await setUp();
  await db().channel.update({ where: { id: from.id }, data: { archivedAt: new Date() } });
  await move(user);
  expect(await channelIdNow()).toBe(to.id);
});

test("a webhook of another channel, a deleted one, or one that was just moved is not found", async () => {
  const { user, from, move } = await setUp();
  const [other, deleted] = [
    await makeWebhook(),
    await makeWebhook({ channelId: from.id, deletedAt: new Date(), tokenHash: null }),
  ];
  expect(await codeOf(move(user, other.webhook.id))).toBe("not_found");
  expect(await codeOf(move(user, deleted.webhook.id))).toBe("not_found");
  await move(user);
  expect(await codeOf(move(user))).toBe("not_found");
});

test("a channel can have fifty webhooks, moved or created, however many come at the same moment", async () => {
  const { user, from, to, move } = await setUp();
  for (const _ of Array(48)) await makeWebhook({ channelId: to.id });
  const more = await Promise.all([0, 1, 2].map(() => makeWebhook({ channelId: from.id })));
  const target = await requireWebhookManager(user, to.id);
  const fields = { name: "New", description: "", avatarUrl: null };
  const codes = await Promise.all([
    ...more.map(({ webhook }) => codeOf(move(user, webhook.id))),
    codeOf(createWebhook(target, fields, "https://chat.example")),
  ]);
  expect(codes.toSorted()).toEqual(["conflict", "conflict", "ok", "ok"]);
  expect(await db().webhook.count({ where: { channelId: to.id } })).toBe(50);
});

test("two webhooks that swap channels don't block each other", async () => {
  const { user, from, to, made, move, channelIdNow } = await setUp();
  const back = await makeWebhook({ channelId: to.id });
  await Promise.all([move(user), move(user, back.webhook.id, to, from)]);
  expect(await channelIdNow()).toBe(to.id);
  expect(made.webhook.channelId).toBe(from.id);
});

test("the offered channels are active ones whose webhooks the person can manage", async () => {
  const [user, owner] = [await makeUser(), await makeUser({ role: "owner" })];
  const members = [user, owner];
  const all = await makeChannel({ name: "a-all", members });
  const forManagers = await makeChannel({ name: "b-managers", members, webhookManagers: "managers" });
  const mine = await makeChannel({ name: "c-mine", webhookManagers: "managers", kind: "private" });
  await makeMember(mine, user, "manager");
  await makeChannel({ name: "d-archived", members, archivedAt: new Date() });
  await makeChannel({ name: "e-direct", members, kind: "direct" });
  await makeChannel({ name: "f-not-joined" });
  const names = async (who: SessionUser) => (await channelsWithWebhooksManagedBy(who)).map(({ name }) => name);
  expect(await names(user)).toEqual([all.name, mine.name]);
  expect(await names(owner)).toEqual([all.name, forManagers.name]);
});
