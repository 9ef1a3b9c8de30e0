import type { RuleCondition, RuleFields, RuleTest } from "@/lib/webhooks/rules/model";
import type { PostFacts } from "@/lib/webhooks/rules/post-facts";

// Why: docs/decisions/rules.md

/** What rules are compared with: a post's facts, and the payload with its secrets masked. */
export type Followed = { facts: PostFacts; payload: unknown };

// A path with several "*" could visit a large payload's values many times over.
const MOST_VISITED = 20_000;
const LONGEST = 10_000;

/** Returns the rules that apply to a post: the first that matches, and those after it while each says to continue. */
export function followRules<R extends RuleFields>(rules: readonly R[], post: Followed): R[] {
  const applied: R[] = [];
  for (const rule of rules) {
    if (!isMatch(rule, post)) continue;
    applied.push(rule);
    if (!rule.continues) break;
  }
  return applied;
}

/** Returns whether all of a rule's conditions are met. */
export function isMatch({ conditions }: Pick<RuleFields, "conditions">, post: Followed): boolean {
  return conditions.every((condition) => isMet(condition, post));
}

/** Returns whether a rule can be followed only with the payload. */
export function needsPayload({ conditions }: Pick<RuleFields, "conditions">): boolean {
  return conditions.some(({ on }) => on === "value");
}

function isMet(condition: RuleCondition, { facts, payload }: Followed): boolean {
  const found = condition.on === "fact" ? facts[condition.fact] : textsAt(payload, condition.path);
  return TESTS[condition.test](found, condition.text.toLowerCase());
}

const is = (found: readonly string[], text: string) => found.some((each) => each.toLowerCase() === text);
const contains = (found: readonly string[], text: string) => found.some((each) => each.toLowerCase().includes(text));

const TESTS: Record<RuleTest, (found: readonly string[], text: string) => boolean> = {
  is,
  is_not: (found, text) => !is(found, text),
  contains,
  contains_not: (found, text) => !contains(found, text),
};

/** Returns the texts at a path of keys; "*" is any entry of a list. Only own properties are seen. */
export function textsAt(payload: unknown, path: readonly string[]): string[] {
  let found: unknown[] = [payload];
  for (const key of path) {
    const next: unknown[] = [];
    for (const value of found) {
      if (next.length >= MOST_VISITED) break;
      for (const each of inValue(value, key)) next.push(each);
    }
    found = next.slice(0, MOST_VISITED);
  }
  return found.flatMap((value) => textOf(value) ?? []);
}

function inValue(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && key === "*") return value.slice(0, MOST_VISITED);
  return Object.hasOwn(value, key) ? [Reflect.get(value, key)] : [];
}

/** A value as conditions compare it; null for objects and lists. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.slice(0, LONGEST);
  return typeof value === "number" || typeof value === "boolean" || value === null ? `${value}` : null;
}
