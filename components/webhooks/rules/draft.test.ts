import { describe, expect, test } from "vitest";
import type { RuleDto } from "@/lib/webhooks/rules/model";
import { conditionOnFact, conditionOnValue, draftOf, hasCondition, readDraft, toggled, valueChoices } from "./draft";

const rule: RuleDto = {
  id: "1",
  conditions: [{ on: "fact", fact: "event", test: "is", text: "push" }],
  action: { do: "severity", severity: "low" },
  continues: true,
  createdBy: "Ada",
  createdAt: "2026-11-28T00:00:00.000Z",
  target: null,
};

describe("a rule as it's edited", () => {
  test("is saved as it was if nothing changes", () => {
    const { conditions, action, continues } = rule;
    expect(readDraft(draftOf(rule))).toEqual({ conditions, action, continues });
  });

  test("needs a condition, and a text in each", () => {
    expect(readDraft(draftOf(null))).toMatchObject({ at: "conditions" });
    const empty = conditionOnFact("state", " ");
    expect(readDraft({ ...draftOf(rule), conditions: [...rule.conditions, empty] })).toEqual({
      error: "Enter what state is compared with.",
      at: 1,
    });
  });

  test("needs the webhook or group that its action is about", () => {
    const draft = draftOf(rule);
    expect(readDraft({ ...draft, does: "hand_over" })).toMatchObject({ at: "target" });
    expect(readDraft({ ...draft, does: "mention" })).toMatchObject({ at: "target" });
    expect(readDraft({ ...draft, does: "mention", groupId: "7" })).toMatchObject({
      action: { do: "mention", groupId: "7" },
    });
  });

  test("asks for a webhook again if the one it handed over to is gone", () => {
    const gone: RuleDto = { ...rule, action: { do: "hand_over", toWebhookId: null } };
    expect(readDraft(draftOf(gone))).toMatchObject({ at: "target" });
  });

  test("doesn't save spaces around a text", () => {
    const spaced = {
      ...draftOf(rule),
      conditions: [conditionOnFact("event", "push")].map((c) => ({ ...c, text: " a " })),
    };
    expect(readDraft(spaced)).toMatchObject({ conditions: [{ text: "a" }] });
  });
});

describe("a condition made by a click", () => {
  test("compares with the value", () => {
    expect(conditionOnFact("label", "bug")).toEqual({ on: "fact", fact: "label", test: "is", text: "bug" });
    expect(conditionOnValue(["size"], "12")).toEqual({ on: "value", path: ["size"], test: "is", text: "12" });
  });

  test("looks for the beginning of what is long", () => {
    expect(conditionOnFact("text", "First line\nSecond")).toMatchObject({ test: "contains", text: "First line" });
    const long = conditionOnFact("place", "x".repeat(300));
    expect(long.test).toBe("contains");
    expect(long.text).toHaveLength(100);
  });

  test("looks for the beginning of a value of which only the beginning is known", () => {
    expect(conditionOnValue(["body"], `${"x".repeat(99)}…`)).toMatchObject({
      test: "contains",
      text: "x".repeat(99),
    });
    expect(conditionOnValue(["body"], "Loading…")).toMatchObject({ test: "is", text: "Loading…" });
  });

  test("means any item of a list", () => {
    const values = [
      { path: ["labels", "0", "name"], text: "bug" },
      { path: ["labels", "1", "name"], text: "ui" },
      { path: ["labels", "2", "name"], text: "bug" },
      { path: ["codes", "404"], text: "Not found" },
    ];
    expect(valueChoices(values)).toEqual([
      { path: ["labels", "*", "name"], text: "bug" },
      { path: ["labels", "*", "name"], text: "ui" },
      { path: ["codes", "404"], text: "Not found" },
    ]);
  });

  test("is removed by another click", () => {
    const [event] = rule.conditions;
    if (!event) throw new Error("The rule has a condition.");
    const same = { test: event.test, text: event.text, on: "fact", fact: "event" } as const;
    expect(hasCondition(rule.conditions, same)).toBe(true);
    expect(toggled(rule.conditions, same)).toEqual([]);
    expect(toggled([], same)).toHaveLength(1);
  });

  test("isn't added when ten are there", () => {
    const ten = Array.from({ length: 10 }, (_, n) => conditionOnFact("label", `l${n}`));
    expect(toggled(ten, conditionOnFact("event", "push"))).toHaveLength(10);
  });
});
