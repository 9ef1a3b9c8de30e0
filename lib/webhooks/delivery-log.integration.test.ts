import { expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { findMessage } from "@/lib/messages/read/queries";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser, makeWebhook, userDraft, webhookPath } from "@/lib/testing/factories";
import { codeOf } from "@/lib/testing/refusals";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { type DeliveryRow, writeDeliveries } from "@/lib/webhooks/deliveries/write-deliveries";
import { deliveryPayload, listDeliveries } from "@/lib/webhooks/delivery-log";
import type { DeliveryDto } from "@/lib/webhooks/dto";
import { setSigningSecret } from "@/lib/webhooks/manage-webhook";
import { replayDelivery, sendTestMessage } from "@/lib/webhooks/post-as-member";

type Target = NonNullable<Parameters<typeof makeChannel>[0]>;

async function setUp(target: Target = {}) {
  const user = await makeUser({ name: "Ada" });
  const channel = await makeChannel({ members: [user], ...target });
  const made = await makeWebhook({ channelId: channel.id });
  const { id } = made.webhook;
  const managed = (as: SessionUser, where: { id: bigint } = channel) => requireWebhookManager(as, where.id);
  const paths = {
    parley: webhookPath(made),
    slack: webhookPath(made, "/slack"),
    github: webhookPath(made, "/github"),
    json: webhookPath(made, "/json"),
    alertmanager: webhookPath(made, "/alertmanager"),
    discord: `/api/v10/webhooks/${id}/${made.token}`,
  };
  /** Sends a request like a sender and returns its entry in the log, once it's there. */
  async function send(dialect: keyof typeof paths, body: string, headers: Record<string, string> = {}) {
    const before = await db().delivery.count({ where: { webhookId: id } });
    await sendRequest(paths[dialect], { headers, body });
    return newest(before + 1);
  }
  /** Returns the newest delivery, once the log has this many. */
  async function newest(count: number): Promise<{ dto: DeliveryDto; id: bigint }> {
    const list = await vi.waitFor(
      async () => {
        const { deliveries } = await listDeliveries(await managed(user), id);
        expect(deliveries).toHaveLength(count);
        return deliveries;
      },
      { timeout: 20_000, interval: 20 },
    );
    const [dto] = list;
    if (!dto) throw new Error("The log is empty.");
    return { dto, id: BigInt(dto.id) };
  }
  const replay = async (deliveryId: bigint, payload: string, as = user, webhookId = id, where = channel) =>
    replayDelivery(await managed(as, where), webhookId, deliveryId, payload);
  const contents = async () =>
    (await db().message.findMany({ where: { webhookId: id }, orderBy: { seq: "asc" } })).map(({ content }) => content);
  return { user, channel, webhookId: id, managed, send, newest, replay, contents };
}

const PAYLOAD = { body: '{"content":"x"}', cut: false };
/** A request that waits to be logged. */
function row(webhookId: bigint, channelId: bigint, fields: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    webhook_id: `${webhookId}`,
    channel_id: `${channelId}`,
    dialect: "parley",
    event: null,
    method: "POST",
    status: 200,
    reason: null,
    duration_ms: 1,
    size: 15,
    message_id: null,
    more_message_ids: null,
    payload: null,
    plain: false,
    tool: null,
    counted: 1,
    origin: "sender",
    sent_by_id: null,
    created_at: new Date().toISOString(),
    at: Date.now(),
    ...fields,
  };
}

const REFUSED = '{"content":1}';

test("a delivery shows its request, its result and its message", async () => {
  const { user, channel, webhookId, managed, send } = await setUp();
  const taken = await send("parley", '{"content":"hello"}');
  expect(taken.dto).toMatchObject({
    sender: "Parley",
    event: null,
    method: "POST",
    status: 200,
    reason: null,
    size: 19,
    origin: "sender",
    message: { channelId: `${channel.id}`, seq: 1, deleted: false, title: "hello" },
    hasPayload: true,
  });
  const refused = await send("github", "{", { "x-github-event": "push" });
  expect(refused.dto).toMatchObject({ sender: "GitHub", event: "push", status: 400, message: null, hasPayload: true });
  expect(refused.dto.reason).toMatch(/JSON/);
  await db().message.updateMany({ where: { channelId: channel.id }, data: { deletedAt: new Date() } });
  const { deliveries, failures } = await listDeliveries(await managed(user), webhookId);
  expect(failures).toBe(1);
  expect(deliveries.map(({ message }) => message)).toEqual([
    null,
    { channelId: `${channel.id}`, seq: 1, deleted: true, title: null },
  ]);
});

