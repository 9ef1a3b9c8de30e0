import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type SentRequest, sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { hideEvent, saveRule } from "@/lib/webhooks/manage-rules";
import { sendTestMessage } from "@/lib/webhooks/post-as-member";
import type { RuleAction, RuleCondition } from "@/lib/webhooks/rules/model";

const says = (text: string): RuleCondition => ({ on: "fact", fact: "text", test: "contains", text });
const LOUD = says("loud");

async function madeWith(action: RuleAction, condition = LOUD) {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const managed = await requireWebhookManager(ada, channel.id);
  await saveRule(managed, made.webhook.id, null, { conditions: [condition], action, continues: false });
  return { ada, channel, made, managed };
}

const contentsOf = async ({ webhook }: Pick<MadeWebhook, "webhook">) =>
  (await db().message.findMany({ where: { webhookId: webhook.id }, orderBy: { seq: "asc" } })).map(
    ({ content, silent }) => ({ content, silent: silent ?? false }),
  );

const logOf = ({ webhook }: Pick<MadeWebhook, "webhook">, count = 1) =>
  until(async () => {
    const rows = await db().delivery.findMany({ where: { webhookId: webhook.id }, orderBy: { createdAt: "asc" } });
    expect(rows).toHaveLength(count);
    return rows;
  });

const pull = {
  action: "labeled",
  number: 3,
  label: { name: "bug" },
  pull_request: { number: 3, title: "Make it so", html_url: "https://github.com/octo/hello/pull/3", labels: [] },
  repository: { full_name: "octo/hello", html_url: "https://github.com/octo/hello" },
  sender: { login: "octocat" },
};

type Address = { suffix: string; path?: (made: MadeWebhook) => string; request: (text: string) => SentRequest };

const discordPath = ({ webhook, token }: MadeWebhook) => `/api/webhooks/${webhook.id}/${token}`;
const json = (body: object, headers: Record<string, string> = {}) => ({ body: JSON.stringify(body), headers });

const ADDRESSES: Record<string, Address & { skipped: [number, string] }> = {
  "Parley's own": {
    suffix: "",
    request: (text) => json({ content: text }),
    skipped: [202, '{"skipped":"Don\'t post when text contains loud"}'],
  },
  "Slack's": { suffix: "/slack", request: (text) => json({ text }), skipped: [200, "ok"] },
  "Mattermost's": { suffix: "/mattermost", request: (text) => json({ text }), skipped: [200, "ok"] },
  "Discord's": {
    suffix: "",
    path: discordPath,
    request: (text) => json({ content: text }),
    skipped: [204, ""],
  },
  "GitHub's": {
    suffix: "/github",
    request: (text) =>
      json({ ...pull, pull_request: { ...pull.pull_request, title: text } }, { "x-github-event": "pull_request" }),
    skipped: [202, '{"skipped":"Don\'t post when text contains loud"}'],
  },
  "the common": {
    suffix: "/json",
    request: (text) => json({ title: text }),
    skipped: [202, '{"skipped":"Don\'t post when text contains loud"}'],
  },
  "a tool's": {
    suffix: "/gitlab",
    request: (text) =>
      json({
        object_kind: "push",
        after: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
        ref: "refs/heads/main",
        user_name: "Ines Calderón",
        project: { name: "harbour", web_url: "https://gitlab.example.com/harbour", path_with_namespace: "ops/harbour" },
        commits: [{ id: "da15608", message: text, url: "https://gitlab.example.com/c", author: { name: "Ines" } }],
        total_commits_count: 1,
      }),
    skipped: [202, '{"skipped":"Don\'t post when text contains loud"}'],
  },
};

const each = Object.entries(ADDRESSES);

const send = (made: MadeWebhook, { suffix, path, request }: Address, text: string, search = "") =>
  sendRequest(path?.(made) ?? webhookPath(made, suffix), { ...request(text), search });

test.each(each)(
  "at %s address, a skipped post isn't posted, its sender is answered, and the log names the rule",
  async (_, address) => {
    const { made } = await madeWith({ do: "skip" });
    const { status, text } = await send(made, address, "This is LOUD");
    expect([status, text]).toEqual(address.skipped);
    expect(await contentsOf(made)).toEqual([]);
    const [row] = await logOf(made);
    expect(row).toMatchObject({ status, messageId: null, reason: "Skipped: Don't post when text contains loud." });
    expect((await send(made, address, "This is calm")).status).toBeLessThan(205);
    expect(await contentsOf(made)).toHaveLength(1);
  },
);

