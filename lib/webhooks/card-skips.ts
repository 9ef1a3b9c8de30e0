import type { CardModel, CardOfModel, Condition } from "@/lib/webhooks/interpret/own-cards/model";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import { type RuleCondition, type RuleFields, ruleFields } from "@/lib/webhooks/rules/model";

/** A list's own keys, which rules don't know. */
const OF_LISTS: ReadonlySet<string | number> = new Set(["size", "first", "last"]);

/**
 * Returns the rules that say for which requests an own card posted nothing, and the card without those conditions. What no
 * rule can say stays in the card, such as a condition on each item of a list. At most `most` rules.
 */
export function skipsAsRules(model: CardModel, most: number): { rules: RuleFields[]; model: CardModel } {
  const rules: RuleFields[] = [];
  const cards = model.cards.map((card, index) => {
    const skip = card.skip.filter((when) => {
      const isForIt = conditionsFor(model.cards.slice(0, index), { ...card, when: card.when.filter(notIn(when)) });
      const rule = isForIt && ruleOf(isForIt, when);
      if (!rule || rules.length >= most) return true;
      rules.push(rule);
      return false;
    });
    return { ...card, skip };
  });
  return { rules, model: rules.length > 0 ? { ...model, cards } : model };
}

/** Leaves out that a value isn't empty, where it has to be something. Otherwise no rule can say that. */
function notIn(when: readonly Condition[]): (condition: Condition) => boolean {
  const known = new Set(when.flatMap(({ value, is, than }) => (is && than !== null ? JSON.stringify(value) : [])));
  return ({ value, is, than }) => is || than !== null || !known.has(JSON.stringify(value));
}

/** Returns when a request is for a card: none of those before it is for it. Null if no rule can say that. */
function conditionsFor(before: readonly CardOfModel[], { when }: CardOfModel): RuleCondition[] | null {
  const found: (RuleCondition | null)[] = when.map((each) => toCondition(each));
  for (const { when: others } of before) {
    const [only, ...more] = others;
    found.push(only && more.length === 0 ? toCondition({ ...only, is: !only.is }) : null);
  }
  return allOf(found);
}

function ruleOf(isForIt: readonly RuleCondition[], when: readonly Condition[]): RuleFields | null {
  const skipped = when.length > 0 ? allOf(when.map(toCondition)) : null;
  if (!skipped || skipped.length + isForIt.length > RULE_LIMITS.conditions) return null;
  const rule = { conditions: [...isForIt, ...skipped], action: { do: "skip" }, continues: false };
  return ruleFields.safeParse(rule).data ?? null;
}

function allOf(found: readonly (RuleCondition | null)[]): RuleCondition[] | null {
  const conditions = found.flatMap((each) => each ?? []);
  return conditions.length === found.length ? conditions : null;
}

function toCondition({ value: { root, path }, is, than }: Condition): RuleCondition | null {
  if (root !== "payload" || than === null || path.some((key) => OF_LISTS.has(key))) return null;
  const text = `${than}`;
  // A rule's text has no white space around it.
  if (text !== text.trim()) return null;
  return { on: "value", path: path.map(String), test: is ? "is" : "is_not", text };
}