test.each([
  ["its author", "parley", { embeds: [{ author: { name: "Backup" } }] }, "Backup"],
  ["a field", "parley", { embeds: [{ fields: [{ name: "Task set", value: "x" }] }] }, "Task set: x"],
  [
    "a button",
    "discord",
    { components: [{ type: 1, components: [{ type: 2, style: 5, label: "Open run", url: "https://ci.example/7" }] }] },
    "Open run",
  ],
] as const)("a delivery's card without title and text is named by %s", async (_, dialect, payload, title) => {
  const { send } = await setUp();
  const { dto } = await send(dialect, JSON.stringify(payload));
  expect(dto).toMatchObject({ message: { title } });
});

test("a delivery's message without any words is named by its first file", async () => {
  const { user, channel, webhookId, managed, send } = await setUp();
  const { dto } = await send("parley", '{"content":"x"}');
  const { id } = await db().message.findFirstOrThrow({ where: { channelId: channel.id, seq: dto.message?.seq ?? 0 } });
  const file = { messageId: id, channelId: channel.id, hash: Buffer.alloc(32), size: 1, contentType: "text/plain" };
  for (const [position, name] of ["trace.txt", "more.txt"].entries())
    await db().attachment.create({ data: { ...file, position, name } });
  await db().message.update({ where: { id }, data: { content: "", embeds: [] } });
  const { deliveries } = await listDeliveries(await managed(user), webhookId);
  expect(deliveries[0]?.message?.title).toBe("trace.txt");
});

test("only people who may manage the channel's webhooks can list, open and resend deliveries", async () => {
  const { user, channel, webhookId, managed, send, replay, contents } = await setUp({ kind: "private" });
  const { id } = await send("parley", REFUSED);
  const [stranger, owner, manager] = [await makeUser(), await makeUser({ role: "owner" }), await makeUser()];
  await makeMember(channel, manager, "manager");
  const acts = (as: SessionUser) => [
    (async () => listDeliveries(await managed(as), webhookId))(),
    (async () => deliveryPayload(await managed(as), webhookId, id))(),
    replay(id, '{"content":"x"}', as),
  ];
  const codes = (as: SessionUser) => Promise.all(acts(as).map(codeOf));
  expect(await codes(stranger)).toEqual(["not_found", "not_found", "not_found"]);
  expect(await codes(owner)).toEqual(["not_found", "not_found", "not_found"]);
  expect(await contents()).toEqual([]);
  expect(await codes(user)).toEqual(["ok", "ok", "ok"]);
  await db().channel.update({ where: { id: channel.id }, data: { webhookManagers: "managers" } });
  expect(await codes(user)).toEqual(["forbidden", "forbidden", "forbidden"]);
  expect(await codes(manager)).toEqual(["ok", "ok", "ok"]);
  expect(await contents()).toEqual(["x", "x"]);
});

test("deliveries of another channel or webhook, and unknown ids, are not found", async () => {
  const { user, channel, webhookId, managed, send, replay, contents } = await setUp();
  const { id } = await send("parley", REFUSED);
  const elsewhere = await makeChannel({ members: [user] });
  const sibling = await makeWebhook({ channelId: channel.id });
  const payload = '{"content":"x"}';
  const [here, there] = [await managed(user), await managed(user, elsewhere)];
  const siblingId = sibling.webhook.id;
  const refusals = await Promise.all(
    [
      listDeliveries(there, webhookId),
      deliveryPayload(there, webhookId, id),
      replay(id, payload, user, webhookId, elsewhere),
      deliveryPayload(here, siblingId, id),
      replay(id, payload, user, siblingId),
      listDeliveries(here, 1n),
      deliveryPayload(here, webhookId, 1n),
      replay(1n, payload),
      replay(id, payload, user, 1n),
    ].map(codeOf),
  );
  expect(refusals).toEqual(Array(9).fill("not_found"));
  expect(await listDeliveries(here, siblingId)).toEqual({ deliveries: [], failures: 0 });
  expect(await contents()).toEqual([]);
  await db().webhook.update({ where: { id: webhookId }, data: { deletedAt: new Date(), tokenHash: null } });
  expect(await codeOf(listDeliveries(here, webhookId))).toBe("not_found");
  expect(await codeOf(replay(id, payload))).toBe("not_found");
});

