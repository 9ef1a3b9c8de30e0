import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { deleteOldUpdateKeys } from "@/lib/messages/post/update-by-key";
import { editHistory } from "@/lib/messages/read/queries";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";

const DAY_MS = 24 * 3_600_000;

async function setUp() {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  return { ada, channel, made };
}

async function post(made: MadeWebhook, payload: object, { suffix = "", headers = {} as Record<string, string> } = {}) {
  const { status, text } = await sendRequest(webhookPath(made, suffix), { headers, body: JSON.stringify(payload) });
  const said: { messageId?: string; error?: string } = JSON.parse(text);
  return { status, ...said };
}

const rowsOf = ({ webhook }: MadeWebhook) =>
  db().message.findMany({ where: { webhookId: webhook.id }, orderBy: { id: "asc" } });

const contents = async (made: MadeWebhook) => (await rowsOf(made)).map(({ content }) => content);

test("a later post with the same key replaces the message, and its earlier text is kept", async () => {
  const { ada, channel, made } = await setUp();
  const first = await post(made, { content: "Build running", update_key: "build-1" });
  const before = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
  const card = { title: "Build passed", color: 0x1a7f37 };
  const second = await post(made, { embeds: [card], update_key: "build-1" });
  expect(second).toEqual(first);
  const [row, ...others] = await rowsOf(made);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ content: "", embeds: [card], updateCount: 1 });
  const after = await db().channel.findUniqueOrThrow({ where: { id: channel.id } });
  expect([after.msgSeq, after.rev]).toEqual([before.msgSeq, before.rev + 1n]);
  const history = await editHistory(await requireChannel(ada, channel.id), row?.id ?? 0n);
  expect(history.edits).toMatchObject([{ content: "Build running", embeds: [] }]);
});

test("an identical post changes nothing and doesn't count as an update", async () => {
  const { made } = await setUp();
  const payload = { embeds: [{ title: "Down", fields: [{ name: "host", value: "db-1" }] }], update_key: "k" };
  const answers = [await post(made, payload), await post(made, payload)];
  expect(answers[1]).toEqual(answers[0]);
  const [row] = await rowsOf(made);
  expect([
    row?.updateCount,
    row?.editedAt,
    await db().messageEdit.count({ where: { messageId: row?.id ?? 0n } }),
  ]).toEqual([0, null, 0]);
});

test("an update notifies no one again", async () => {
  const { ada, made } = await setUp();
  const withMention = (text: string) => ({
    content: `${text} <@${ada.id}>`,
    allowed_mentions: { parse: ["users"] },
    update_key: "k",
  });
  await post(made, { content: "quiet", update_key: "k" });
  await post(made, withMention("loud"));
  expect((await rowsOf(made)).map(({ mentionedUserIds }) => mentionedUserIds)).toEqual([[]]);
  await post(made, { ...withMention("new"), bump: true });
  expect((await rowsOf(made)).map(({ mentionedUserIds }) => mentionedUserIds)).toEqual([[], [ada.id]]);
});

test("`bump` posts a new message, and the key then belongs to that message", async () => {
  const { made } = await setUp();
  await post(made, { content: "one", update_key: "k" });
  const second = await post(made, { content: "two", update_key: "k", bump: true });
  expect(await post(made, { content: "three", update_key: "k" })).toEqual(second);
  expect(await contents(made)).toEqual(["one", "three"]);
});

test("keys belong to their webhook and channel, and a deleted or week-old message is replaced by a new one", async () => {
  const { channel, made } = await setUp();
  const other = await makeWebhook({ channelId: channel.id });
  await post(made, { content: "mine", update_key: "k" });
  await post(other, { content: "yours", update_key: "k" });
  expect([await contents(made), await contents(other)]).toEqual([["mine"], ["yours"]]);

  const [row] = await rowsOf(made);
  await db().message.update({ where: { id: row?.id ?? 0n }, data: { createdAt: new Date(Date.now() - 6.9 * DAY_MS) } });
  await post(made, { content: "still mine", update_key: "k" });
  expect(await contents(made)).toEqual(["still mine"]);
  await db().message.update({ where: { id: row?.id ?? 0n }, data: { createdAt: new Date(Date.now() - 7.1 * DAY_MS) } });
  await post(made, { content: "a new week", update_key: "k" });
  expect(await contents(made)).toEqual(["still mine", "a new week"]);

  await db().message.updateMany({ where: { webhookId: made.webhook.id }, data: { deletedAt: new Date() } });
  await post(made, { content: "after all", update_key: "k" });
  expect((await contents(made)).at(-1)).toBe("after all");

  const target = await makeChannel();
  await db().webhook.update({ where: { id: made.webhook.id }, data: { channelId: target.id } });
  await post(made, { content: "elsewhere", update_key: "k" });
  expect((await rowsOf(made)).at(-1)).toMatchObject({ content: "elsewhere", channelId: target.id });
});

