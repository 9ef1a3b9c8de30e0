import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { cardEditorOf, importCard, MOST_VERSIONS, restoreCard, saveCard, switchCard } from "@/lib/webhooks/cards";
import { deleteWebhook, setSigningSecret } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { replayDelivery } from "@/lib/webhooks/post-as-member";
import { previewCard, tryCard } from "@/lib/webhooks/try-card";

const card = (title: string, more = "") =>
  `name: Lamps\nevent: '{% if lamp %}lamp{% endif %}'\nevents:\n  lamp:\n    title: '${title}'\n${more}`;
const LAMP = card("Lamp {{ lamp }}");

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
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
  expect(await post(made, "/json", { lamp: 1 })).toMatchObject({ status: 200 });
  expect(await post(made, "/grafana", { lamp: 2 })).toMatchObject({ status: 200 });
  expect(await post(made, "", { lamp: 3 })).toMatchObject({ status: 200 });
  expect(await post(made, "", { lamp: 4, content: "Parley's own" })).toMatchObject({ status: 200 });
  expect(await titlesOf(made)).toEqual(["Lamp 1", "Lamp 2", "Lamp 3", "Parley's own"]);
});

test("a request that the card isn't for goes on as before", async () => {
  const { made, webhookId, managed } = await setUp();
  const refused = await post(made, "", { door: 1 });
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
  expect(await post(made, "", { door: 1 })).toEqual(refused);
  expect(await post(made, "/json", { subject: "Door opened" })).toMatchObject({ status: 200 });
  const push = { object_kind: "push", ref: "refs/heads/main", project: { path_with_namespace: "ops/harbour" } };
  expect(await post(made, "/gitlab", { ...push, total_commits_count: 3 })).toMatchObject({ status: 200 });
  expect(await titlesOf(made)).toEqual(["Door opened", "[ops/harbour] 3 commits: main"]);
});

test("Slack's, Discord's and GitHub's own addresses keep their formats", async () => {
  const { made, webhookId, managed } = await setUp();
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
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
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
  await post(made, "/gitlab", { lamp: 1, object_kind: "push" });
  await post(made, "/json", { lamp: 2 }, { "user-agent": "Lamp-Hooks/1.0" });
  const rows = await db().message.findMany({ where: { webhookId }, orderBy: { id: "asc" } });
  expect(rows[0]?.embeds).toMatchObject([{ title: "Lamp 1", tool: { name: "GitLab", mark: "gitlab" } }]);
  expect(rows[1]?.embeds).toMatchObject([{ title: "Lamp 2" }]);
  expect(JSON.stringify(rows[1]?.embeds)).not.toContain("tool");
  const [first] = await logOf(made, 2);
  expect(first).toMatchObject({ dialect: "gitlab", event: "push", status: 200 });
});

test("what the card's rule skips is answered with 202", async () => {
  const { made, webhookId, managed } = await setUp();
  const yaml = card("Lamp {{ lamp }}", "    skip: '{% if lamp == 1 %}the first lamp{% endif %}'");
  await saveCard(managed, webhookId, { yaml, basedOn: null });
  for (const suffix of ["", "/json"]) {
    expect(await post(made, suffix, { lamp: 1 })).toEqual({ status: 202, skipped: "the first lamp" });
  }
  expect(await titlesOf(made)).toEqual([]);
});

