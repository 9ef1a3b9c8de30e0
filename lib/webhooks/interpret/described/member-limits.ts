import {
  Context,
  defaultOperators,
  type Emitter,
  type FilterImplOptions,
  type Liquid,
  type Operators,
  type RenderOptions,
} from "liquidjs";
import type { Budget } from "@/lib/text/budget";
import { asText, markdownFilters, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { isObject } from "@/lib/webhooks/payload/json-object";

// Why: docs/decisions/own-cards.md

// Each step must be short whatever its input is, because time is only checked between steps.
const LONGEST_TEXT = 16_384;
const LONGEST_JSON = 65_536;
/** Of an argument that is searched for, inserted many times, or a path. */
const LONGEST_ARGUMENT = 200;
const MOST_ITEMS = 1_000;
const MOST_SORTED = 200;

const TAGS = new Set("assign capture case comment for if unless break continue echo raw cycle #".split(" "));

/** Of LiquidJS's own filters, and those that aren't in `filters.ts`. The others can be slow, or make regular expressions and templates of their arguments. */
const FILTERS = new Set(
  (
    "append prepend default remove remove_first remove_last replace replace_first split join first last size slice " +
    "upcase downcase capitalize truncate strip lstrip rstrip newline_to_br escape url_encode url_decode " +
    "plus minus times divided_by modulo round floor ceil abs at_least at_most " +
    "compact concat map reverse sort sum uniq where find digest parse_json"
  ).split(" "),
);

/** Filters whose arguments are as long as their input. */
const TAKES_TEXT = new Set(["append", "prepend", "default", "concat", "lookup"]);

type Handler = (value: unknown, ...given: unknown[]) => unknown;

/** Replace LiquidJS's own, which take far longer for some inputs or have results of any length. */
const REPLACED: Record<string, Handler> = {
  strip: (value) => asText(value).trim(),
  lstrip: (value) => asText(value).trimStart(),
  rstrip: (value) => asText(value).trimEnd(),
  join: (value, between = " ") => joined(Array.isArray(value) ? value : [value], asText(between)),
  replace: (value, pattern, replacement) => joined(asText(value).split(asText(pattern)), asText(replacement)),
};

/** Joins the texts, as far as the result isn't too long. */
function joined(parts: readonly unknown[], between: string): string {
  let whole = "";
  for (const [index, part] of parts.entries()) {
    whole += index === 0 ? asText(part) : between + asText(part);
    if (whole.length > LONGEST_TEXT) break;
  }
  return whole;
}

/**
 * Restricts an engine to what a member's templates may use, and returns it: listed tags and filters, texts and lists of
 * limited length, and a check of the limits at each filter.
 */
export function restrict(liquid: Liquid): Liquid {
  for (const name of Object.keys(liquid.tags)) if (!TAGS.has(name)) delete liquid.tags[name];
  for (const [name, filter] of Object.entries(liquid.filters)) {
    const isOurs = Object.hasOwn(plainFilters, name) || Object.hasOwn(markdownFilters, name);
    if (isOurs || FILTERS.has(name)) liquid.registerFilter(name, limited(name, filter));
    else delete liquid.filters[name];
  }
  const { renderer } = liquid;
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = new ShortEmitter(budgetOf(context))) =>
    render(templates, context, emitter);
  return liquid;
}

/** Keeps the beginning of what a template renders. */
class ShortEmitter implements Emitter {
  buffer = "";

  constructor(readonly budget: Budget) {}

  write(html: unknown): void {
    if (this.buffer.length >= LONGEST_TEXT) return;
    // As it is, because a key marks its missing parts with a character that `asText` removes.
    const written = (typeof html === "string" ? html : asText(html)).slice(0, LONGEST_TEXT);
    this.budget.spendCharacters(written.length);
    this.buffer += written;
  }
}

