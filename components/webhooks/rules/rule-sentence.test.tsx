import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { RuleAction, RuleDto } from "@/lib/webhooks/rules/model";
import { RuleSentence } from "./rule-sentence";

function textOf(fields: Partial<RuleDto>): string {
  const rule: RuleDto = {
    id: "1",
    conditions: [{ on: "fact", fact: "event", test: "is", text: "push" }],
    action: { do: "skip" },
    continues: false,
    createdBy: null,
    createdAt: "2026-11-28T00:00:00.000Z",
    target: null,
    ...fields,
  };
  return renderToStaticMarkup(<RuleSentence rule={rule} />)
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'");
}

test("a rule reads as a sentence, with all of its conditions", () => {
  expect(textOf({})).toBe("When event is push →then Don't post");
  const conditions: RuleDto["conditions"] = [
    { on: "fact", fact: "state", test: "is_not", text: "failed" },
    { on: "value", path: ["labels", "*", "name"], test: "contains_not", text: "ui" },
  ];
  expect(textOf({ conditions, action: { do: "silent" }, continues: true })).toBe(
    "When state is not failed and labels.*.name doesn't contain ui →then Post silently · and continue",
  );
});

test("a rule names its webhook or group, or says that it's gone or can't be seen", () => {
  const said = (action: RuleAction, target: string | null) => textOf({ action, target }).split("then ")[1];
  expect(said({ do: "hand_over", toWebhookId: "7" }, "CI in #ops")).toBe("Hand over to CI in #ops");
  expect(said({ do: "hand_over", toWebhookId: "7" }, null)).toBe("Hand over to a webhook you can't see");
  expect(said({ do: "hand_over", toWebhookId: null }, null)).toBe("Hand over to a deleted webhook");
  expect(said({ do: "mention", groupId: "7" }, "@oncall")).toBe("Mention @oncall");
  expect(said({ do: "mention", groupId: null }, null)).toBe("Mention a deleted group");
  expect(said({ do: "severity", severity: "low" }, null)).toBe("Set severity to low");
});