test.each(each)(
  "at %s address, a silent post is posted without being unread, and the log names the rule",
  async (_, address) => {
    const { made } = await madeWith({ do: "silent" });
    expect((await send(made, address, "loud")).status).toBeLessThan(205);
    expect(await contentsOf(made)).toMatchObject([{ silent: true }]);
    const [row] = await logOf(made);
    expect(row?.reason).toContain("Posted silently: Post silently when text contains loud.");
  },
);

test.each(each)("at %s address, a group is mentioned once, and only it is notified", async (_, address) => {
  const group = await db().userGroup.create({ data: { handle: `oncall-${randomUUID().slice(0, 8)}` } });
  const { made, ada } = await madeWith({ do: "mention", groupId: `${group.id}` });
  await db().userGroupMember.create({ data: { groupId: group.id, userId: ada.id } });
  await send(made, address, "loud");
  const row = await db().message.findFirstOrThrow({ where: { webhookId: made.webhook.id } });
  expect(row.content.split(`<@&${group.id}>`)).toHaveLength(2);
  expect(row).toMatchObject({ mentionedUserIds: [ada.id], mentionsEveryone: false });
});

test.each(each)("at %s address, a severity is set", async (_, address) => {
  const { made } = await madeWith({ do: "severity", severity: "high" });
  await send(made, address, "loud");
  const { embeds } = await db().message.findFirstOrThrow({ where: { webhookId: made.webhook.id } });
  if (embeds) expect(embeds).toMatchObject([{ card: { severity: "high" } }]);
});

test.each(each)(
  "at %s address, a post is handed over to a webhook of another channel, with its log",
  async (_, address) => {
    const { made, ada, channel } = await madeWith({ do: "silent" }, says("nothing says this"));
    const there = await makeChannel({ members: [ada] });
    const target = await makeWebhook({ channelId: there.id, name: "Loud ones" });
    const managed = await requireWebhookManager(ada, channel.id);
    const action = { do: "hand_over", toWebhookId: `${target.webhook.id}` } as const;
    await saveRule(managed, made.webhook.id, null, { conditions: [LOUD], action, continues: false });
    const { status, text } = await send(made, address, "loud", address.path ? "?wait=true" : "");
    expect(status).toBe(200);
    const message = await db().message.findFirstOrThrow({ where: { webhookId: target.webhook.id } });
    expect(message).toMatchObject({ channelId: there.id, authorName: "Loud ones" });
    if (text !== "ok") expect(text).toContain(`${message.id}`);
    expect(await contentsOf(made)).toEqual([]);
    const [[here], [log]] = [await logOf(made), await logOf(target)];
    expect(here).toMatchObject({ messageId: null, channelId: channel.id });
    expect(here?.reason).toContain("Handed over: Hand over to a webhook of another channel when text contains loud.");
    expect(log).toMatchObject({ messageId: message.id, channelId: there.id });
    expect(log?.reason).toMatch(/^Handed over by Webhook .+\.$/);
  },
);

