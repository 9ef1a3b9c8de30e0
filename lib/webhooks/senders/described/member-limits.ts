import {
  type Context,
  defaultOperators,
  type Emitter,
  type FilterImplOptions,
  type Liquid,
  type Operators,
} from "liquidjs";
import { markdownFilters, plainFilters, text } from "@/lib/webhooks/senders/described/filters";

// Why: docs/decisions/own-cards.md

// Each step must be short whatever its input is, because time is only checked between steps.
const LONGEST_TEXT = 16_384;
const LONGEST_JSON = 65_536;
/** Of an argument that is searched for, inserted many times, or a path. */
const LONGEST_ARGUMENT = 200;
const MOST_ITEMS = 1_000;
const MOST_SORTED = 200;

const TAGS = new Set("assign capture case comment for if unless break continue echo raw cycle #".split(" "));

/** Of LiquidJS's own filters, and `digest`, which isn't in `filters.ts` because it uses Node. The others can be slow, or make regular expressions and templates of their arguments. */
const FILTERS = new Set(
  (
    "append prepend default remove remove_first remove_last replace replace_first split join first last size slice " +
    "upcase downcase capitalize truncate strip lstrip rstrip newline_to_br escape url_encode url_decode " +
    "plus minus times divided_by modulo round floor ceil abs at_least at_most " +
    "compact concat map reverse sort sum uniq where find digest"
  ).split(" "),
);

/** Filters whose arguments are as long as their input. */
const TAKES_TEXT = new Set(["append", "prepend", "default", "concat", "lookup"]);

type Handler = (value: unknown, ...given: unknown[]) => unknown;

/** Replace LiquidJS's own, which take far longer for some inputs or have results of any length. */
const REPLACED: Record<string, Handler> = {
  strip: (value) => text(value).trim(),
  lstrip: (value) => text(value).trimStart(),
  rstrip: (value) => text(value).trimEnd(),
  join: (value, between = " ") => joined(Array.isArray(value) ? value : [value], text(between)),
  replace: (value, pattern, replacement) => joined(text(value).split(text(pattern)), text(replacement)),
};

/** Joins the texts, as far as the result isn't too long. */
function joined(parts: readonly unknown[], between: string): string {
  let whole = "";
  for (const [index, part] of parts.entries()) {
    whole += index === 0 ? text(part) : between + text(part);
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
  renderer.renderTemplates = (templates, context, emitter = new ShortEmitter()) => render(templates, context, emitter);
  return liquid;
}

/** Keeps the beginning of what a template renders. */
class ShortEmitter implements Emitter {
  buffer = "";

  write(html: unknown): void {
    if (this.buffer.length >= LONGEST_TEXT) return;
    // As it is, because a key marks its missing parts with a character that `text` removes.
    this.buffer += (typeof html === "string" ? html : text(html)).slice(0, LONGEST_TEXT);
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
      const short = args.map((each) => bounded(each, longestArgument, MOST_ITEMS));
      const result: unknown = yield act.call(this, bounded(value, longest, most), ...short);
      return bounded(result, LONGEST_TEXT, MOST_ITEMS);
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
    const [short, other] = [left, right].map((each) => bounded(each, LONGEST_TEXT, MOST_ITEMS));
    return compare(short, other, context);
  };
}

/** Returns the value's beginning, if it's a long text or list. */
function bounded(value: unknown, longest: number, most: number): unknown {
  if (typeof value === "string") return value.length > longest ? value.slice(0, longest) : value;
  if (!Array.isArray(value)) return value;
  const kept: unknown[] = value.length > most ? value.slice(0, most) : value;
  const isLong = kept.some((each) => typeof each === "string" && each.length > longest);
  return isLong ? kept.map((each) => (typeof each === "string" ? each.slice(0, longest) : each)) : kept;
}
