import type { RuleAction, RuleCondition, RuleDto, RuleFact, RuleTest } from "@/lib/webhooks/rules/model";
import { subjectName } from "@/lib/webhooks/rules/sentence";

export const TEST_NAMES: Readonly<Record<RuleTest, string>> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  contains_not: "doesn't contain",
};

/** The actions, as they are chosen. */
export const ACTION_NAMES: Readonly<Record<RuleAction["do"], string>> = {
  skip: "Don't post",
  silent: "Post silently",
  thread: "Only in its thread",
  hand_over: "Hand over to",
  mention: "Mention",
  severity: "Set severity",
};

/** The facts, tests and actions, in the order in which they are offered. */
export const FACTS = [
  "tool",
  "event",
  "place",
  "state",
  "severity",
  "person",
  "label",
  "text",
] as const satisfies RuleFact[];
export const TESTS = keysOf(TEST_NAMES);
export const ACTIONS = keysOf(ACTION_NAMES);

function keysOf<K extends string>(names: Readonly<Record<K, string>>): K[] {
  return Object.keys(names).filter((key): key is K => key in names);
}

/** Returns a condition in words: "event is push". */
export function conditionName(condition: RuleCondition): string {
  return `${subjectName(condition)} ${TEST_NAMES[condition.test]} ${condition.text}`;
}

/** Returns what a rule does, with the name of the webhook or group: "Hand over to Pages in #ops". */
export function actionName({ action, target }: Pick<RuleDto, "action" | "target">): string {
  switch (action.do) {
    case "hand_over":
      return `Hand over to ${target ?? (action.toWebhookId === null ? "a deleted webhook" : "a webhook you can't see")}`;
    case "mention":
      return `Mention ${target ?? "a deleted group"}`;
    case "severity":
      return `Set severity to ${action.severity}`;
    default:
      return ACTION_NAMES[action.do];
  }
}