test("if the card fails, the request goes on without it, and the delivery log says why", async () => {
  const { made, webhookId, managed } = await setUp();
  const yaml = card("{% for a in (1..9000) %}{% for b in (1..9000) %}{{ b }}{% endfor %}{% endfor %}");
  await saveCard(managed, webhookId, { yaml, basedOn: null });
  expect(await post(made, "/json", { lamp: 1, subject: "Lamp on" })).toMatchObject({ status: 200 });
  expect(await post(made, "", { lamp: 1 })).toMatchObject({ status: 400, error: expect.not.stringContaining("card") });
  expect(await titlesOf(made)).toEqual(["Lamp on"]);
  const log = await logOf(made, 2);
  const reason = expect.stringMatching(/own card failed, so it wasn't used: (it takes too|memory)/);
  expect(log).toMatchObject([
    { status: 200, reason },
    { status: 400, reason },
  ]);
});

test("a card mentions no one, and shows no secret of the payload", async () => {
  const { user, made, webhookId, managed } = await setUp();
  await db().channel.update({ where: { id: managed.channel.id }, data: { webhooksMayMentionEveryone: true } });
  const more = `    content: '@everyone <@${user.id}> {{ token }} {{ who | raw }}'\n    update_key: '{{ token }}'\n`;
  await saveCard(managed, webhookId, { yaml: card("Lamp", more), basedOn: null });
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  await post(made, "/json", { lamp: 1, token: secret, who: `<@${user.id}>` });
  await post(made, "/json", { lamp: 2, token: `${secret.slice(0, -1)}6` });
  const rows = await db().message.findMany({ where: { webhookId } });
  // Two secrets are two keys.
  expect(rows).toHaveLength(2);
  for (const { content, mentionedUserIds } of rows) {
    expect(mentionedUserIds).toEqual([]);
    expect(content).toContain("•••");
    expect(content).not.toContain("ghp_");
  }
});

test("a webhook that requires signatures requires them for its card, too", async () => {
  const { made, webhookId, managed } = await setUp();
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
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
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
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
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
  await post(made, "/json", { lamp: 2 });
  await saveCard(managed, webhookId, { yaml: card("Light {{ lamp }}"), basedOn: 1 });
  await post(made, "/json", { lamp: 3 });
  await switchCard(managed, webhookId, false);
  await post(made, "/json", { lamp: 4, subject: "Off" });
  await switchCard(managed, webhookId, true);
  await post(made, "/json", { lamp: 5 });
  expect(await restoreCard(managed, webhookId, 1)).toEqual({ version: 3 });
  await post(made, "/json", { lamp: 6 });
  expect(await titlesOf(made)).toEqual(["Before", "Lamp 2", "Light 3", "Off", "Light 5", "Lamp 6"]);
  expect(await cardEditorOf(managed, webhookId, null)).toMatchObject({
    yaml: LAMP,
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
  await saveCard(one.managed, one.webhookId, { yaml: LAMP, basedOn: null });
  await posts(10);
  expect((await titlesOf(one.made)).sort()).toEqual(["-", "-", "-", "-", "Lamp 11", "Lamp 12", "Lamp 13", "Lamp 14"]);
  expect(await titlesOf(other.made)).toEqual(Array(8).fill("-"));
});

test("of two people who save at once, one is told that the other was first", async () => {
  const { webhookId, managed } = await setUp();
  const saves = ["A", "B", "C"].map((title) => saveCard(managed, webhookId, { yaml: card(title), basedOn: null }));
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
    data: Array.from({ length: MOST_VERSIONS }, (_, index) => ({ webhookId, version: index + 1, yaml: LAMP })),
  });
  expect(await saveCard(managed, webhookId, { yaml: LAMP, basedOn: MOST_VERSIONS })).toEqual({ version: 51 });
  const { versions } = await cardEditorOf(managed, webhookId, null);
  expect([versions.length, versions.at(-1)?.version]).toEqual([MOST_VERSIONS, 2]);
  await expect(restoreCard(managed, webhookId, 1)).rejects.toMatchObject({ code: "not_found" });
});

test("a card with mistakes isn't saved, and an import says what it leaves out", async () => {
  const { webhookId, managed } = await setUp();
  const save = (yaml: string) => saveCard(managed, webhookId, { yaml, basedOn: null });
  await expect(save("name: [")).rejects.toMatchObject({ code: "invalid", field: "yaml" });
  await expect(save(card("{{ lamp | shout }}"))).rejects.toMatchObject({
    message: expect.stringMatching(/^Line 5: .*shout/),
  });
  const yaml = `${LAMP}recognise: [{ has: { lamp: "(a+)+$" } }]\nsignature: { kind: token, header: x-lamp }\n`;
  const imported = await importCard(managed, webhookId, yaml);
  expect(imported.remarks).toEqual([
    "recognise was left out: a webhook's own card doesn't use it.",
    "signature was left out: a webhook's own card doesn't use it.",
  ]);
  expect(imported.yaml).not.toMatch(/recognise|signature/);
  expect(await importCard(managed, webhookId, LAMP)).toEqual({ yaml: LAMP, remarks: [] });
  expect(await save(imported.yaml)).toEqual({ version: 1 });
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
  const yaml = card("Lamp {{ lamp }}", "    skip: '{% if lamp == 2 %}two{% endif %}'");
  const trial = await tryCard(managed, webhookId, yaml);
  expect(trial).toMatchObject({
    posted: [{ title: "Lamp 3" }, { title: "Lamp 1" }],
    skipped: [{ reason: "two" }],
    failed: [],
    other: [{}, {}],
  });
  const deliveryId = rows.find(({ payload }) => payload?.includes("1"))?.id ?? 0n;
  expect(await previewCard(managed, webhookId, { deliveryId, yaml })).toMatchObject({
    kind: "card",
    messages: [{ content: "", embeds: [{ title: "Lamp 1" }] }],
  });
  expect(await previewCard(managed, webhookId, { deliveryId, yaml: "name: x" })).toMatchObject({
    kind: "invalid",
    problems: [{ line: 1 }, {}],
  });
  expect(await titlesOf(made)).toEqual(posted);
});

test("the card moves with its webhook, and is deleted with it", async () => {
  const { user, made, webhookId, managed } = await setUp();
  const to = await makeChannel({ members: [user] });
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
  const there = await requireWebhookManager(user, to.id);
  await moveWebhook(managed, webhookId, there);
  await expect(cardEditorOf(managed, webhookId, null)).rejects.toMatchObject({ code: "not_found" });
  expect(await cardEditorOf(there, webhookId, null)).toMatchObject({ yaml: LAMP, isOn: true });
  await post(made, "/json", { lamp: 1 });
  expect(await titlesOf(made)).toEqual(["Lamp 1"]);
  await deleteWebhook(there, webhookId);
  expect(await db().webhookCard.count({ where: { webhookId } })).toBe(0);
});

test("a card of another channel's webhook is as unknown as one that doesn't exist", async () => {
  const { webhookId, managed } = await setUp();
  const { managed: elsewhere } = await setUp();
  await saveCard(managed, webhookId, { yaml: LAMP, basedOn: null });
  const attempts = [
    () => cardEditorOf(elsewhere, webhookId, null),
    () => previewCard(elsewhere, webhookId, { deliveryId: 1n, yaml: LAMP }),
    () => tryCard(elsewhere, webhookId, LAMP),
    () => saveCard(elsewhere, webhookId, { yaml: LAMP, basedOn: 1 }),
    () => switchCard(elsewhere, webhookId, false),
    () => restoreCard(elsewhere, webhookId, 1),
    () => importCard(elsewhere, webhookId, LAMP),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect(await cardEditorOf(managed, webhookId, null)).toMatchObject({ isOn: true, versions: [{ version: 1 }] });
});