test("a key of a wrong type is refused, and so is a webhook that can't post", async () => {
  const { made } = await setUp();
  expect(await post(made, { content: "x", update_key: 7 })).toMatchObject({
    status: 400,
    error: expect.stringContaining("update_key"),
  });
  expect(await post(made, { content: "x", update_key: "k", bump: "yes" })).toMatchObject({
    status: 400,
    error: expect.stringContaining("bump"),
  });
  expect(await post(made, { content: "x", update_key: "k".repeat(256) })).toMatchObject({ status: 400 });
  await post(made, { content: "first", update_key: "k" });
  await db().webhook.update({ where: { id: made.webhook.id }, data: { pausedAt: new Date() } });
  expect(await post(made, { content: "second", update_key: "k" })).toMatchObject({ status: 403 });
  expect(await contents(made)).toEqual(["first"]);
});

test("many posts at once with one key become one message with the last one's text", async () => {
  const { made } = await setUp();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => post(made, { content: `state ${index}`, update_key: "k" })),
  );
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
  const [row, ...others] = await rowsOf(made);
  expect(others).toEqual([]);
  expect(row?.updateCount).toBe(19);
  const versions = await db().messageEdit.findMany({ where: { messageId: row?.id ?? 0n } });
  expect(new Set([row?.content, ...versions.map(({ content }) => content)]).size).toBe(20);
});

test("posts with and without keys can be mixed, and each is answered with its own message", async () => {
  const { made } = await setUp();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const key = [{}, { update_key: "a" }, { update_key: "b" }, { thread_key: "t" }][index % 4];
      return post(made, { content: `post ${index}`, ...key });
    }),
  );
  const ids = new Map((await rowsOf(made)).map(({ id, content }) => [`${id}`, content]));
  expect(ids.size).toBe(3 + 1 + 1 + 3);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  for (const index of [0, 4, 8]) expect(ids.get(answers[index]?.messageId ?? "")).toBe(`post ${index}`);
  for (const index of [5, 9]) expect(answers[index]?.messageId).toBe(answers[1]?.messageId);
});

test("a repeat with the same Idempotency-Key gets the same answer and updates nothing", async () => {
  const { made } = await setUp();
  const keyed = (key: string, text: string) =>
    post(made, { content: text, update_key: "k" }, { headers: { "idempotency-key": key } });
  const first = await keyed("1", "running");
  const second = await keyed("2", "passed");
  expect(await keyed("1", "running")).toEqual(first);
  expect(await keyed("2", "passed")).toEqual(second);
  expect(await keyed("2", "other")).toMatchObject({ status: 409 });
  expect((await rowsOf(made)).map(({ content, updateCount }) => [content, updateCount])).toEqual([["passed", 1]]);
});

test("with a thread key, the message shows the current state and its thread the history", async () => {
  const { made } = await setUp();
  const say = (content: string) => post(made, { content, update_key: "k", thread_key: "k" });
  const first = await say("firing");
  expect(await say("still firing")).toEqual(first);
  expect(await say("resolved")).toEqual(first);
  expect(await say("resolved")).toEqual(first);
  const rows = await rowsOf(made);
  expect(rows.map(({ content, threadRootId }) => [content, threadRootId === null])).toEqual([
    ["resolved", true],
    ["still firing", false],
    ["resolved", false],
  ]);
  expect(rows[0]?.replyCount).toBe(2);
});

test("an alert turns green in place and keeps its original details", async () => {
  const { made } = await setUp();
  const alert = (fingerprint: string, status: string) => ({
    status,
    labels: status === "firing" ? { alertname: "DiskFull", instance: fingerprint } : {},
    annotations: { summary: `Disk of ${fingerprint}` },
    startsAt: "2026-11-20T09:12:00Z",
    endsAt: "2026-11-20T10:12:00Z",
    fingerprint,
  });
  const names = Array.from({ length: 100 }, (_, index) => `db-${index}`);
  const group = (status: string) => ({
    version: "4",
    groupKey: "{}",
    receiver: "team",
    status,
    alerts: names.map((name) => alert(name, status)),
  });
  expect(await post(made, group("firing"), { suffix: "/alertmanager" })).toMatchObject({ status: 200 });
  expect(await post(made, group("resolved"), { suffix: "/alertmanager" })).toMatchObject({ status: 200 });
  const rows = await rowsOf(made);
  expect(rows).toHaveLength(100);
  for (const row of rows) {
    expect(row.updateCount).toBe(1);
    expect(row.embeds).toMatchObject([{ title: expect.stringMatching(/^Resolved: /), color: 0x1a7f37 }]);
    expect(JSON.stringify(row.embeds)).toContain("DiskFull");
  }
});

