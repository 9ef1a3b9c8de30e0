import type { CardSeverity } from "@/lib/messages/dto";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import type { RuleAction, RuleCondition, RuleDto, RuleFact, RuleFields } from "@/lib/webhooks/rules/model";
import { subjectName } from "@/lib/webhooks/rules/sentence";

/** A rule as it's edited. What was chosen for an action is kept while another one is selected. */
export type RuleDraft = {
  /** Their texts may still be empty. */
  conditions: RuleCondition[];
  does: RuleAction["do"];
  /** Empty until one is chosen. */
  toWebhookId: string;
  groupId: string;
  severity: CardSeverity;
  continues: boolean;
};

/** What keeps a rule from being saved, and the control where that is: a condition's index, or a picker. */
export type RuleProblem = { error: string; at: number | "conditions" | "target" };

/** Returns a new rule, or the one to edit. */
export function draftOf(rule: RuleDto | null): RuleDraft {
  const { action } = rule ?? {};
  return {
    conditions: rule?.conditions ?? [],
    does: action?.do ?? "skip",
    toWebhookId: (action?.do === "hand_over" && action.toWebhookId) || "",
    groupId: (action?.do === "mention" && action.groupId) || "",
    severity: action?.do === "severity" ? action.severity : "high",
    continues: rule?.continues ?? false,
  };
}

/** Returns the conditions as they are tried and saved, or what is wrong with them. */
export function readConditions(conditions: readonly RuleCondition[]): RuleCondition[] | RuleProblem {
  if (conditions.length === 0) return { error: "Add at least one condition.", at: "conditions" };
  const empty = conditions.findIndex(({ text }) => text.trim() === "");
  const unfinished = conditions[empty];
  if (unfinished) return { error: `Enter what ${subjectName(unfinished)} is compared with.`, at: empty };
  return conditions.map((condition) => ({ ...condition, text: condition.text.trim() }));
}

/** Returns the rule as it's saved, or what is wrong with it. */
export function readDraft(draft: RuleDraft): RuleFields | RuleProblem {
  const conditions = readConditions(draft.conditions);
  if ("error" in conditions) return conditions;
  const action = actionOf(draft);
  return "error" in action ? action : { conditions, action, continues: draft.continues };
}

function actionOf({ does, toWebhookId, groupId, severity }: RuleDraft): RuleAction | RuleProblem {
  switch (does) {
    case "hand_over":
      return toWebhookId ? { do: does, toWebhookId } : { error: "Choose a webhook.", at: "target" };
    case "mention":
      return groupId ? { do: does, groupId } : { error: "Choose a group.", at: "target" };
    case "severity":
      return { do: does, severity };
    default:
      return { do: does };
  }
}

/** Returns the condition that a fact has this value. Texts are long, so a rule looks for their beginning. */
export function conditionOnFact(fact: RuleFact, value: string): RuleCondition {
  return { on: "fact", fact, ...comparedWith(value, fact === "text") };
}

/** Returns the condition that the payload has this value at a path. */
export function conditionOnValue(path: readonly string[], value: string): RuleCondition {
  return { on: "value", path: [...path], ...comparedWith(value, false) };
}

// The server sends the beginnings of longer values, which end with "…".
const CUT_FROM = RULE_LIMITS.text / 2;

function comparedWith(value: string, isProse: boolean): Pick<RuleCondition, "test" | "text"> {
  const line = isProse ? (value.trim().split("\n")[0] ?? "") : value.trim();
  const whole = line.length > CUT_FROM ? line.replace(/\s*…$/, "") : line;
  const text = whole.slice(0, RULE_LIMITS.text).toWellFormed();
  return { test: isProse || text !== line ? "contains" : "is", text };
}

type ChoiceOfValue = { path: string[]; text: string };

/** Returns the values of a payload with "*" for the items of lists: a rule seldom means only the first label. */
export function valueChoices(values: readonly ChoiceOfValue[]): ChoiceOfValue[] {
  const keysIn = new Map<string, Set<string>>();
  for (const { path } of values) {
    path.forEach((key, index) => {
      const prefix = JSON.stringify(path.slice(0, index));
      keysIn.set(prefix, (keysIn.get(prefix) ?? new Set()).add(key));
    });
  }
  const lists = new Set([...keysIn].filter(([, keys]) => isListOf(keys)).map(([prefix]) => prefix));
  const choices = values.map(({ path, text }) => ({
    path: path.map((key, index) => (lists.has(JSON.stringify(path.slice(0, index))) ? "*" : key)),
    text,
  }));
  return [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
}

/** Returns whether these are a list's indexes. */
function isListOf(keys: ReadonlySet<string>): boolean {
  return keys.has("0") && [...keys].every((key) => /^\d{1,5}$/.test(key));
}

/** Adds a condition, or removes it if it's there already. At most ten fit. */
export function toggled(conditions: readonly RuleCondition[], condition: RuleCondition): RuleCondition[] {
  const at = conditions.findIndex((each) => isSame(each, condition));
  if (at >= 0) return conditions.toSpliced(at, 1);
  return conditions.length < RULE_LIMITS.conditions ? [...conditions, condition] : [...conditions];
}

/** Returns whether one of the conditions is this one. */
export function hasCondition(conditions: readonly RuleCondition[], condition: RuleCondition): boolean {
  return conditions.some((each) => isSame(each, condition));
}

function isSame(one: RuleCondition, other: RuleCondition): boolean {
  return JSON.stringify(keyed(one)) === JSON.stringify(keyed(other));
}

// Conditions from the server and from here may have their keys in another order.
function keyed(condition: RuleCondition): unknown[] {
  return [condition.on === "fact" ? condition.fact : condition.path, condition.test, condition.text];
}
