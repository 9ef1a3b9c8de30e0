import { expect, test } from "vitest";
import { db, postingPool } from "@/lib/db/client";
import { makeChannel, makeMember, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteRule, hideEvent, moveRule, saveRule } from "@/lib/webhooks/manage-rules";
import { deleteWebhook } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { ruleChoicesOf } from "@/lib/webhooks/rule-choices";
import { rulesOf, ruleTargetsOf } from "@/lib/webhooks/rule-queries";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import type { RuleAction, RuleDto, RuleFields } from "@/lib/webhooks/rules/model";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { tryRule } from "@/lib/webhooks/try-rule";

const when = (text: string, action: RuleAction = { do: "skip" }): RuleFields => ({
  conditions: [{ on: "fact", fact: "text", test: "contains", text }],
  action,
  continues: false,
});

async function setUp() {
  const ada = await makeUser({ name: "Ada" });
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const managed = await requireWebhookManager(ada, channel.id);
  return { ada, channel, made, managed, id: made.webhook.id };
}

const post = (made: Parameters<typeof webhookPath>[0], content: string) =>
  sendRequest(webhookPath(made), { body: JSON.stringify({ content }) });

const auditOf = async (webhookId: bigint) =>
  (await db().auditEntry.findMany({ where: { webhookId }, orderBy: { id: "asc" } })).map(
    ({ action, actorName, details }) => [action, actorName, details],
  );

test("rules are saved in order, changed, moved, deleted and put back, and the audit log names who did it", async () => {
  const { managed, id } = await setUp();
  await saveRule(managed, id, null, when("a"));
  await saveRule(managed, id, null, when("b"));
  const { rules } = await saveRule(managed, id, null, when("c"), 0);
  const texts = (all: RuleDto[]) => all.map((rule) => sentenceOf(rule).at(-1)).join("");
  expect(texts(rules)).toBe("cab");
  const [first] = rules;
  const ruleId = BigInt(first?.id ?? 0);
  expect(texts((await moveRule(managed, id, ruleId, 2)).rules)).toBe("abc");
  expect(texts((await saveRule(managed, id, ruleId, when("d"))).rules)).toBe("abd");
  expect(texts((await deleteRule(managed, id, ruleId)).rules)).toBe("ab");
  const again = await saveRule(managed, id, null, when("d"), 1);
  expect(texts(again.rules)).toBe("adb");
  expect(again.rules[1]).toMatchObject({ createdBy: "Ada", target: null, continues: false });
  await expect(deleteRule(managed, id, ruleId)).rejects.toMatchObject({ code: "not_found" });
  const rule = (text: string) => ({ rule: `Don't post when text contains ${text}` });
  expect(await auditOf(id)).toEqual([
    ["webhook.rule_added", "Ada", rule("a")],
    ["webhook.rule_added", "Ada", rule("b")],
    ["webhook.rule_added", "Ada", rule("c")],
    ["webhook.rule_changed", "Ada", rule("c")],
    ["webhook.rule_changed", "Ada", rule("d")],
    ["webhook.rule_deleted", "Ada", rule("d")],
    ["webhook.rule_added", "Ada", rule("d")],
  ]);
});

test("the first rule that matches counts, and those after it only if it says to continue", async () => {
  const { managed, made, id } = await setUp();
  await saveRule(managed, id, null, { ...when("disk", { do: "silent" }), continues: true });
  await saveRule(managed, id, null, when("disk full", { do: "severity", severity: "critical" }));
  await saveRule(managed, id, null, when("disk"));
  await post(made, "The disk is full, disk full");
  const row = await db().message.findFirstOrThrow({ where: { webhookId: id } });
  expect(row.silent).toBe(true);
  expect((await post(made, "disk")).status).toBe(202);
});

test("a webhook can have fifty rules", async () => {
  const { managed, id } = await setUp();
  const row = { webhookId: id, conditions: when("a").conditions, action: "skip" };
  await db().webhookRule.createMany({
    data: Array.from({ length: RULE_LIMITS.perWebhook }, (_, position) => ({ ...row, position })),
  });
  await expect(saveRule(managed, id, null, when("a"))).rejects.toMatchObject({ code: "conflict" });
});

