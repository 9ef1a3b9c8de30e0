import { expect, test } from "vitest";
import { listNotices } from "@/lib/attention/notices/queries";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import type { CardFacts, Embed, StateTone } from "@/lib/messages/dto";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { deleteOldOutages, historyPage, lapseIncidents } from "@/lib/messages/incidents/history";
import { countIncidents, countsIncidents, incidentPage, setCountsIncidents } from "@/lib/messages/incidents/queries";
import { historySchema, incidentsSchema } from "@/lib/messages/incidents/schema";
import { changesSince, editHistory, findMessage } from "@/lib/messages/read/queries";
import { unreadThreads } from "@/lib/messages/threads/my-threads";
import { threadPage } from "@/lib/messages/threads/thread-page";
import {
  makeChannel,
  makeMember,
  makeUser,
  makeWebhook,
  postedMessage,
  said,
  webhookDraft,
} from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteWebhook } from "@/lib/webhooks/manage-webhook";

const RED = 0xcf222e;
const AMBER = 0xbf8700;
const GREEN = 0x1a7f37;

const FIRING: Embed = {
  title: "[shop · production] Firing: p99",
  color: RED,
  tool: { name: "Grafana", mark: "grafana" },
  card: { place: ["shop", "production"], subject: "p99", state: { word: "Firing", tone: "bad", open: true } },
};

async function setUp() {
  const [ann, bo] = [await makeUser({ name: "Ann" }), await makeUser({ name: "Bo" })];
  const channel = await makeChannel({ kind: "private", members: [ann] });
  await makeMember(channel, bo, "manager");
  const made = await makeWebhook({ channelId: channel.id });
  const post = async (color: number, fields = {}) => {
    const embeds = [{ title: `Disk is full ${color}`, color, tool: { name: "Zabbix" } }];
    return (await postedMessage(webhookDraft(made, { embeds, updateKey: "disk", ...fields }))).messageId;
  };
  const as = (user: typeof ann) => requireChannel(user, channel.id);
  const incidentOf = async (id: bigint) => (await findMessage(id))?.incident;
  const pageFor = (user = ann, query = {}) => incidentPage(user, incidentsSchema.parse(query));
  const listed = async (user = ann, query = {}) => (await pageFor(user, query)).items;
  return { ann, bo, channel, made, post, as, incidentOf, listed, pageFor };
}

test("a red card with an update key is an incident until it turns green, for members only", async () => {
  const { channel, made, post, incidentOf, listed, pageFor } = await setUp();
  const id = await post(RED);
  expect(await incidentOf(id)).toMatchObject({ severity: "danger", acknowledgedBy: null, again: false });
  expect(await listed()).toMatchObject([
    { tool: "Zabbix", canAct: true, channel: { name: expect.any(String) }, message: { id: `${id}` } },
  ]);
  expect(await listed(await makeUser())).toEqual([]);
  expect((await pageFor()).places).toMatchObject({ channels: [{ id: `${channel.id}` }], tools: ["Zabbix"] });
  expect((await pageFor(await makeUser())).places).toEqual({ channels: [], tools: [] });
  // What readers get live is the same.
  expect((await changesSince(channel.id, 0, 10)).messages.at(-1)?.incident).toEqual(await incidentOf(id));
  await post(GREEN);
  expect(await incidentOf(id)).toBeNull();
  expect(await listed()).toEqual([]);
  // Cards without a key or a bad color are none.
  await postedMessage(webhookDraft(made, { embeds: [{ title: "Failed", color: RED }] }));
  await post(GREEN, { updateKey: "other" });
  expect(await listed()).toEqual([]);
});