test("a refused payload is resent in its original dialect", async () => {
  const { send, newest, replay, contents } = await setUp();
  const ping = JSON.stringify({
    zen: "Design for failure.",
    hook_id: 1,
    hook: { type: "Repository", events: ["push"] },
  });
  const cases = [
    { dialect: "parley", sender: "Parley", refused: REFUSED, corrected: '{"content":"one"}', content: "one" },
    {
      dialect: "slack",
      sender: "Slack",
      refused: '{"txt":"*two*"}',
      corrected: '{"text":"*two*"}',
      content: "**two**",
    },
    {
      dialect: "discord",
      sender: "Discord",
      refused: '{"content":""}',
      corrected: '{"content":"three"}',
      content: "three",
    },
    { dialect: "github", sender: "GitHub", refused: "{", corrected: ping, content: null, event: "ping" },
  ] as const;
  let count = 0;
  for (const { dialect, sender, refused, corrected, content, ...rest } of cases) {
    const event = "event" in rest ? rest.event : null;
    const { id } = await send(dialect, refused, event ? { "x-github-event": event } : {});
    const posted = await replay(id, corrected);
    count += 2;
    const { dto } = await newest(count);
    expect(dto).toMatchObject({ sender, event, origin: "replay", message: posted, reason: null });
    expect(dto.status).toBeLessThan(300);
    if (content !== null) expect((await contents()).at(-1)).toBe(content);
    const message = await db().message.findFirstOrThrow({
      where: { channelId: BigInt(posted.channelId), seq: posted.seq },
    });
    expect(await findMessage(message.id)).toMatchObject({ author: { kind: "webhook" } });
  }
});

test("a resent delivery that is rejected again says why, posts nothing and is logged", async () => {
  const { send, newest, replay, contents } = await setUp();
  const { id } = await send("parley", REFUSED);
  await expect(replay(id, '{"embeds":[{"title":1}]}')).rejects.toMatchObject({
    code: "invalid",
    field: "payload",
    message: expect.stringContaining("title"),
  });
  const { dto } = await newest(2);
  expect(dto).toMatchObject({ status: 400, origin: "replay", hasPayload: true });
  expect(await contents()).toEqual([]);
});

test("an accepted post is resent as a new message, whatever its key; other requests can't be resent", async () => {
  const { user, channel, send, newest, webhookId, managed, replay, contents } = await setUp();
  const sent = await send("parley", '{"content":"hello"}', { "idempotency-key": "once" });
  const { text } = await deliveryPayload(await managed(user), webhookId, sent.id);
  expect(await replay(sent.id, text)).toEqual({ channelId: `${channel.id}`, seq: 2 });
  expect((await newest(2)).dto).toMatchObject({ origin: "replay", status: 200, message: { seq: 2 }, hasPayload: true });
  const edit = await db().delivery.create({
    data: {
      webhookId,
      channelId: channel.id,
      dialect: "discord",
      method: "PATCH",
      status: 400,
      durationMs: 1,
      size: 2,
      payload: "{}",
    },
    select: { id: true },
  });
  expect(await codeOf(replay(edit.id, '{"content":"hello"}'))).toBe("not_found");
  expect(await contents()).toEqual(["hello", "hello"]);
});

test("a paused webhook and an archived channel refuse resent deliveries too", async () => {
  const { channel, webhookId, send, replay, contents } = await setUp();
  const { id } = await send("parley", REFUSED);
  await db().webhook.update({ where: { id: webhookId }, data: { pausedAt: new Date() } });
  expect(await codeOf(replay(id, '{"content":"x"}'))).toBe("conflict");
  await db().webhook.update({ where: { id: webhookId }, data: { pausedAt: null } });
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
  expect(await codeOf(replay(id, '{"content":"x"}'))).toBe("conflict");
  expect(await contents()).toEqual([]);
});