function limited(name: string, filter: FilterImplOptions): FilterImplOptions {
  const { handler: given, raw } = typeof filter === "function" ? { handler: filter, raw: false } : filter;
  const act: typeof given = Object.hasOwn(REPLACED, name) ? (REPLACED[name] ?? given) : given;
  const longest = name === "parse_json" ? LONGEST_JSON : LONGEST_TEXT;
  const most = name === "sort" ? MOST_SORTED : MOST_ITEMS;
  const longestArgument = TAKES_TEXT.has(name) ? LONGEST_TEXT : LONGEST_ARGUMENT;
  return {
    raw,
    *handler(value: unknown, ...args: unknown[]): Generator<unknown, unknown> {
      this.context.renderLimit.check(0);
      const budget = budgetOf(this.context);
      const given = args.map((each) => taken(each, budget, longestArgument));
      const short = taken(value, budget, longest, most);
      const shown = name === "json_block" && Array.isArray(short) ? short.map(opened) : short;
      const result: unknown = yield act.call(this, shown, ...given);
      return taken(result, budget);
    },
  };
}

/** LiquidJS's operators, with a check of the limits and operands of limited length. */
export const memberOperators: Operators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, operator]) => [name, name === "not" ? operator : checked(operator)]),
);

type Operator = Operators[string];

function checked(operator: Operator): Operator {
  const compare = operator as (left: unknown, right: unknown, context: Context) => boolean;
  return (left: unknown, right: unknown, context: Context) => {
    context.renderLimit.check(0);
    const budget = budgetOf(context);
    return compare(taken(left, budget), taken(right, budget), context);
  };
}

/**
 * What a member's templates read from. Every value that they read, also in loops and by LiquidJS's own filters, comes
 * through here.
 */
export class MemberContext extends Context {
  constructor(
    scope: object,
    options: Context["opts"],
    readonly budget: Budget,
    given: RenderOptions,
    limits?: Pick<Context, "memoryLimit" | "renderLimit">,
  ) {
    super(scope, options, given, limits);
  }

  override *_getFromScope(...from: Parameters<Context["_getFromScope"]>): Generator<unknown, unknown> {
    return taken(yield* super._getFromScope(...from), this.budget, LONGEST_JSON);
  }

  override readProperty(...[from, key]: Parameters<Context["readProperty"]>): unknown {
    return super.readProperty(Object(from) === from ? Object(opened(from)) : from, key);
  }

  override spawn(scope: object = {}): Context {
    return new MemberContext(Object(opened(scope)), this.opts, this.budget, { sync: this.sync }, this);
  }
}

function budgetOf(context: Context): Budget {
  if (context instanceof MemberContext) return context.budget;
  throw new Error("A member's template was rendered without a budget.");
}

/**
 * A list in a list. A template can read it and loop over it, but as an item it's never written or compared: with lists
 * that occur in lists many times, a value of a few kilobytes has the length of gigabytes.
 */
class InnerList {
  constructor(readonly items: readonly unknown[]) {}
}

function opened(value: unknown): unknown {
  return value instanceof InnerList ? value.items : value;
}

const keyCounts = new WeakMap<object, number>();

/** Takes a value from the budget. Returns it, or its beginning if it's a long text or list. */
function taken(value: unknown, budget: Budget, longest: number = LONGEST_TEXT, most: number = MOST_ITEMS): unknown {
  const whole = opened(value);
  if (typeof whole === "string") {
    const kept = whole.length > longest ? whole.slice(0, longest) : whole;
    budget.spendCharacters(kept.length);
    return kept;
  }
  if (Array.isArray(whole)) return takenList(whole, budget, longest, most);
  budget.spend(isObject(whole) ? 1 + keysIn(whole) : 1);
  return whole;
}

/** Takes a list's items from the budget, but only their names of objects in it: reading them takes what they have. */
function takenList(list: readonly unknown[], budget: Budget, longest: number, most: number): unknown[] {
  let room = LONGEST_JSON;
  const kept = list.slice(0, most).map((item) => {
    if (Array.isArray(item)) return new InnerList(item);
    if (typeof item !== "string") return item;
    const shown = item.slice(0, Math.min(longest, room));
    room -= shown.length;
    return shown;
  });
  budget.spend(1 + kept.length);
  budget.spendCharacters(LONGEST_JSON - room);
  return kept;
}

function keysIn(value: object): number {
  const known = keyCounts.get(value) ?? Object.keys(value).length;
  keyCounts.set(value, known);
  return known;
}