test("acknowledging and assigning appear on the card, in its history and in its thread, and notify who it's assigned to", async () => {
  const { ann, bo, post, as, incidentOf, listed } = await setUp();
  const id = await post(RED);
  expect((await actOnIncident(await as(ann), id, { act: "acknowledge" })).incident).toMatchObject({
    acknowledgedBy: { name: "Ann" },
  });
  await actOnIncident(await as(bo), id, { act: "acknowledge" });
  await actOnIncident(await as(ann), id, { act: "assign", to: bo.id });
  expect(await incidentOf(id)).toMatchObject({ acknowledgedBy: { name: "Ann" }, assignedTo: { name: "Bo" } });
  expect((await editHistory(await as(bo), id)).acts).toMatchObject([
    { kind: "assign", by: "Ann", to: "Bo" },
    { kind: "acknowledge", by: "Ann", to: null },
  ]);
  const { messages } = await threadPage(await as(bo), id, null);
  expect(messages).toMatchObject([
    { isLine: true, content: "**Ann** acknowledged this." },
    { isLine: true, content: "**Ann** assigned this to **Bo**." },
  ]);
  expect(await listNotices(bo)).toMatchObject([
    { action: "incident.assigned", actorName: "Ann", memberName: "Bo", messageId: `${id}`, messageSeq: 1, seen: false },
  ]);
  expect(await listNotices(ann)).toEqual([]);
  expect(await listed(bo, { show: "mine" })).toHaveLength(1);
  expect(await listed(ann, { show: "mine" })).toEqual([]);
  expect(await listed(ann, { show: "unacknowledged" })).toEqual([]);
  await actOnIncident(await as(bo), id, { act: "unassign" });
  await actOnIncident(await as(bo), id, { act: "unacknowledge" });
  expect(await incidentOf(id)).toMatchObject({ acknowledgedBy: null, assignedTo: null, again: false });
});

test("acts are no replies: nothing counts them or is unread, but who acted and who was named follow the thread", async () => {
  const { ann, bo, post, as } = await setUp();
  const id = await post(RED);
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  await actOnIncident(await as(ann), id, { act: "assign", to: bo.id });
  expect((await findMessage(id))?.thread).toBeNull();
  const follows = await db().threadFollow.findMany({ where: { rootId: id, following: true } });
  expect(follows.map(({ userId }) => userId).sort()).toEqual([ann.id, bo.id].sort());
  expect([await unreadThreads(ann), await unreadThreads(bo)]).toEqual([[], []]);
  const replyId = await said(ann, { id: (await as(ann)).channel.id }, "on it", id);
  await actOnIncident(await as(bo), id, { act: "acknowledge" });
  await actOnIncident(await as(bo), id, { act: "close" });
  const thread = { replyCount: 1, lastReplySeq: 4, repliers: [{ name: "Ann" }] };
  expect((await findMessage(id))?.thread).toMatchObject(thread);
  expect(await unreadThreads(bo)).toMatchObject([{ rootId: `${id}`, unread: 1, mentions: 0 }]);
  await deleteMessage(await as(ann), replyId);
  expect((await findMessage(id))?.thread).toBeNull();
});

test("an act on a card that is a reply is said in the thread that it's in, or not stored", async () => {
  const { ann, post, as, incidentOf } = await setUp();
  const root = await post(GREEN, { updateKey: "build", threadKey: "release" });
  const id = await post(RED, { threadKey: "release" });
  const repliesTo = (threadRootId: bigint) =>
    db().message.findMany({ where: { threadRootId }, orderBy: { seq: "asc" }, select: { content: true } });
  const acted = await actOnIncident(await as(ann), id, { act: "acknowledge" });
  expect(acted).toMatchObject({ id: `${id}`, incident: { acknowledgedBy: { name: "Ann" } } });
  expect((await repliesTo(root)).at(-1)?.content).toBe(`<@${ann.id}> acknowledged this.`);
  expect((await findMessage(root))?.thread).toMatchObject({ replyCount: 1 });
  // The repeated act says nothing.
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  expect(await repliesTo(root)).toHaveLength(2);
  // Without its line, the act isn't stored.
  await db().message.update({ where: { id: root }, data: { event: [] } });
  await expect(actOnIncident(await as(ann), id, { act: "unacknowledge" })).rejects.toThrow();
  expect(await incidentOf(id)).toMatchObject({ acknowledgedBy: { name: "Ann" } });
});