test("a rule hands over only to a webhook of another channel that its author may manage", async () => {
  const { managed, made, ada, id } = await setUp();
  const handOver = (to: bigint) => when("a", { do: "hand_over", toWebhookId: `${to}` });
  const strange = await makeWebhook();
  const own = await makeWebhook({ channelId: made.webhook.channelId });
  for (const to of [strange.webhook.id, own.webhook.id, 4711n]) {
    await expect(saveRule(managed, id, null, handOver(to))).rejects.toMatchObject({ code: "invalid" });
  }
  await makeMember({ id: strange.webhook.channelId }, ada);
  const { rules } = await saveRule(managed, id, null, handOver(strange.webhook.id));
  expect(rules).toMatchObject([{ target: expect.stringMatching(/^Webhook .* in #channel-/) }]);
  expect((await ruleTargetsOf(managed)).targets).toMatchObject([{ id: `${strange.webhook.id}` }]);
  const bob = await makeUser();
  await makeMember({ id: made.webhook.channelId }, bob);
  const asBob = await requireWebhookManager(bob, made.webhook.channelId);
  expect((await ruleTargetsOf(asBob)).targets).toEqual([]);
  expect(await rulesOf(asBob, id)).toMatchObject({
    rules: [{ target: null, ...when("a", { do: "hand_over", toWebhookId: `${strange.webhook.id}` }) }],
  });
});

test("a group that doesn't exist can't be mentioned, and one that's gone leaves the post as it is", async () => {
  const { managed, made, id } = await setUp();
  await expect(saveRule(managed, id, null, when("a", { do: "mention", groupId: "4711" }))).rejects.toMatchObject({
    code: "invalid",
  });
  const group = await db().userGroup.create({ data: { handle: `ops-${id}` } });
  const { rules } = await saveRule(managed, id, null, when("a", { do: "mention", groupId: `${group.id}` }));
  expect(rules).toMatchObject([{ target: `@ops-${id}` }]);
  await db().userGroup.update({ where: { id: group.id }, data: { deletedAt: new Date() } });
  await post(made, "a");
  expect(await db().message.findFirstOrThrow({ where: { webhookId: id } })).toMatchObject({ content: "a" });
  await until(async () =>
    expect(await db().delivery.findFirst({ where: { webhookId: id } })).toMatchObject({
      reason: "No one was mentioned, because the group is gone: Mention a group when text contains a.",
    }),
  );
});

test("a rule is tried on the stored deliveries, with the facts of their messages and their masked payloads", async () => {
  const { managed, made, id } = await setUp();
  for (const content of ["one", "two", "three of them"]) await post(made, content);
  await until(async () => expect(await db().delivery.count({ where: { webhookId: id } })).toBe(3));
  const trial = await tryRule(managed, id, when("o"));
  expect(trial).toMatchObject({ tried: 3, matched: 3 });
  expect(trial.deliveries.map(({ title }) => title)).toEqual(["three of them", "two", "one"]);
  const path = ["content"];
  const byValue = { ...when("a"), conditions: [{ on: "value", path, test: "is", text: "TWO" } as const] };
  expect(await tryRule(managed, id, byValue)).toMatchObject({ tried: 3, matched: 1 });
  const [latest] = trial.deliveries;
  expect(await ruleChoicesOf(managed, id, BigInt(latest?.id ?? 0))).toEqual({
    facts: [{ fact: "text", text: "three of them" }],
    values: [{ path: ["content"], text: "three of them" }],
  });
});

test("events are counted by day, with the rule that hides them, and are forgotten with a move", async () => {
  const { managed, made, ada, id } = await setUp();
  const push = { ref: "refs/heads/main", repository: { full_name: "octo/hello", default_branch: "main" }, commits: [] };
  const send = () =>
    sendRequest(webhookPath(made, "/github"), { body: JSON.stringify(push), headers: { "x-github-event": "push" } });
  for (let i = 0; i < 3; i += 1) await send();
  await until(async () => expect((await rulesOf(managed, id)).events).toMatchObject([{ event: "push", thisWeek: 3 }]));
  const { events, rules } = await hideEvent(managed, id, "push");
  expect(events).toEqual([{ event: "push", thisWeek: 3, hiddenBy: rules[0]?.id }]);
  const there = await makeChannel({ members: [ada] });
  const target = await requireWebhookManager(ada, there.id);
  await moveWebhook(managed, id, target);
  expect(await rulesOf(target, id)).toMatchObject({
    events: [],
    rules: [{ conditions: [{ on: "fact", fact: "event", test: "is", text: "push" }], action: { do: "skip" } }],
  });
});

test("a webhook's rules are deleted with it", async () => {
  const { managed, id } = await setUp();
  await saveRule(managed, id, null, when("a"));
  await deleteWebhook(managed, id);
  expect(await db().webhookRule.count({ where: { webhookId: id } })).toBe(0);
});

test("a webhook with rules asks the database nothing more for a post that meets none", async () => {
  const { managed, made, id } = await setUp();
  await saveRule(managed, id, null, when("never"));
  await post(made, "first");
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  postingPool().on("acquire", count);
  await post(made, "second");
  postingPool().off("acquire", count);
  expect(asked).toBe(1);
});