test("secrets in a payload stay masked, even when it's resent, and a long payload is complete", async () => {
  const { user, webhookId, managed, send, newest, replay, contents } = await setUp();
  const secret = "ghp_0123456789abcdefghij";
  const masked = await send("parley", JSON.stringify({ content: 1, password: "hunter2", note: `with ${secret}` }));
  const payload = await deliveryPayload(await managed(user), webhookId, masked.id);
  expect(payload).toMatchObject({ text: '{"content":1,"password":"•••","note":"with •••"}', cut: false, files: 0 });
  expect(JSON.stringify(masked.dto)).not.toContain(secret);
  const reported = await send("parley", JSON.stringify({ content: `found ${secret}`, embeds: 1 }));
  const { text: opened } = await deliveryPayload(await managed(user), webhookId, reported.id);
  await replay(reported.id, opened.replace(',"embeds":1', ""));
  expect(await contents()).toEqual(["found •••"]);
  await newest(3);
  const long = await send("parley", JSON.stringify({ content: "é".repeat(50_000) }));
  const { text, cut } = await deliveryPayload(await managed(user), webhookId, long.id);
  expect([cut, JSON.parse(text)]).toEqual([false, { content: "é".repeat(50_000) }]);
});

test("a card can be made from what was read, and not from broken JSON or another format's message", async () => {
  const { user, webhookId, managed, send } = await setUp();
  const fits = async (sender: "parley" | "json" | "slack", body: string) => {
    const { id } = await send(sender, body);
    return (await deliveryPayload(await managed(user), webhookId, id)).fitsCard;
  };
  expect(await fits("parley", '{"build":"failed"}')).toBe(true);
  expect(await fits("json", "The night job is done")).toBe(true);
  expect(await fits("parley", '{"build":')).toBe(false);
  expect(await fits("json", '{"build":')).toBe(false);
  expect(await fits("slack", '{"text":"Hello"}')).toBe(false);
});

test("a payload that wasn't stored can't be opened", async () => {
  const { user, webhookId, managed, send } = await setUp();
  const large = await send("parley", JSON.stringify({ content: "x".repeat(300_000) }));
  expect([large.dto.hasPayload, large.dto.status]).toEqual([false, 413]);
  expect(await codeOf(deliveryPayload(await managed(user), webhookId, large.id))).toBe("not_found");
});

test("successes store their payload too: only the JSON part, with secrets masked, at most 256 KiB", async () => {
  const { user, webhookId, managed, send } = await setUp();
  const open = async (id: bigint) => deliveryPayload(await managed(user), webhookId, id);
  const secret = "ghp_0123456789abcdefghij";
  const short = await send("parley", JSON.stringify({ content: `found ${secret}`, api_key: "hunter2" }));
  expect(await open(short.id)).toMatchObject({ text: '{"content":"found •••","api_key":"•••"}', cut: false, files: 0 });

  const form = { "content-type": "application/x-www-form-urlencoded" };
  const slack = await send("slack", new URLSearchParams({ payload: '{"text":"from a form"}' }).toString(), form);
  expect((await open(slack.id)).text).toBe('{"text":"from a form"}');

  // The endpoint ignores unknown fields.
  const extra = "😀".repeat(65_000);
  const long = await send("parley", JSON.stringify({ content: "long", extra }));
  expect(long.dto).toMatchObject({ status: 200, hasPayload: true });
  const { text, cut } = await open(long.id);
  expect([cut, JSON.parse(text)]).toEqual([false, { content: "long", extra }]);

  // Here the dots are longer than the text they replace.
  const masked = await send("parley", `{"content":"x","a":[${Array(11_000).fill('{"password":"hunter2"}').join()}]}`);
  const kept = await open(masked.id);
  expect(kept.cut).toBe(true);
  expect(Buffer.byteLength(kept.text)).toBeLessThanOrEqual(256 * 1024);
});