test("a repeat keeps the acknowledgment; getting worse, or bad again, says so", async () => {
  const { ann, post, as, incidentOf, listed } = await setUp();
  const id = await post(AMBER);
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  await post(AMBER, { content: "still" });
  expect(await incidentOf(id)).toMatchObject({ severity: "warning", again: false });
  await post(RED);
  expect(await incidentOf(id)).toMatchObject({ severity: "danger", again: true, acknowledgedBy: { name: "Ann" } });
  expect(await listed(ann, { show: "unacknowledged" })).toHaveLength(1);
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  expect(await incidentOf(id)).toMatchObject({ again: false });
  await post(GREEN);
  await expect(actOnIncident(await as(ann), id, { act: "acknowledge" })).rejects.toMatchObject({ code: "conflict" });
  await post(RED, { content: "again" });
  expect(await incidentOf(id)).toMatchObject({ again: true, acknowledgedBy: { name: "Ann" } });
});

test("a new card with the same key replaces the old one's incident and keeps who took care of it", async () => {
  const { ann, post, as, incidentOf, listed } = await setUp();
  const first = await post(RED);
  await actOnIncident(await as(ann), first, { act: "acknowledge" });
  const second = await post(RED, { bump: true });
  expect(second).not.toBe(first);
  expect(await incidentOf(first)).toBeNull();
  expect(await incidentOf(second)).toMatchObject({ acknowledgedBy: { name: "Ann" }, again: false });
  await post(GREEN);
  // A tool whose matter is closed posts a new card.
  const third = await post(RED, { embeds: [FIRING] });
  expect(third).not.toBe(second);
  expect(await incidentOf(third)).toMatchObject({ acknowledgedBy: { name: "Ann" }, again: true });
  expect(await listed()).toHaveLength(1);
});

test("an incident leaves the list when it's closed by hand, or its card or webhook is deleted, or after a quiet week", async () => {
  const { ann, bo, channel, made, post, as, listed } = await setUp();
  const id = await post(RED);
  await actOnIncident(await as(ann), id, { act: "close" });
  expect(await listed()).toEqual([]);
  await deleteMessage(await as(bo), await post(RED, { updateKey: "a" }));
  expect(await listed()).toEqual([]);
  const old = await post(RED, { updateKey: "b" });
  await db().incident.update({ where: { messageId: old }, data: { activeAt: new Date(Date.now() - 8 * 86_400_000) } });
  expect(await listed()).toEqual([]);
  await lapseIncidents();
  await post(RED, { updateKey: "b" });
  expect(await listed()).toMatchObject([{ message: { id: `${old}` } }]);
  await post(RED, { updateKey: "c" });
  await lapseIncidents();
  expect(await listed()).toHaveLength(2);
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
  expect(await listed()).toEqual([]);
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: null } });
  await deleteWebhook(await requireWebhookManager(bo, channel.id), made.webhook.id);
  expect(await listed()).toEqual([]);
});

test("closing an incident by hand can be taken back, until its card turns good or a new one replaces it", async () => {
  const { ann, bo, post, as, incidentOf, listed } = await setUp();
  const id = await post(RED);
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  await actOnIncident(await as(ann), id, { act: "close" });
  await actOnIncident(await as(bo), id, { act: "reopen" });
  expect(await incidentOf(id)).toMatchObject({ acknowledgedBy: { name: "Ann" }, again: false });
  expect(await listed()).toHaveLength(1);
  await actOnIncident(await as(bo), id, { act: "reopen" });
  expect((await editHistory(await as(bo), id)).acts.map(({ kind }) => kind)).toEqual([
    "reopen",
    "close",
    "acknowledge",
  ]);
  const replies = await db().message.findMany({ where: { threadRootId: id }, orderBy: { seq: "desc" } });
  expect(replies.map(({ content }) => content)[0]).toBe(`<@${bo.id}> reopened this.`);

  await actOnIncident(await as(ann), id, { act: "close" });
  await post(GREEN);
  const reopen = async () => actOnIncident(await as(ann), id, { act: "reopen" });
  await expect(reopen()).rejects.toMatchObject({ code: "conflict" });
  await post(RED);
  await post(RED, { bump: true });
  await expect(reopen()).rejects.toMatchObject({ code: "conflict" });
  expect(await listed()).toHaveLength(1);
});

