import {
  eventNames,
  type FieldTemplate,
  type MessageTemplate,
  type SenderDescription,
} from "@/lib/webhooks/senders/described/description";
import { type Compiled, compile } from "@/lib/webhooks/senders/described/templates";

/** A description with its templates compiled, as far as they are valid. */
export type CompiledSender = {
  description: SenderDescription;
  /** The tool's name on its cards. */
  tool: Compiled;
  event: Compiled;
  events: ReadonlyMap<string, CompiledMessage>;
  /** Errors with their path, such as "events.push.title: …". An event with an error isn't in `events`. */
  problems: readonly string[];
};

export type CompiledMessage = {
  tool: string;
  tables: SenderDescription["tables"];
  each: readonly string[] | null;
  skip: Compiled | null;
  parts: Readonly<Partial<Record<Part, Compiled>>>;
  fields: readonly CompiledField[];
  keepFields: boolean;
};

export type CompiledField = { each: readonly string[] | null; name: Compiled; value: Compiled; inline: boolean };

const PLAIN = ["title", "url", "color", "image", "thumbnail", "footer", "timestamp", "remark"] as const;
const MARKDOWN = ["content", "description"] as const;
const KEYS = ["thread_key", "update_key"] as const;

/** A text of a message. An author's are "author.name" and so on. */
export type Part = (typeof PLAIN | typeof MARKDOWN | typeof KEYS)[number] | `author.${"name" | "url" | "icon_url"}`;

/** Compiles a description's templates. Never throws: invalid ones are listed in `problems`, and the rest works. */
export function compileSender(description: SenderDescription): CompiledSender {
  const problems: string[] = [];
  const attempt = <T>(at: string, make: () => T): T | null => {
    try {
      return make();
    } catch (error) {
      problems.push(`${at}: ${error instanceof Error ? error.message.split("\n", 1)[0] : "is not a template"}`);
      return null;
    }
  };
  const events = new Map<string, CompiledMessage>();
  for (const [names, template] of Object.entries(description.events)) {
    const before = problems.length;
    const message = compileMessage(description, { ...description.all, ...template }, (part, make) =>
      attempt(`events.${names}.${part}`, make),
    );
    if (problems.length > before) continue;
    for (const name of eventNames(names)) events.set(name, message);
  }
  const event = attempt("event", () => compile(description.event, "plain")) ?? (() => "");
  const { tool: source } = description;
  const tool = source === undefined ? null : attempt("tool", () => compile(source, "plain"));
  return { description, tool: tool ?? (() => description.name), event, events, problems };
}

type Attempt = <T>(part: string, make: () => T) => T | null;

function compileMessage(
  { name, tables }: SenderDescription,
  template: MessageTemplate,
  attempt: Attempt,
): CompiledMessage {
  const parts: Partial<Record<Part, Compiled>> = {};
  const add = (part: Part, source: string | undefined, kind: "plain" | "markdown" | "key") => {
    const compiled = source === undefined ? null : attempt(part, () => compile(source, kind));
    if (compiled) parts[part] = compiled;
  };
  for (const part of PLAIN) add(part, template[part], "plain");
  for (const part of MARKDOWN) add(part, template[part], "markdown");
  for (const part of KEYS) add(part, template[part], "key");
  for (const part of ["name", "url", "icon_url"] as const) add(`author.${part}`, template.author?.[part], "plain");
  const { skip, each, fields = [], keep_fields: keepFields = false } = template;
  return {
    tool: name,
    tables,
    each: each === undefined ? null : pathOf(each),
    skip: skip === undefined ? null : attempt("skip", () => compile(skip, "plain")),
    parts,
    fields: fields.flatMap((field, index) => attempt(`fields[${index}]`, () => compileField(field)) ?? []),
    keepFields,
  };
}

function compileField({ each, name, value, inline = true }: FieldTemplate): CompiledField {
  return {
    each: each === undefined ? null : pathOf(each),
    name: compile(name, "plain"),
    value: compile(value, "markdown"),
    inline,
  };
}

/**
 * Parses a list's path: "alerts" is in the payload, "item.labels" in the object that a message is made of, and
 * "payload" is the payload itself.
 */
function pathOf(path: string): string[] {
  const keys = path.split(".");
  return keys[0] === "item" || keys[0] === "payload" ? keys : ["payload", ...keys];
}