test("a message's payload is deleted with it, even if the message is deleted before the log is written", async () => {
  const { user, channel, webhookId, managed, send, newest } = await setUp();
  const { id } = await send("parley", '{"content":"to be deleted"}');
  const message = await db().message.findFirstOrThrow({ where: { channelId: channel.id } });
  const owner = await makeUser({ role: "owner" });
  await makeMember(channel, owner);
  await deleteMessage(await requireChannel(owner, channel.id), message.id);
  expect((await newest(1)).dto).toMatchObject({ message: { deleted: true }, hasPayload: false });
  expect(await db().delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({ payload: null });
  expect(await codeOf(deliveryPayload(await managed(user), webhookId, id))).toBe("not_found");

  const [made] = await postMessages([userDraft(user, channel)]);
  if (!made || !("messageId" in made)) throw new Error("Nothing was posted.");
  await db().message.update({ where: { id: made.messageId }, data: { deletedAt: new Date() } });
  await writeDeliveries([row(webhookId, channel.id, { message_id: `${made.messageId}`, payload: PAYLOAD })]);
  expect((await newest(2)).dto.hasPayload).toBe(false);
  await writeDeliveries([row(webhookId, channel.id, { more_message_ids: [`${made.messageId}`], payload: PAYLOAD })]);
  expect((await newest(3)).dto.hasPayload).toBe(false);
  expect(await db().delivery.count({ where: { webhookId, payload: { not: null } } })).toBe(0);
});

test("a request's payload is deleted with any of its messages, including a reply about an update", async () => {
  const { user, channel, webhookId, managed, send } = await setUp();
  const owner = await makeUser({ role: "owner" });
  await makeMember(channel, owner);
  const remove = async (messageId: bigint) => deleteMessage(await requireChannel(owner, channel.id), messageId);
  const alerts = ["one", "two", "three"].map((alertname) => ({ status: "firing", labels: { alertname } }));
  const body = JSON.stringify({ receiver: "team", groupKey: "{}", alerts });
  for (const index of [0, 1, 2]) {
    const { id } = await send("alertmanager", body);
    const messages = await db().message.findMany({ where: { webhookId, deletedAt: null }, orderBy: { seq: "desc" } });
    expect((await deliveryPayload(await managed(user), webhookId, id)).text).toContain("three");
    await remove(messages[2 - index]?.id ?? 0n);
    expect(await codeOf(deliveryPayload(await managed(user), webhookId, id))).toBe("not_found");
    expect(await db().delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({ payload: null });
  }
  await send("parley", '{"content":"running","update_key":"k","thread_key":"k"}');
  const { id } = await send("parley", '{"content":"leaked","update_key":"k","thread_key":"k"}');
  const reply = await db().message.findFirstOrThrow({ where: { webhookId, threadRootId: { not: null } } });
  await remove(reply.id);
  expect(await db().delivery.findUniqueOrThrow({ where: { id } })).toMatchObject({ payload: null });
  expect(await db().delivery.count({ where: { webhookId, payload: { not: null } } })).toBe(1);
});

test("a delivery from before a move that is logged after it doesn't appear in the new channel", async () => {
  const { channel, webhookId, newest } = await setUp();
  const elsewhere = await makeChannel();
  await writeDeliveries([row(webhookId, elsewhere.id, { status: 400, payload: PAYLOAD })]);
  expect(await db().delivery.findMany({ where: { webhookId } })).toMatchObject([
    { channelId: elsewhere.id, payload: null },
  ]);
  await writeDeliveries([row(webhookId, channel.id, { status: 400, payload: PAYLOAD })]);
  expect((await newest(1)).dto.hasPayload).toBe(true);
});

test("a test message is logged as a delivery and needs no signature", async () => {
  const { user, webhookId, managed, send, newest, replay } = await setUp();
  const channel = await managed(user);
  await setSigningSecret(channel, webhookId, { secret: "a long secret" });
  const message = await sendTestMessage(channel, webhookId);
  const { dto } = await newest(1);
  expect(dto).toMatchObject({ origin: "test", sender: "Parley", status: 200, message });
  const unsigned = await send("parley", '{"content":"unsigned"}');
  expect(unsigned.dto).toMatchObject({ status: 401, origin: "sender", hasPayload: true });
  expect(await codeOf(replay(unsigned.id, '{"content":"sent by a member"}'))).toBe("ok");
});
