import { createHmac } from "node:crypto";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { listNotices } from "@/lib/attention/notices/queries";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { cardEditorOf, importCard, MOST_VERSIONS, restoreCard, saveCard, switchCard } from "@/lib/webhooks/cards";
import { convertCards } from "@/lib/webhooks/convert-cards";
import type { CardModel, CardOfModel } from "@/lib/webhooks/interpret/own-cards/model";
import { chipAt, emptyCard, inPayload, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { deleteWebhook, setSigningSecret } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { replayDelivery } from "@/lib/webhooks/post-as-member";
import { previewCard, tryCard } from "@/lib/webhooks/try-card";

/** A card for requests with a lamp, which begins with this word. */
const card = (word: string, more: Partial<CardOfModel> = {}): CardModel => {
  const when = [{ value: inPayload(["lamp"]), is: false, than: null }];
  const subject = [...plainTemplate(`${word} `), chipAt(["lamp"])];
  return { name: "Lamps", cards: [{ ...emptyCard("lamp"), when, subject, ...more }] };
};
const LAMP = card("Lamp");
/** A card's file as the version before wrote it. */
const ofBefore = (title: string) =>
  `name: Lamps\nevent: '{% if lamp %}lamp{% endif %}'\nevents:\n  lamp:\n    title: "${title}"\n`;
const isLamp = (than: number) => [{ value: inPayload(["lamp"]), is: true, than }];

async function setUp() {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const made = await makeWebhook({ channelId: channel.id });
  return { user, channel, made, webhookId: made.webhook.id, managed: await requireWebhookManager(user, channel.id) };
}

async function post(made: MadeWebhook, suffix: string, payload: object, headers: Record<string, string> = {}) {
  const { status, text } = await sendRequest(webhookPath(made, suffix), { headers, body: JSON.stringify(payload) });
  const said: { messageId?: string; error?: string; skipped?: string } = JSON.parse(text);
  return { status, ...said };
}

async function titlesOf({ webhook }: MadeWebhook) {
  const rows = await db().message.findMany({ where: { webhookId: webhook.id }, orderBy: { id: "asc" } });
  return rows.map(({ content, embeds }) =>
    Array.isArray(embeds) && embeds.length > 0 ? JSON.parse(JSON.stringify(embeds))[0].title : content,
  );
}

/** The delivery log's rows once there are so many. */
async function logOf({ webhook }: MadeWebhook, rows: number) {
  const read = () => db().delivery.findMany({ where: { webhookId: webhook.id }, orderBy: { createdAt: "asc" } });
  return until(async () => {
    const found = await read();
    expect(found).toHaveLength(rows);
    return found;
  });
}

test("the card comes first at /json and at a tool's address, and at the plain URL for what is refused", async () => {
  const { made, webhookId, managed } = await setUp();
  expect(await post(made, "", { lamp: 0 })).toMatchObject({ status: 400 });
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  expect(await post(made, "/json", { lamp: 1 })).toMatchObject({ status: 200 });
  expect(await post(made, "/grafana", { lamp: 2 })).toMatchObject({ status: 200 });
  expect(await post(made, "", { lamp: 3 })).toMatchObject({ status: 200 });
  expect(await post(made, "", { lamp: 4, content: "Parley's own" })).toMatchObject({ status: 200 });
  expect(await titlesOf(made)).toEqual(["Lamp 1", "Lamp 2", "Lamp 3", "Parley's own"]);
});

test("a request that the card isn't for goes on as before", async () => {
  const { made, webhookId, managed } = await setUp();
  const refused = await post(made, "", { door: 1 });
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  expect(await post(made, "", { door: 1 })).toEqual(refused);
  expect(await post(made, "/json", { subject: "Door opened" })).toMatchObject({ status: 200 });
  const push = { object_kind: "push", ref: "refs/heads/main", project: { path_with_namespace: "ops/harbour" } };
  expect(await post(made, "/gitlab", { ...push, total_commits_count: 3 })).toMatchObject({ status: 200 });
  expect(await titlesOf(made)).toEqual(["Door opened", "[ops/harbour] 3 commits: main"]);
});

test("Slack's, Discord's and GitHub's own addresses keep their formats", async () => {
  const { made, webhookId, managed } = await setUp();
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  await sendRequest(webhookPath(made, "/slack"), { body: JSON.stringify({ lamp: 1, text: "From Slack" }) });
  await post(made, "/github", { lamp: 2, zen: "Keep it simple" }, { "x-github-event": "ping" });
  expect(await titlesOf(made)).not.toContain("Lamp 1");
  expect(await titlesOf(made)).not.toContain("Lamp 2");
  await post(made, "/json", { lamp: 3 }, { "x-github-event": "push" });
  expect((await titlesOf(made)).at(-1)).toBe("Lamp 3");
  const last = await db().message.findFirst({ where: { webhookId }, orderBy: { id: "desc" } });
  expect(last?.embeds).toMatchObject([{ tool: { name: "GitHub", mark: "github" } }]);
});

test("the card keeps the recognized tool's name, and unknown JSON has none", async () => {
  const { made, webhookId, managed } = await setUp();
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  await post(made, "/gitlab", { lamp: 1, object_kind: "push" });
  await post(made, "/json", { lamp: 2 }, { "user-agent": "Lamp-Hooks/1.0" });
  const rows = await db().message.findMany({ where: { webhookId }, orderBy: { id: "asc" } });
  expect(rows[0]?.embeds).toMatchObject([{ title: "Lamp 1", tool: { name: "GitLab", mark: "gitlab" } }]);
  expect(rows[1]?.embeds).toMatchObject([{ title: "Lamp 2" }]);
  expect(JSON.stringify(rows[1]?.embeds)).not.toContain("tool");
  const [first] = await logOf(made, 2);
  expect(first).toMatchObject({ dialect: "gitlab", event: "push", status: 200 });
});

test("when the card posts nothing becomes a rule, and what only the card can say stays in it", async () => {
  const { made, webhookId, managed } = await setUp();
  const isBlank = [{ value: inPayload(["size"]), is: true, than: null }];
  await saveCard(managed, webhookId, { model: card("Lamp", { skip: [isLamp(1), isBlank] }), basedOn: null });
  for (const suffix of ["", "/json"]) {
    expect(await post(made, suffix, { lamp: 1, size: 1 })).toEqual({
      status: 202,
      skipped: "Don't post when lamp is 1",
    });
  }
  expect(await post(made, "/json", { lamp: 2 })).toEqual({ status: 202, skipped: "size is empty" });
  const { model } = await db().webhookCard.findFirstOrThrow({ where: { webhookId } });
  expect(model).toMatchObject({ cards: [{ skip: [isBlank] }] });
  expect(await titlesOf(made)).toEqual([]);
});

test("if the card fails, the request goes on without it, and the delivery log says why", async () => {
  const { made, webhookId, managed } = await setUp();
  const long = Array.from({ length: 40 }, () => chipAt(["lamp"], { name: "size" }));
  await saveCard(managed, webhookId, { model: card("Lamp", { summary: long, footer: long }), basedOn: null });
  const lamp = "x".repeat(16_000);
  expect(await post(made, "/json", { lamp, subject: "Lamp on" })).toMatchObject({ status: 200 });
  expect(await post(made, "", { lamp })).toMatchObject({ status: 400, error: expect.not.stringContaining("card") });
  expect(await titlesOf(made)).toEqual(["Lamp on"]);
  const log = await logOf(made, 2);
  const reason = expect.stringMatching(/own card failed, so it wasn't used: it takes too long/);
  expect(log).toMatchObject([
    { status: 200, reason },
    { status: 400, reason },
  ]);
});

test("a card mentions no one, and shows no secret of the payload", async () => {
  const { user, made, webhookId, managed } = await setUp();
  await db().channel.update({ where: { id: managed.channel.id }, data: { webhooksMayMentionEveryone: true } });
  const body = [...plainTemplate(`@everyone <@${user.id}> `), chipAt(["token"]), chipAt(["who"], { name: "markdown" })];
  const model = card("Lamp", { body, updateKey: [chipAt(["token"])] });
  await saveCard(managed, webhookId, { model, basedOn: null });
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  await post(made, "/json", { lamp: 1, token: secret, who: `<@${user.id}>` });
  await post(made, "/json", { lamp: 2, token: `${secret.slice(0, -1)}6` });
  const rows = await db().message.findMany({ where: { webhookId } });
  // Two secrets are two keys.
  expect(rows).toHaveLength(2);
  for (const { embeds, mentionedUserIds } of rows) {
    expect(mentionedUserIds).toEqual([]);
    expect(JSON.stringify(embeds)).toContain("•••");
    expect(JSON.stringify(embeds)).not.toContain("ghp_");
  }
});

test("a webhook that requires signatures requires them for its card, too", async () => {
  const { made, webhookId, managed } = await setUp();
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  await setSigningSecret(managed, webhookId, { secret: "a secret of many" });
  for (const suffix of ["", "/json", "/gitlab"]) {
    expect(await post(made, suffix, { lamp: 1 })).toMatchObject({ status: 401 });
  }
  const signature = createHmac("sha256", "a secret of many")
    .update(JSON.stringify({ lamp: 2 }))
    .digest("hex");
  expect(await post(made, "/json", { lamp: 2 }, { "x-hub-signature-256": `sha256=${signature}` })).toMatchObject({
    status: 200,
  });
  expect(await titlesOf(made)).toEqual(["Lamp 2"]);
});

test("a delivery that the card posted is posted by it again when it's resent, and a repeated one only once", async () => {
  const { made, webhookId, managed } = await setUp();
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  const key = { "idempotency-key": "lamp-1" };
  const first = await post(made, "/json", { lamp: 1 }, key);
  expect(await post(made, "/json", { lamp: 1 }, key)).toEqual(first);
  expect(await titlesOf(made)).toEqual(["Lamp 1"]);
  const [delivery] = await logOf(made, 2);
  await replayDelivery(managed, webhookId, delivery?.id ?? 0n, JSON.stringify({ lamp: 3 }));
  expect(await titlesOf(made)).toEqual(["Lamp 1", "Lamp 3"]);
});

test("a save, a switch and a restored version apply to the very next request, although the webhook is in memory", async () => {
  const { made, webhookId, managed } = await setUp();
  await post(made, "/json", { lamp: 1, subject: "Before" });
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  await post(made, "/json", { lamp: 2 });
  await saveCard(managed, webhookId, { model: card("Light"), basedOn: 1 });
  await post(made, "/json", { lamp: 3 });
  await switchCard(managed, webhookId, false);
  await post(made, "/json", { lamp: 4, subject: "Off" });
  await switchCard(managed, webhookId, true);
  await post(made, "/json", { lamp: 5 });
  expect(await restoreCard(managed, webhookId, 1)).toEqual({ version: 3 });
  await post(made, "/json", { lamp: 6 });
  expect(await titlesOf(made)).toEqual(["Before", "Lamp 2", "Light 3", "Off", "Light 5", "Lamp 6"]);
  expect(await cardEditorOf(managed, webhookId, null)).toMatchObject({
    model: LAMP,
    unfit: null,
    isOn: true,
    versions: [{ version: 3, by: managed.user.name }, { version: 2 }, { version: 1 }],
    delivery: null,
  });
  const audit = await db().auditEntry.findMany({ where: { webhookId }, orderBy: { id: "asc" } });
  expect(audit.map(({ action, details }) => [action, details])).toEqual([
    ["webhook.card_saved", { cardVersion: 1 }],
    ["webhook.card_saved", { cardVersion: 2 }],
    ["webhook.card_switched_off", {}],
    ["webhook.card_switched_on", {}],
    ["webhook.card_restored", { cardVersion: 3 }],
  ]);
});

test("of posts at once to several webhooks, each gets its webhook's card", async () => {
  const [one, other] = [await setUp(), await setUp()];
  const posts = (from: number) =>
    Promise.all(
      [one, other].flatMap(({ made }) =>
        [1, 2, 3, 4].map((n) => post(made, "/json", { lamp: from + n, subject: "-" })),
      ),
    );
  await posts(0);
  await saveCard(one.managed, one.webhookId, { model: LAMP, basedOn: null });
  await posts(10);
  expect((await titlesOf(one.made)).sort()).toEqual(["-", "-", "-", "-", "Lamp 11", "Lamp 12", "Lamp 13", "Lamp 14"]);
  expect(await titlesOf(other.made)).toEqual(Array(8).fill("-"));
});

test("of two people who save at once, one is told that the other was first", async () => {
  const { webhookId, managed } = await setUp();
  const saves = ["A", "B", "C"].map((title) => saveCard(managed, webhookId, { model: card(title), basedOn: null }));
  const outcomes = await Promise.allSettled(saves);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
  }
  expect(await db().webhookCard.count({ where: { webhookId } })).toBe(1);
});

test("the latest 50 versions are kept", async () => {
  const { webhookId, managed } = await setUp();
  await db().webhookCard.createMany({
    data: Array.from({ length: MOST_VERSIONS }, (_, index) => ({
      webhookId,
      version: index + 1,
      yaml: "",
      model: LAMP,
    })),
  });
  expect(await saveCard(managed, webhookId, { model: LAMP, basedOn: MOST_VERSIONS })).toEqual({ version: 51 });
  const { versions } = await cardEditorOf(managed, webhookId, null);
  expect([versions.length, versions.at(-1)?.version]).toEqual([MOST_VERSIONS, 2]);
  await expect(restoreCard(managed, webhookId, 1)).rejects.toMatchObject({ code: "not_found" });
});

test("what is stored is the form's model, beside a file that an instance of the version before can read", async () => {
  const { webhookId, managed } = await setUp();
  const rules = [{ when: isLamp(1), word: "Broken", tone: "bad" as const, open: true }];
  const state = { value: inPayload(["lamp"]), rules, others: "word" as const };
  await saveCard(managed, webhookId, { model: card("Lamp", { state, at: [chipAt(["at"])] }), basedOn: null });
  const row = await db().webhookCard.findFirstOrThrow({ where: { webhookId } });
  expect(row.model).toEqual(card("Lamp", { state, at: [chipAt(["at"])] }));
  expect(load(row.yaml)).toEqual({
    name: "Lamps",
    event: "{% if lamp != blank %}lamp{% endif %}",
    events: {
      lamp: {
        title: "{% if lamp == 1 %}Broken{% else %}{{ lamp | words | capital }}{% endif %}: Lamp {{ lamp }}",
        color: '{% if lamp == 1 %}red{% else %}{{ lamp | color: "grey" }}{% endif %}',
        timestamp: "{{ at }}",
      },
    },
  });
});

test("a file is read for the form, with remarks about what it leaves out, or the reason why it can't be", async () => {
  const { webhookId, managed } = await setUp();
  const read = (yaml: string) => importCard(managed, webhookId, yaml);
  await expect(read("name: [")).rejects.toMatchObject({ code: "invalid", field: "yaml" });
  await expect(read(ofBefore("{% if a > 5 %}x{% endif %}"))).rejects.toMatchObject({
    message: /express events.lamp.subject/,
  });
  const yaml = `${ofBefore("Lamp {{ lamp }}")}recognise: [{ has: { lamp: "(a+)+$" } }]\nsignature: { kind: token, header: x-lamp }\n`;
  expect(await read(yaml)).toEqual({
    model: LAMP,
    remarks: [
      "recognise was left out: a webhook's own card doesn't use it.",
      "signature was left out: a webhook's own card doesn't use it.",
    ],
  });
});

describe("a card that the version before has saved", () => {
  async function savedBefore(title: string) {
    const set = await setUp();
    const maker = await makeUser();
    const { webhookId } = set;
    await db().webhookCard.create({ data: { webhookId, version: 1, yaml: ofBefore(title), createdById: maker.id } });
    await db().webhook.update({ where: { id: webhookId }, data: { cardVersion: 1 } });
    return { ...set, maker };
  }

  test("is used and edited as before, and converted once", async () => {
    const { made, webhookId, managed } = await savedBefore("Lamp {{ lamp }}");
    await post(made, "/json", { lamp: 1 });
    expect(await cardEditorOf(managed, webhookId, null)).toMatchObject({ model: LAMP, isOn: true });
    await Promise.all([convertCards(), convertCards()]);
    expect(await db().webhookCard.findFirst({ where: { webhookId } })).toMatchObject({ model: LAMP });
    await post(made, "/json", { lamp: 2 });
    expect(await titlesOf(made)).toEqual(["Lamp 1", "Lamp 2"]);
  });

  test("makes way if the form can't express it, and its maker gets a notice", async () => {
    const { made, user, maker, webhookId, managed } = await savedBefore("{{ lamp | split: ',' | last }}");
    await db().membership.create({ data: { userId: maker.id, channelId: managed.channel.id } });
    await post(made, "/json", { lamp: 1, subject: "Lamp on" });
    await Promise.all([convertCards(), convertCards()]);
    await convertCards();
    await post(made, "/json", { lamp: 2, subject: "Lamp off" });
    expect(await titlesOf(made)).toEqual(["Lamp on", "Lamp off"]);
    const problem = "The form can't express events.lamp.subject.";
    expect(await logOf(made, 2)).toMatchObject([{ reason: expect.stringContaining(problem) }, { reason: null }]);
    const found = await cardEditorOf(managed, webhookId, null);
    expect(found).toMatchObject({
      model: null,
      isOn: false,
      unfit: { yaml: expect.stringContaining("split"), problem },
    });
    const notices = await listNotices(maker);
    expect(notices).toMatchObject([{ action: "webhook.card_left_out", reason: problem }]);
    expect(await listNotices(user)).toEqual([]);
    await expect(switchCard(managed, webhookId, true)).rejects.toMatchObject({ code: "invalid" });
    await expect(restoreCard(managed, webhookId, 1)).rejects.toMatchObject({ code: "invalid" });
  });
});

test("the editor gets the values that the log has had, for a state of each", async () => {
  const { made, webhookId, managed } = await setUp();
  for (const event of ["ok", "failed", "ok"])
    await post(made, "/json", { event, jobs: [{ state: "a" }, { state: "b" }] });
  await logOf(made, 3);
  const { seen } = await cardEditorOf(managed, webhookId, null);
  expect(seen).toContainEqual({ path: ["event"], values: ["ok", "failed"] });
  expect(seen).toContainEqual({ path: ["jobs", 0, "state"], values: ["a", "b"] });
});

test("a card is previewed on a delivery and tried on the latest ones, and nothing is posted", async () => {
  const { made, webhookId, managed } = await setUp();
  await post(made, "/json", { lamp: 1 });
  await post(made, "/json", { lamp: 2 });
  await post(made, "", { lamp: 3 });
  await post(made, "", { content: "Parley's own" });
  await post(made, "/json", { door: 4 });
  const rows = await logOf(made, 5);
  const posted = await titlesOf(made);
  const model = card("Lamp", { skip: [isLamp(2)] });
  const trial = await tryCard(managed, webhookId, model);
  expect(trial).toMatchObject({
    posted: [{ title: "Lamp 3" }, { title: "Lamp 1" }],
    skipped: [{ reason: "lamp is 2" }],
    failed: [],
    other: [{}, {}],
  });
  const deliveryId = rows.find(({ payload }) => payload?.includes("1"))?.id ?? 0n;
  expect(await previewCard(managed, webhookId, { deliveryId, model })).toMatchObject({
    kind: "card",
    messages: [{ content: "", embeds: [{ title: "Lamp 1" }] }],
  });
  expect(await titlesOf(made)).toEqual(posted);
});

test("the card moves with its webhook, and is deleted with it", async () => {
  const { user, made, webhookId, managed } = await setUp();
  const to = await makeChannel({ members: [user] });
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  const there = await requireWebhookManager(user, to.id);
  await moveWebhook(managed, webhookId, there);
  await expect(cardEditorOf(managed, webhookId, null)).rejects.toMatchObject({ code: "not_found" });
  expect(await cardEditorOf(there, webhookId, null)).toMatchObject({ model: LAMP, isOn: true });
  await post(made, "/json", { lamp: 1 });
  expect(await titlesOf(made)).toEqual(["Lamp 1"]);
  await deleteWebhook(there, webhookId);
  expect(await db().webhookCard.count({ where: { webhookId } })).toBe(0);
});

test("a card of another channel's webhook is as unknown as one that doesn't exist", async () => {
  const { webhookId, managed } = await setUp();
  const { managed: elsewhere } = await setUp();
  await saveCard(managed, webhookId, { model: LAMP, basedOn: null });
  const attempts = [
    () => cardEditorOf(elsewhere, webhookId, null),
    () => previewCard(elsewhere, webhookId, { deliveryId: 1n, model: LAMP }),
    () => tryCard(elsewhere, webhookId, LAMP),
    () => saveCard(elsewhere, webhookId, { model: LAMP, basedOn: 1 }),
    () => switchCard(elsewhere, webhookId, false),
    () => restoreCard(elsewhere, webhookId, 1),
    () => importCard(elsewhere, webhookId, ofBefore("Lamp")),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect(await cardEditorOf(managed, webhookId, null)).toMatchObject({ isOn: true, versions: [{ version: 1 }] });
});
