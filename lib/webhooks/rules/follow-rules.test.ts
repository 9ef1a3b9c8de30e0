import fc from "fast-check";
import { expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import { Budget } from "@/lib/text/budget";
import { followRules, isMatch, textsAt as read } from "@/lib/webhooks/rules/follow-rules";
import { type RuleCondition, type RuleFields, type RuleTest, ruleFields } from "@/lib/webhooks/rules/model";
import { factsOf } from "@/lib/webhooks/rules/post-facts";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";

const card: Embed = {
  title: "[octo · hello] Failed: Build",
  description: "It broke",
  tool: { name: "GitHub" },
  author: { name: "octocat" },
  fields: [{ name: "Labels", value: "`bug` `needs help`", kind: "labels" }],
  card: {
    place: ["octo", "hello"],
    subject: "Build",
    state: { word: "Failed", tone: "bad", open: true },
    severity: "high",
  },
};

const facts = factsOf({ content: "See below", embeds: [{ title: "First" }, card], event: "workflow_run.completed" });

const met = (fact: keyof typeof facts, test: RuleTest, text: string) =>
  isMatch({ conditions: [{ on: "fact", fact, test, text }] }, { facts, payload: null });

test("a condition on a fact asks all cards of a post, whatever the case", () => {
  expect(met("tool", "is", "github")).toBe(true);
  expect(met("event", "is", "Workflow_run.completed")).toBe(true);
  expect(met("place", "is", "hello")).toBe(true);
  expect(met("place", "is", "octo · hello")).toBe(true);
  expect(met("state", "is", "failed")).toBe(true);
  expect(met("severity", "is", "high")).toBe(true);
  expect(met("person", "contains", "octo")).toBe(true);
  expect(met("label", "is", "needs help")).toBe(true);
  expect(met("text", "contains", "broke")).toBe(true);
  expect(met("text", "contains", "first")).toBe(true);
  expect(met("text", "contains_not", "below")).toBe(false);
  expect(met("label", "is_not", "bug")).toBe(false);
  expect(met("label", "is_not", "docs")).toBe(true);
});

test("a thing's report says facts that the post's cards may not", () => {
  const said = factsOf({
    content: "",
    embeds: [],
    event: null,
    report: {
      key: "pull octo/hello#1",
      at: null,
      hasLine: true,
      facts: { labels: ["bug"], state: { word: "Open", tone: "progress", open: false }, person: { name: "ann" } },
      reply: { key: "comment 1", at: null, facts: { event: "Comment", body: "Looks good" } },
    },
  });
  expect(said).toMatchObject({
    label: ["bug"],
    state: ["Open"],
    person: ["ann"],
    event: ["Comment"],
    text: ["Looks good"],
  });
});

const textsAt = (payload: unknown, path: string[]) =>
  read(payload, path, new Budget({ nodes: 100, characters: 1_000, depth: 1 }));

test("a path finds own properties, entries of lists, and with a star any of them", () => {
  const payload = {
    hosts: [
      { name: "a", up: true },
      { name: "b", up: 0 },
    ],
    none: null,
  };
  expect(textsAt(payload, ["hosts", "1", "name"])).toEqual(["b"]);
  expect(textsAt(payload, ["hosts", "*", "name"])).toEqual(["a", "b"]);
  expect(textsAt(payload, ["hosts", "*", "up"])).toEqual(["true", "0"]);
  expect(textsAt(payload, ["none"])).toEqual(["null"]);
  expect(textsAt(payload, ["hosts"])).toEqual([]);
  expect(textsAt(payload, ["__proto__", "constructor", "name"])).toEqual([]);
  expect(textsAt("text", ["length"])).toEqual([]);
});

test("rules that would read too much don't apply", () => {
  const wide = (depth: number): unknown => (depth === 0 ? "x" : Array.from({ length: 20 }, () => wide(depth - 1)));
  const conditions = Array.from(
    { length: 10 },
    (): RuleCondition => ({
      on: "value",
      path: ["*", "*", "*", "*"],
      test: "is_not",
      text: "y",
    }),
  );
  const rules = Array.from({ length: 50 }, () => rule("never", { conditions }));
  expect(followRules(rules, { facts, payload: wide(4) })).toEqual([]);
});

const rule = (text: string, more: Partial<RuleFields> = {}): RuleFields => ({
  conditions: [{ on: "fact", fact: "text", test: "contains", text }],
  action: { do: "silent" },
  continues: false,
  ...more,
});

test("the first rule that matches counts, and those after it while each says to continue", () => {
  const rules = [rule("nope"), rule("see", { continues: true }), rule("nope"), rule("below"), rule("see")];
  expect(followRules(rules, { facts, payload: null })).toEqual([rules[1], rules[3]]);
});

test("a rule that sets the severity and continues lets those that follow see it", () => {
  const low: RuleCondition = { on: "fact", fact: "severity", test: "is", text: "low" };
  const setsIt = rule("see", { action: { do: "severity", severity: "low" }, continues: true });
  const hidesIt = rule("", { conditions: [low], action: { do: "skip" } });
  expect(followRules([hidesIt, setsIt, hidesIt], { facts, payload: null })).toEqual([setsIt, hidesIt]);
});

test("a rule in words", () => {
  const conditions: RuleCondition[] = [
    { on: "fact", fact: "event", test: "is", text: "pull_request.labeled" },
    { on: "value", path: ["hosts", "*", "name"], test: "contains_not", text: "db" },
  ];
  const words = (fields: Partial<RuleFields>, target?: string) =>
    sentenceOf(rule("a", { conditions: conditions.slice(0, 1), ...fields }), target);
  expect(words({ action: { do: "skip" } })).toBe("Don't post when event is pull_request.labeled");
  expect(words({ conditions, continues: true })).toBe(
    "Post silently when event is pull_request.labeled and hosts.*.name doesn't contain db, and continue",
  );
  expect(words({ action: { do: "hand_over", toWebhookId: "1" } }, "CI in #ops")).toMatch(
    /^Hand over to CI in #ops when/,
  );
  expect(words({ action: { do: "mention", groupId: "1" } })).toMatch(/^Mention a group when/);
  expect(words({ action: { do: "severity", severity: "high" } })).toMatch(/^Set severity to high when/);
  expect(words({ action: { do: "thread" } })).toMatch(/^Post only in its thread when/);
});

test("any rule that can be saved is followed on any payload without an error", () => {
  const text = fc.string({ minLength: 1, maxLength: 20 });
  const test = fc.constantFrom<RuleTest>("is", "is_not", "contains", "contains_not");
  const path = fc.array(fc.oneof(text, fc.constant("*"), fc.constant("0")), { minLength: 1, maxLength: 10 });
  const condition = fc.record({ on: fc.constant("value" as const), path, test, text });
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 10 }), fc.jsonValue(), (conditions, payload) => {
      const { data } = ruleFields.safeParse({ conditions, action: { do: "skip" }, continues: false });
      if (data) expect(typeof isMatch(data, { facts, payload })).toBe("boolean");
    }),
  );
});