test("only members act, and only members of the channel can be assigned", async () => {
  const { ann, bo, post, as } = await setUp();
  const id = await post(RED);
  const stranger = await makeUser();
  await expect(actOnIncident(await as(ann), id, { act: "assign", to: stranger.id })).rejects.toMatchObject({
    code: "invalid",
  });
  const open = await makeChannel({ kind: "public", members: [bo] });
  const visitor = await requireChannel(ann, open.id);
  await expect(actOnIncident(visitor, id, { act: "acknowledge" })).rejects.toMatchObject({ code: "forbidden" });
  const elsewhere = await requireChannel(bo, open.id);
  await expect(actOnIncident(elsewhere, id, { act: "acknowledge" })).rejects.toMatchObject({ code: "not_found" });
});

test("the sidebar counts what needs someone, for members who haven't turned that off", async () => {
  const { ann, post, as } = await setUp();
  const visitor = await makeUser();
  expect(await countIncidents(ann)).toBeNull();
  const id = await post(RED);
  await post(AMBER, { updateKey: "other" });
  const third = await post(AMBER, { updateKey: "third" });
  expect(await countIncidents(ann)).toBe(3);
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  await actOnIncident(await as(ann), third, { act: "assign", to: ann.id });
  expect(await countIncidents(ann)).toBe(1);
  await setCountsIncidents(ann, false);
  expect([await countIncidents(ann), await countsIncidents(ann)]).toEqual([null, false]);
  // Only members of channels that have incidents get a count, even of public channels.
  const { id: channelId } = (await as(ann)).channel;
  await db().channel.update({ where: { id: channelId }, data: { kind: "public" } });
  expect([await countIncidents(visitor), await countsIncidents(visitor)]).toEqual([null, true]);
  // Everyone in the other tests could read it.
  await db().channel.update({ where: { id: channelId }, data: { kind: "private" } });
});

test("pages follow each other without gaps, the worst and newest first", async () => {
  const { ann, made } = await setUp();
  const ids: bigint[] = [];
  for (let index = 0; index < 120; index += 1) {
    const embeds = [{ title: `Alert ${index}`, color: index % 2 === 0 ? RED : AMBER }];
    ids.push((await postedMessage(webhookDraft(made, { embeds, updateKey: `k${index}` }))).messageId);
  }
  const first = await incidentPage(ann, incidentsSchema.parse({}));
  const second = await incidentPage(ann, incidentsSchema.parse({ after: first.next }));
  expect(second.next).toBeNull();
  const all = [...first.items, ...second.items].map(({ message, incident }) => [message.id, incident.severity]);
  const byAge = ids.toReversed();
  const of = (severity: string) =>
    byAge.filter((id) => (ids.indexOf(id) % 2 === 0) === (severity === "danger")).map((id) => [`${id}`, severity]);
  expect(all).toEqual([...of("danger"), ...of("warning")]);
});

const firing = (card: Partial<CardFacts>): Embed => ({ ...FIRING, card: { ...FIRING.card, ...card } });

test("what needs someone comes first, then by the payload's severity, where the color stands for high and medium", async () => {
  const { ann, made, as, pageFor } = await setUp();
  const post = async (key: string, embed: Embed) =>
    (await postedMessage(webhookDraft(made, { embeds: [embed], updateKey: key }))).messageId;
  const open = { word: "Degraded", tone: "warning", open: true } as const;
  await post("warning", firing({ state: open }));
  await post("low", firing({ severity: "low" }));
  const taken = await post("taken", firing({ severity: "critical" }));
  await post("bad", firing({}));
  await post("critical", firing({ severity: "critical", state: open }));
  await actOnIncident(await as(ann), taken, { act: "assign", to: ann.id });
  const page = await pageFor();
  expect(page.items.map(({ incident }) => [incident.level, incident.severity])).toEqual([
    ["critical", "warning"],
    [null, "danger"],
    [null, "warning"],
    ["low", "danger"],
    ["critical", "danger"],
  ]);
  expect(page).toMatchObject({ needing: { count: 4 }, taken: { count: 1 }, resolved: [] });
  // What readers get live is the same.
  const [changed] = (await changesSince((await as(ann)).channel.id, 0, 1)).messages;
  expect(changed?.incident).toMatchObject({ level: null, severity: "warning" });
});

