import { Budget, OverBudget } from "@/lib/text/budget";
import type { RuleCondition, RuleFact, RuleFields, RuleTest } from "@/lib/webhooks/rules/model";
import type { PostFacts } from "@/lib/webhooks/rules/post-facts";

// Why: docs/decisions/rules.md

/** What rules are compared with: a post's facts, and the payload with its secrets masked. */
export type Followed = { facts: PostFacts; payload: unknown };

// What a post's rules may read, all together, so that none costs more than a few milliseconds.
const MOST_READ = { nodes: 50_000, characters: 1_000_000, depth: 1 };
const LONGEST = 10_000;

/** Returns the rules that apply to a post: the first that matches, and those after it while each says to continue. */
export function followRules<R extends RuleFields>(rules: readonly R[], post: Followed): R[] {
  const reading = new Reading(post);
  const applied: R[] = [];
  for (const rule of rules) {
    if (!reading.meets(rule)) continue;
    applied.push(rule);
    if (!rule.continues) break;
    reading.note(rule);
  }
  return applied;
}

/** Returns whether all of a rule's conditions are met. */
export function isMatch(rule: Pick<RuleFields, "conditions">, post: Followed): boolean {
  return new Reading(post).meets(rule);
}

/** Returns whether a rule can be followed only with the payload. */
export function needsPayload({ conditions }: Pick<RuleFields, "conditions">): boolean {
  return conditions.some(({ on }) => on === "value");
}

const is = (found: readonly string[], text: string) => found.includes(text);
const contains = (found: readonly string[], text: string) => found.some((each) => each.includes(text));

const TESTS: Record<RuleTest, (found: readonly string[], text: string) => boolean> = {
  is,
  is_not: (found, text) => !is(found, text),
  contains,
  contains_not: (found, text) => !contains(found, text),
};

/** A post as its rules read it, in lower case. */
class Reading {
  readonly #post: Followed;
  readonly #facts = new Map<RuleFact, string[]>();
  readonly #budget = new Budget(MOST_READ);

  constructor(post: Followed) {
    this.#post = post;
  }

  /** Whether all conditions are met. None is once too much was read: a rule must not apply by accident. */
  meets({ conditions }: Pick<RuleFields, "conditions">): boolean {
    try {
      return conditions.every((each) => TESTS[each.test](this.#textsFor(each), each.text.toLowerCase()));
    } catch (error) {
      if (error instanceof OverBudget) return false;
      throw error;
    }
  }

  /** Lets the rules that follow see what this one has set. */
  note({ action }: Pick<RuleFields, "action">): void {
    if (action.do === "severity") this.#facts.set("severity", [action.severity]);
  }

  #textsFor(condition: RuleCondition): string[] {
    if (condition.on === "value") return inLowerCase(textsAt(this.#post.payload, condition.path, this.#budget));
    const { fact } = condition;
    const known = this.#facts.get(fact) ?? inLowerCase(this.#post.facts[fact]);
    this.#facts.set(fact, known);
    return known;
  }
}

function inLowerCase(texts: readonly string[]): string[] {
  return texts.map((text) => text.toLowerCase());
}

/** Returns the texts at a path of keys; "*" is any entry of a list. Only own properties are seen. Throws OverBudget. */
export function textsAt(payload: unknown, path: readonly string[], budget: Budget): string[] {
  let found: readonly unknown[] = [payload];
  for (const key of path) {
    const next: unknown[] = [];
    for (const value of found) {
      const inside = inValue(value, key);
      budget.spend(1 + inside.length);
      for (const each of inside) next.push(each);
    }
    found = next;
  }
  const texts = found.flatMap((value) => textOf(value) ?? []);
  for (const { length } of texts) budget.spendCharacters(length);
  return texts;
}

function inValue(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && key === "*") return value;
  return Object.hasOwn(value, key) ? [Reflect.get(value, key)] : [];
}

/** A value as conditions compare it; null for objects and lists. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.slice(0, LONGEST);
  return typeof value === "number" || typeof value === "boolean" || value === null ? `${value}` : null;
}
