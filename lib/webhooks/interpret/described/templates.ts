import { createHash } from "node:crypto";
import { Context, Liquid, type Template } from "liquidjs";
import { Budget, OverBudget } from "@/lib/text/budget";
import { isBlank } from "@/lib/text/text";
import { directly } from "@/lib/webhooks/interpret/described/directly";
import { asText, escaped, markdownFilters, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { parseExactly } from "@/lib/webhooks/payload/json-object";

/** A compiled template. Rendering throws LiquidJS's errors, for example if it takes too long. */
export type CompiledTemplate = (context: Context) => string;

const LONGEST_TEMPLATE = 20_000;
// How many list items and characters one template may produce; a payload has at most 256 KiB.
const MOST_MEMORY = 2_000_000;
const MOST_STEPS = 10_000;
const MOST_STEPS_IN_ALL = 200_000;
const LONGEST_MICROSECONDS = 300_000;
/** What `parse_json` may read in all of a request's templates together. */
const LIMITS = { nodes: 500_000, depth: 64, characters: 5_000_000 };
// Reading the clock takes longer than a step, so it's read only every so often.
const STEPS_BETWEEN = 200;
// These would read files or other templates.
const TAGS_LEFT_OUT = ["include", "render", "layout", "block"];

// Never occurs in text that can be stored.
const MISSING = "\0";

function partOfKey(value: unknown): string {
  const part = asText(value);
  return isBlank(part) ? MISSING : part;
}

/** Shortens a text to a digest for use in a key. */
function digest(value: unknown): string {
  const whole = asText(value);
  return isBlank(whole) ? "" : createHash("sha256").update(whole).digest("hex").slice(0, 16);
}

const budgets = new WeakMap<Context, Budget>();

/** Parses JSON text. Invalid JSON gives nothing. */
function parseJson(this: { context: Context }, value: unknown): unknown {
  const budget = budgets.get(this.context);
  if (typeof value !== "string" || !budget) return value;
  try {
    return parseExactly(value, budget);
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return null;
  }
}

/** Plain text, Markdown or the key of a thread or update. */
export type TemplateKind = "plain" | "markdown" | "key";

const engines = { plain: engine("plain"), markdown: engine("markdown"), key: engine("key") };

function engine(kind: TemplateKind): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: LONGEST_TEMPLATE,
    memoryLimit: MOST_MEMORY,
    outputEscape: { plain: asText, markdown: escaped, key: partOfKey }[kind],
    templates: {},
  });
  for (const tag of TAGS_LEFT_OUT) delete liquid.tags[tag];
  for (const [name, filter] of Object.entries(plainFilters)) liquid.registerFilter(name, filter);
  liquid.registerFilter("digest", digest);
  liquid.registerFilter("parse_json", parseJson);
  for (const [name, handler] of Object.entries(markdownFilters)) liquid.registerFilter(name, { handler, raw: true });
  return liquid;
}

/**
 * Limits what a request's templates may do: steps per message and for all messages together. Honest payloads take a few
 * hundred. Time is only a second, generous limit, because a new process or a busy machine can be many times slower.
 */
export class Patience {
  /** What the templates may still read and make. */
  readonly budget = new Budget(LIMITS);
  #steps = 0;
  #stepsInAll = 0;
  #began: NodeJS.CpuUsage | null = null;

  /** Starts the next message, which has the same limit as the first. */
  restart(): void {
    this.#steps = 0;
    this.#began = null;
  }

  /** Throws if a limit is exceeded. */
  check(): void {
    this.#steps += 1;
    this.#stepsInAll += 1;
    if (this.#steps > MOST_STEPS || this.#stepsInAll > MOST_STEPS_IN_ALL) throw new Error("it takes too many steps");
    if (this.#steps % STEPS_BETWEEN !== 0) return;
    const now = process.cpuUsage();
    this.#began ??= now;
    const [user, system] = [now.user - this.#began.user, now.system - this.#began.system];
    if (user + system > LONGEST_MICROSECONDS) throw new Error("it takes too long");
  }
}

/** Returns the context for a request's templates, limited by `patience`. */
export function contextOf(scope: object, patience: Patience): Context {
  const { options } = engines.plain;
  const context = new Context(scope, options, { sync: true, memoryLimit: MOST_MEMORY });
  budgets.set(context, patience.budget);
  context.renderLimit.check = () => patience.check();
  return context;
}

/**
 * Compiles a template. Markdown templates escape the payload's values. A key's template gives nothing if any part is
 * missing, because the rest would be the same for everything that lacks it. Throws LiquidJS's errors.
 */
export function compile(template: string, kind: TemplateKind): CompiledTemplate {
  if (!/\{[{%]/.test(template)) return () => template;
  const liquid = engines[kind];
  const parsed: Template[] = liquid.parse(template);
  const render = directly(parsed, (templates, context) => String(liquid.renderSync([...templates], context)));
  if (kind !== "key") return render;
  return (context) => {
    const key = render(context);
    return key.includes(MISSING) ? "" : key;
  };
}
