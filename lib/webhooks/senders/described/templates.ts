import { Context, Liquid, type Template } from "liquidjs";
import { isBlank } from "@/lib/text";
import { escaped, markdownFilters, plainFilters, text } from "@/lib/webhooks/senders/described/filters";

/** A template, made ready once. Rendering throws what LiquidJS throws: among others when it takes too long. */
export type Compiled = (context: Context) => string;

const LONGEST_TEMPLATE = 20_000;
// Items of lists and characters that one template may make of a payload of 256 KiB.
const MOST_MEMORY = 2_000_000;
const MOST_STEPS = 10_000;
const MOST_STEPS_IN_ALL = 200_000;
const LONGEST_MICROSECONDS = 300_000;
// Asking takes longer than a step does.
const STEPS_BETWEEN = 50;
// They would read files, or other templates.
const TAGS_LEFT_OUT = ["include", "render", "layout", "block"];

// In no text that can be stored.
const MISSING = "\0";

function partOfKey(value: unknown): string {
  const part = text(value);
  return isBlank(part) ? MISSING : part;
}

type Kind = "plain" | "markdown" | "key";

const engines = { plain: engine("plain"), markdown: engine("markdown"), key: engine("key") };

function engine(kind: Kind): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: LONGEST_TEMPLATE,
    memoryLimit: MOST_MEMORY,
    outputEscape: { plain: text, markdown: escaped, key: partOfKey }[kind],
    templates: {},
  });
  for (const tag of TAGS_LEFT_OUT) delete liquid.tags[tag];
  for (const [name, filter] of Object.entries(plainFilters)) liquid.registerFilter(name, filter);
  for (const [name, handler] of Object.entries(markdownFilters)) liquid.registerFilter(name, { handler, raw: true });
  return liquid;
}

/**
 * How much a request's templates may do: so many steps for one message, and for all of them together. Honest payloads take a few hundred.
 * Time is only the second limit, and generous: a process that has just started, or a busy machine, takes many times as long as usual.
 */
export class Patience {
  #steps = 0;
  #stepsInAll = 0;
  #began = process.cpuUsage();

  /** The next message may take as much as the first. */
  restart(): void {
    this.#steps = 0;
    this.#began = process.cpuUsage();
  }

  /** Throws when it was too much. */
  check(): void {
    this.#steps += 1;
    this.#stepsInAll += 1;
    if (this.#steps > MOST_STEPS || this.#stepsInAll > MOST_STEPS_IN_ALL) throw new Error("it takes too many steps");
    if (this.#steps % STEPS_BETWEEN !== 0) return;
    const { user, system } = process.cpuUsage(this.#began);
    if (user + system > LONGEST_MICROSECONDS) throw new Error("it takes too long");
  }
}

/** What a request's templates read, within its patience. */
export function contextOf(scope: object, patience: Patience): Context {
  const context = new Context(scope, engines.plain.options, { sync: true, memoryLimit: MOST_MEMORY });
  context.renderLimit.check = () => patience.check();
  return context;
}

/**
 * Makes a template ready. In one of Markdown what a payload holds is read literally; one of a key gives nothing when any part of it is
 * missing, because what is left would be the key of all that lack it. Throws what LiquidJS throws.
 */
export function compile(template: string, kind: Kind): Compiled {
  if (!/\{[{%]/.test(template)) return () => template;
  const liquid = engines[kind];
  const parsed: Template[] = liquid.parse(template);
  const render: Compiled = (context) => String(liquid.renderSync(parsed, context));
  if (kind !== "key") return render;
  return (context) => {
    const key = render(context);
    return key.includes(MISSING) ? "" : key;
  };
}
