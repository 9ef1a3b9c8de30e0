import { atOnce } from "@/lib/process/patiently";
import {
  eventNames,
  type FieldTemplate,
  type MessageTemplate,
  type SenderDescription,
} from "@/lib/webhooks/interpret/described/description";
import {
  type Author,
  type CompiledTemplate,
  compile,
  type TemplateKind,
} from "@/lib/webhooks/interpret/described/templates";

/** A description with its templates compiled, as far as they are valid. */
export type CompiledSender = {
  author: Author;
  description: SenderDescription;
  /** The tool's name on its cards. */
  tool: CompiledTemplate;
  event: CompiledTemplate;
  events: ReadonlyMap<string, CompiledMessage>;
  /** Errors in templates. An event with an error isn't in `events`. */
  problems: readonly TemplateProblem[];
};

/** An error in the template at this path of the description. `line` is the template's, from 1. */
export type TemplateProblem = { path: readonly (string | number)[]; line: number; message: string };

export type CompiledMessage = {
  tool: string;
  tables: SenderDescription["tables"];
  each: readonly string[] | null;
  skip: CompiledTemplate | null;
  parts: Readonly<Partial<Record<TextName, CompiledTemplate>>>;
  fields: readonly CompiledField[];
  keepFields: boolean;
};

export type CompiledField = {
  each: readonly string[] | null;
  name: CompiledTemplate;
  value: CompiledTemplate;
  inline: boolean;
};

const PLAIN = ["title", "url", "color", "image", "thumbnail", "footer", "timestamp", "remark"] as const;
const MARKDOWN = ["content", "description"] as const;
const KEYS = ["thread_key", "update_key"] as const;

/** A text of a message. An author's are "author.name" and so on. */
export type TextName = (typeof PLAIN | typeof MARKDOWN | typeof KEYS)[number] | `author.${"name" | "url" | "icon_url"}`;

const compiledSenders = new WeakMap<SenderDescription, CompiledSender>();

/** Returns the description with its templates compiled, which happens on first call. */
export function compiled(description: SenderDescription): CompiledSender {
  const known = compiledSenders.get(description) ?? compileSender(description);
  compiledSenders.set(description, known);
  return known;
}

/** Compiles a description's templates. Never throws: invalid ones are listed in `problems`, and the rest works. */
export function compileSender(description: SenderDescription): CompiledSender {
  return atOnce(compiling(description));
}

/** Like `compileSender`, but can be interrupted after each template, and for a member's templates. */
export function* compiling(
  description: SenderDescription,
  author: Author = "operator",
): Generator<undefined, CompiledSender> {
  const problems: TemplateProblem[] = [];
  // Events share the templates of `all`.
  const made = new Map<string, CompiledTemplate>();
  const attempt = (path: TemplateProblem["path"], template: string, kind: TemplateKind) => {
    const key = `${kind} ${template}`;
    try {
      const known = made.get(key);
      if (known) return known;
      const compiled = compile(template, kind, author);
      requireTables(template, description.tables);
      made.set(key, compiled);
      return compiled;
    } catch (error) {
      const problem = { path, ...reasonAndLine(error) };
      if (!problems.some((other) => `${other.path}` === `${path}`)) problems.push(problem);
      return null;
    }
  };
  const events = new Map<string, CompiledMessage>();
  for (const [names, template] of Object.entries(description.events)) {
    let isWhole = true;
    const message = yield* compileMessage(description, { ...description.all, ...template }, (path, source, kind) => {
      const at = Object.hasOwn(template, path[0]) ? ["events", names] : ["all"];
      const compiled = attempt([...at, ...path], source, kind);
      isWhole &&= compiled !== null;
      return compiled;
    });
    if (!isWhole) continue;
    for (const name of eventNames(names)) events.set(name, message);
  }
  const event = attempt(["event"], description.event, "plain") ?? (() => "");
  const tool = description.tool === undefined ? null : attempt(["tool"], description.tool, "plain");
  return { author, description, tool: tool ?? (() => description.name), event, events, problems };
}

/** Throws if a template looks something up in a table that the description doesn't have. */
function requireTables(template: string, tables: SenderDescription["tables"] = {}): void {
  for (const [, name = ""] of template.matchAll(/\blookup: *tables\.(\w+)/g)) {
    if (!Object.hasOwn(tables, name)) throw new Error(`there is no table "${name}" in tables`);
  }
}

/** LiquidJS ends the first line of its messages with ", line:1, col:4". */
function reasonAndLine(error: unknown): { message: string; line: number } {
  const [first = ""] = error instanceof Error ? error.message.split("\n", 1) : [];
  const [place = "", line = "1"] = /, line:(\d+), col:\d+$/.exec(first) ?? [];
  return { message: first.slice(0, first.length - place.length) || "isn't a template", line: Number(line) };
}

type Attempt = (
  path: readonly [string, ...(string | number)[]],
  template: string,
  kind: TemplateKind,
) => CompiledTemplate | null;

function* compileMessage(
  { name, tables }: SenderDescription,
  template: MessageTemplate,
  attempt: Attempt,
): Generator<undefined, CompiledMessage> {
  const parts: Partial<Record<TextName, CompiledTemplate>> = {};
  const add = (part: (typeof PLAIN | typeof MARKDOWN | typeof KEYS)[number], kind: TemplateKind) => {
    const source = template[part];
    const compiled = source === undefined ? null : attempt([part], source, kind);
    if (compiled) parts[part] = compiled;
  };
  for (const part of PLAIN) {
    yield;
    add(part, "plain");
  }
  for (const part of MARKDOWN) {
    yield;
    add(part, "markdown");
  }
  for (const part of KEYS) {
    yield;
    add(part, "key");
  }
  for (const part of ["name", "url", "icon_url"] as const) {
    const source = template.author?.[part];
    const compiled = source === undefined ? null : attempt(["author", part], source, "plain");
    if (compiled) parts[`author.${part}`] = compiled;
  }
  const { skip, each, fields: written = [], keep_fields: keepFields = false } = template;
  const fields: CompiledField[] = [];
  for (const [index, field] of written.entries()) {
    yield;
    const compiled = compileField(field, index, attempt);
    if (compiled) fields.push(compiled);
  }
  return {
    tool: name,
    tables,
    each: each === undefined ? null : pathOf(each),
    skip: skip === undefined ? null : attempt(["skip"], skip, "plain"),
    parts,
    fields,
    keepFields,
  };
}

function compileField(
  { each, name, value, inline = true }: FieldTemplate,
  index: number,
  attempt: Attempt,
): CompiledField | null {
  const shownName = attempt(["fields", index, "name"], name, "plain");
  const shownValue = attempt(["fields", index, "value"], value, "markdown");
  if (!shownName || !shownValue) return null;
  return { each: each === undefined ? null : pathOf(each), name: shownName, value: shownValue, inline };
}

/**
 * Parses a list's path: "alerts" is in the payload, "item.labels" in the object that a message is made of, and
 * "payload" is the payload itself.
 */
function pathOf(path: string): string[] {
  const keys = path.split(".");
  return keys[0] === "item" || keys[0] === "payload" ? keys : ["payload", ...keys];
}