test("each outage has a row in the history, with the time to acknowledge and to resolve it, also two of one card", async () => {
  const { ann, bo, post, as } = await setUp();
  const id = await post(RED);
  await post(AMBER);
  await actOnIncident(await as(ann), id, { act: "acknowledge" });
  await post(GREEN);
  await post(RED);
  const bumped = await post(RED, { bump: true });
  const history = () => historyPage(ann, historySchema.parse({}));
  const [second, first, ...more] = (await history()).items;
  expect(more).toEqual([]);
  expect(second).toMatchObject({ message: { id: `${bumped}` }, acknowledgedAt: null, resolvedAt: null });
  expect(first).toMatchObject({ message: { id: `${id}` }, acknowledgedAt: expect.any(String) });
  expect(Date.parse(first?.resolvedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(first?.acknowledgedAt ?? ""));
  await actOnIncident(await as(ann), bumped, { act: "close" });
  expect((await history()).items[0]?.resolvedAt).not.toBeNull();
  await actOnIncident(await as(ann), bumped, { act: "reopen" });
  expect((await history()).items[0]?.resolvedAt).toBeNull();
  await deleteMessage(await as(bo), bumped);
  expect((await history()).items).toHaveLength(1);
});

test("the history sums up tools and places, and can be narrowed to one", async () => {
  const { ann, made } = await setUp();
  for (const [key, place] of [
    ["a", ["shop", "eu"]],
    ["b", ["shop", "eu"]],
    ["c", []],
  ] as const) {
    const embeds = [firing({ place: [...place] })];
    await postedMessage(webhookDraft(made, { embeds, updateKey: key }));
  }
  await db().$executeRaw`
    UPDATE outages SET opened_at = now() - interval '2 hours', acknowledged_at = now() - interval '1 hour', resolved_at = now()
    WHERE webhook_id = ${made.webhook.id} AND place <> ''`;
  const { groups } = await historyPage(ann, historySchema.parse({}));
  expect(groups).toEqual([
    { tool: "Grafana", place: "shop · eu", count: 2, toAcknowledge: 3600, toResolve: 7200 },
    { tool: "Grafana", place: "", count: 1, toAcknowledge: null, toResolve: null },
  ]);
  const narrowed = await historyPage(ann, historySchema.parse({ tool: "Grafana", place: "shop · eu" }));
  expect(narrowed.items).toHaveLength(2);
  expect((await historyPage(await makeUser(), historySchema.parse({}))).items).toEqual([]);
});

test("outages are kept for 30 days after their end, and those that go on for longer", async () => {
  const { ann, post } = await setUp();
  await post(RED);
  await post(GREEN);
  await post(RED, { updateKey: "lapsed" });
  const on = await post(RED, { updateKey: "on" });
  await post(RED, { updateKey: "late" });
  await post(GREEN, { updateKey: "late" });
  const channelId = (await findMessage(on))?.channelId;
  await db().$executeRaw`
    UPDATE outages SET opened_at = opened_at - interval '31 days', resolved_at = resolved_at - interval '31 days'
    WHERE channel_id = ${BigInt(channelId ?? 0)}`;
  await db().$executeRaw`UPDATE outages SET resolved_at = now() 
    WHERE channel_id = ${BigInt(channelId ?? 0)}
      AND message_id = (SELECT max(message_id) FROM outages WHERE channel_id = ${BigInt(channelId ?? 0)})`;
  await db().incident.updateMany({
    where: { message: { channelId: BigInt(channelId ?? 0) }, messageId: { not: on } },
    data: { activeAt: new Date(Date.now() - 31 * 86_400_000) },
  });
  await deleteOldOutages();
  const { items } = await historyPage(ann, historySchema.parse({}));
  expect(items.map(({ resolvedAt, message }) => [message.id === `${on}`, resolvedAt !== null])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test("what was resolved today is listed with who closed it, until that can't be undone", async () => {
  const { ann, bo, post, as, pageFor } = await setUp();
  const id = await post(RED);
  await actOnIncident(await as(ann), id, { act: "close" });
  expect((await findMessage(id))?.closedIncident).toMatchObject({ by: { name: "Ann" } });
  expect((await pageFor(bo)).resolved).toMatchObject([
    { message: { id: `${id}`, incident: null }, closedBy: { name: "Ann" }, canAct: true },
  ]);
  const { channel } = await as(ann);
  expect((await changesSince(channel.id, 0, 10)).messages[0]?.closedIncident).toEqual(
    (await findMessage(id))?.closedIncident,
  );
  await post(GREEN);
  expect((await findMessage(id))?.closedIncident).toBeUndefined();
  expect((await pageFor(bo)).resolved).toMatchObject([{ closedBy: null }]);
  expect((await pageFor(await makeUser())).resolved).toEqual([]);
  await db().outage.updateMany({
    where: { channelId: channel.id },
    data: { resolvedAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  expect((await pageFor(bo)).resolved).toEqual([]);
});

test("a second outage with the same thread and update keys is a card of its own in the channel, with a thread and acts of its own", async () => {
  const { ann, bo, made, as, listed } = await setUp();
  const post = async (word: string, tone: StateTone, fields = {}) => {
    const embeds = [{ ...firing({ state: { word, tone, open: tone === "bad" } }), title: `${word}: p99` }];
    const keys = { updateKey: "p99", threadKey: "p99", ...fields };
    return (await postedMessage(webhookDraft(made, { content: "", embeds, ...keys }))).messageId;
  };
  const lines = async (id: bigint) =>
    (await threadPage(await as(ann), id, null)).messages.filter(({ isLine }) => isLine).map(({ content }) => content);
  const first = await post("Firing", "bad");
  await actOnIncident(await as(ann), first, { act: "acknowledge" });
  expect(await post("OK", "good")).toBe(first);
  const second = await post("Firing", "bad");
  expect(second).not.toBe(first);
  expect(await findMessage(second)).toMatchObject({ threadId: null, incident: { again: true } });
  expect((await listed()).map(({ message }) => message.id)).toEqual([`${second}`]);
  await actOnIncident(await as(bo), second, { act: "acknowledge" });
  await actOnIncident(await as(bo), second, { act: "close" });
  expect(await listed()).toEqual([]);
  await actOnIncident(await as(ann), second, { act: "reopen" });
  expect(await lines(first)).toEqual(["**Ann** acknowledged this."]);
  expect(await lines(second)).toEqual(["**Bo** acknowledged this.", "**Bo** closed this.", "**Ann** reopened this."]);
  expect(await post("OK", "good")).toBe(second);
  expect(await listed()).toEqual([]);
  const { items } = await historyPage(ann, historySchema.parse({}));
  expect(items.map(({ message, resolvedAt }) => [message.id, resolvedAt !== null])).toEqual([
    [`${second}`, true],
    [`${first}`, true],
  ]);
  // A card that is a reply in another thread stays in it.
  const root = (await postedMessage(webhookDraft(made, { threadKey: "release" }))).messageId;
  const reply = await post("Firing", "bad", { updateKey: "in-thread", threadKey: "release" });
  await post("OK", "good", { updateKey: "in-thread", threadKey: "release" });
  const next = await post("Firing", "bad", { updateKey: "in-thread", threadKey: "release" });
  expect(next).not.toBe(reply);
  expect((await findMessage(next))?.threadId).toBe(`${root}`);
});