test("with Discord's wait=true, a post isn't skipped but posted silently, because its client wants a message", async () => {
  const { made } = await madeWith({ do: "skip" });
  const { status, text } = await sendRequest(discordPath(made), { ...json({ content: "loud" }), search: "?wait=true" });
  expect([status, JSON.parse(text).content]).toEqual([200, "loud"]);
  expect(await contentsOf(made)).toEqual([{ content: "loud", silent: true }]);
  const [row] = await logOf(made);
  expect(row?.reason).toMatch(/^Posted silently, because its sender waits for the message: Don't post/);
});

test("only in its thread: a reply is posted as one, and what begins a thread is silent", async () => {
  const { made } = await madeWith({ do: "thread" });
  await sendRequest(webhookPath(made), json({ content: "loud alone" }));
  await sendRequest(webhookPath(made), json({ content: "loud first", thread_key: "a" }));
  await sendRequest(webhookPath(made), json({ content: "loud second", thread_key: "a" }));
  const rows = await db().message.findMany({ where: { webhookId: made.webhook.id }, orderBy: { seq: "asc" } });
  expect(rows.map(({ silent, threadRootId }) => [silent ?? false, threadRootId])).toEqual([
    [true, null],
    [true, null],
    [false, rows[1]?.id],
  ]);
});

test("the same Idempotency-Key gets the same answer, whatever the rules say by then", async () => {
  const { made, managed } = await madeWith({ do: "skip" });
  const post = async (content: string, key: string) => {
    const { status, text } = await sendRequest(webhookPath(made), json({ content }, { "idempotency-key": key }));
    return `${status} ${text}`;
  };
  const skipped = await post("loud", "one");
  const posted = await post("calm", "two");
  await saveRule(managed, made.webhook.id, null, {
    conditions: [says("calm")],
    action: { do: "skip" },
    continues: false,
  });
  const rule = await db().webhookRule.findFirstOrThrow({
    where: { webhookId: made.webhook.id },
    orderBy: { position: "asc" },
  });
  const other = { conditions: [says("nothing says this")], action: { do: "skip" }, continues: false } as const;
  await saveRule(managed, made.webhook.id, rule.id, { ...other, conditions: [...other.conditions] });
  expect(await post("loud", "one")).toBe(skipped);
  expect(await post("calm", "two")).toBe(posted);
  expect(await post("other", "one")).toMatch(/^409 /);
  expect(await contentsOf(made)).toHaveLength(1);
});

test("an event is hidden by its name, which for GitHub says what happened", async () => {
  const { made, managed } = await madeWith({ do: "silent" }, says("nothing says this"));
  await hideEvent(managed, made.webhook.id, "pull_request.labeled");
  const post = (action: string) =>
    sendRequest(webhookPath(made, "/github"), json({ ...pull, action }, { "x-github-event": "pull_request" }));
  expect((await post("labeled")).text).toBe(`{"skipped":"Don't post when event is pull_request.labeled"}`);
  expect((await post("opened")).status).toBe(200);
  const rows = await logOf(made, 2);
  expect(rows.map(({ event }) => event)).toEqual(["pull_request.labeled", "pull_request.opened"]);
  expect(
    await db().webhookEvent.findMany({ where: { webhookId: made.webhook.id }, orderBy: { event: "asc" } }),
  ).toMatchObject([
    { event: "pull_request.labeled", count: 1 },
    { event: "pull_request.opened", count: 1 },
  ]);
});

test("a condition asks for a value of the masked payload by its path", async () => {
  const value = (path: string[], text: string): RuleCondition => ({ on: "value", path, test: "is", text });
  const { made, managed } = await madeWith({ do: "skip" }, value(["hosts", "*", "name"], "db-1"));
  const post = async (body: object) => (await sendRequest(webhookPath(made, "/json"), json(body))).status;
  expect(await post({ title: "a", hosts: [{ name: "web" }, { name: "DB-1" }] })).toBe(202);
  expect(await post({ title: "a", hosts: [{ name: "web" }] })).toBe(200);
  const secret = { title: "b", password: "correct horse battery" };
  await saveRule(managed, made.webhook.id, null, {
    conditions: [value(["password"], secret.password)],
    action: { do: "skip" },
    continues: false,
  });
  expect(await post(secret)).toBe(200);
});

test("what a member sends by hand isn't treated by rules", async () => {
  const { made, managed } = await madeWith({ do: "skip" }, says("test message"));
  await sendTestMessage(managed, made.webhook.id);
  expect(await contentsOf(made)).toHaveLength(1);
});

test("of several messages of a request, those that a rule skips are left out, and the log counts them", async () => {
  const { made } = await madeWith({ do: "skip" });
  const attachments = (text: string) => ({
    text,
    attachments: Array.from({ length: 12 }, () => ({ text, title: text })),
  });
  await sendRequest(webhookPath(made, "/slack"), json(attachments("loud")));
  expect(await contentsOf(made)).toEqual([]);
  const mixed = attachments("calm");
  mixed.attachments.push({ text: "loud", title: "loud" });
  await sendRequest(webhookPath(made, "/slack"), json(mixed));
  expect((await contentsOf(made)).length).toBeGreaterThan(0);
  const rows = await logOf(made, 2);
  expect(rows[0]?.reason).toContain("Skipped: Don't post when text contains loud.");
  expect(rows[1]?.reason).toContain("1 of 2 messages weren't posted: Don't post when text contains loud.");
});