test("an alert in Grafana's old format shows the latest values, and keeps them once it's resolved", async () => {
  const { made } = await setUp();
  const rule = (state: string, ...values: [metric: string, value: number][]) => ({
    ruleId: 31,
    ruleName: "Boiler",
    ruleUrl: "https://grafana.example.com/d/boil/boiler",
    state,
    evalMatches: values.map(([metric, value]) => ({ metric, value })),
  });
  const fields = async () => {
    const [row, ...others] = await rowsOf(made);
    expect(others).toEqual([]);
    const [card]: { fields: { name: string; value: string }[] }[] = JSON.parse(JSON.stringify(row?.embeds));
    return card?.fields.map(({ name, value }) => `${name} ${value}`);
  };
  const send = (payload: object) => post(made, payload, { suffix: "/grafana" });
  for (const value of [1, 2, 3]) {
    await send(rule("alerting", ["Loop", value], ["Loop", value * 10]));
    expect(await fields()).toEqual([`Loop ${value}`, `Loop ${value}0`]);
  }
  await send(rule("alerting", ["Flow", 4]));
  expect(await fields()).toEqual(["Flow 4"]);
  await send(rule("no_data"));
  await send(rule("ok"));
  expect(await fields()).toEqual(["Flow 4"]);
});

test("checks of several tools with the same number, or without one, are separate messages", async () => {
  const { made } = await setUp();
  const checks = (id: unknown) => [
    ["/pingdom", { check_id: id, check_name: "Pingdom's", current_state: "DOWN", previous_state: "UP" }] as const,
    [
      "/freshping",
      { webhook_event_data: { check_id: id, check_name: "Freshping's", check_state_name: "Down" } },
    ] as const,
    ["/healthchecks", { uuid: id, status: "down", n_pings: 1, grace: 60, last_ping: null }] as const,
  ];
  for (const id of [7, 7]) for (const [suffix, payload] of checks(id)) await post(made, payload, { suffix });
  expect(await rowsOf(made)).toHaveLength(3);
  for (const id of ["", null]) for (const [suffix, payload] of checks(id)) await post(made, payload, { suffix });
  expect(await rowsOf(made)).toHaveLength(3 + 6);
});

test("an alert that fires again after it was resolved is a new message", async () => {
  const { made } = await setUp();
  const alert = (status: string) => ({
    groupKey: "{}",
    receiver: "team",
    alerts: [
      { status, labels: { alertname: "Down" }, annotations: {}, startsAt: "2026-11-20T09:12:00Z", fingerprint: "f" },
    ],
  });
  for (const status of ["firing", "resolved", "firing", "resolved"]) {
    await post(made, alert(status), { suffix: "/alertmanager" });
  }
  const rows = await rowsOf(made);
  expect(rows.map(({ updateCount }) => updateCount)).toEqual([1, 1]);
});

test("the latest hundred versions of an updated message are kept", async () => {
  const { made } = await setUp();
  for (let round = 0; round < 105; round += 1) await post(made, { content: `${round}`, update_key: "k" });
  const [row] = await rowsOf(made);
  const versions = await db().messageEdit.findMany({ where: { messageId: row?.id ?? 0n }, orderBy: { id: "asc" } });
  expect([row?.updateCount, versions.length, versions[0]?.content]).toEqual([104, 100, "4"]);
});

test("keys of deleted or expired messages are removed", async () => {
  const { made } = await setUp();
  await post(made, { content: "old", update_key: "old" });
  await post(made, { content: "new", update_key: "new" });
  await db().webhookUpdate.updateMany({
    where: { key: "old" },
    data: { createdAt: new Date(Date.now() - 8 * DAY_MS) },
  });
  await deleteOldUpdateKeys();
  const left = await db().webhookUpdate.findMany({ where: { webhookId: made.webhook.id } });
  expect(left.map(({ key }) => key)).toEqual(["new"]);
});

test("a card that says its state is open until a post turns it good, and the log says what doesn't fit", async () => {
  const { made } = await setUp();
  const send = (color: number, facts: object) =>
    post(made, { embeds: [{ title: "Backup of db-1", color, ...facts }], update_key: "backup-db-1" });
  const open = () => db().incident.count({ where: { webhookId: made.webhook.id, closedAt: null } });
  const { status, messageId } = await send(0xd32f2f, { state: "Failed", place: "shop", severity: "severe" });
  expect([status, await open()]).toEqual([200, 1]);
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  expect(delivery.reason).toBe('embeds[0].severity isn\'t "critical", "high", "medium" or "low", so it was left out.');
  expect(await send(0x1a7f37, { state: "Passed" })).toMatchObject({ messageId });
  expect(await open()).toBe(0);
  const [row] = await rowsOf(made);
  expect(row?.embeds).toMatchObject([{ title: "Backup of db-1", card: { state: { word: "Passed", tone: "good" } } }]);
});
