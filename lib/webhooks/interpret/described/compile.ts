import type { FactKind } from "@/lib/messages/dto";
import {
  eventNames,
  type FactTemplate,
  type LabelTemplate,
  type MessageTemplate,
  type SenderDescription,
} from "@/lib/webhooks/interpret/described/description";
import { type CompiledTemplate, compile, type TemplateKind } from "@/lib/webhooks/interpret/described/templates";
import type { JobTemplate } from "@/lib/webhooks/interpret/described/thing-keys";
import { thingProblems } from "@/lib/webhooks/interpret/described/thing-problems";

/** A description with its templates compiled, as far as they are valid. */
export type CompiledSender = {
  description: SenderDescription;
  /** The tool's name on its cards. */
  tool: CompiledTemplate;
  event: CompiledTemplate;
  action: CompiledTemplate | null;
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
  place: readonly CompiledTemplate[];
  facts: readonly CompiledFact[];
  labels: readonly CompiledFact[];
  links: readonly { label: CompiledTemplate; url: CompiledTemplate }[];
  jobs: readonly CompiledJob[];
  keepFacts: boolean;
};

/** A job of a run. */
export type CompiledJob = { each: readonly string[] | null } & Readonly<
  Partial<Record<JobText, CompiledTemplate>> & Record<"name" | "state" | "tone", CompiledTemplate>
>;
type JobText = Exclude<keyof JobTemplate, "each">;

/** A fact or label. */
export type CompiledFact = {
  each: readonly string[] | null;
  name: CompiledTemplate;
  value: CompiledTemplate;
  kind: FactKind | undefined;
  inline: boolean;
};

const PLAIN = [
  ...(["subject", "event", "state", "tone", "severity", "summary", "url", "image", "thumbnail", "footer"] as const),
  ...(["at", "started_at", "ended_at", "remark"] as const),
  ...(["noise", "line", "thing_url", "thing_subject", "check", "reviews", "incident_at"] as const),
] as const;
const MARKDOWN = ["content", "body", "thing_body"] as const;
const KEYS = ["thread_key", "update_key", "thing", "reply", "watches", "checks", "incident_of"] as const;

/** A text of a message. A person's are "person.name" and so on. */
export type TextName =
  | (typeof PLAIN | typeof MARKDOWN | typeof KEYS)[number]
  | `${"person" | "thing_person"}.${"name" | "url" | "icon_url"}`;

const compiledSenders = new WeakMap<SenderDescription, CompiledSender>();

/** Returns the description with its templates compiled, which happens on first call. */
export function compiled(description: SenderDescription): CompiledSender {
  const known = compiledSenders.get(description) ?? compileSender(description);
  compiledSenders.set(description, known);
  return known;
}

/** Compiles a description's templates. Never throws: invalid ones are listed in `problems`, and the rest works. */
export function compileSender(description: SenderDescription): CompiledSender {
  const problems: TemplateProblem[] = [];
  // Events share the templates of `all`.
  const made = new Map<string, CompiledTemplate>();
  const attempt = (path: TemplateProblem["path"], template: string, kind: TemplateKind) => {
    const key = `${kind} ${template}`;
    try {
      const known = made.get(key);
      if (known) return known;
      const compiled = compile(template, kind);
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
    const message = compileMessage(description, { ...description.all, ...template }, (path, source, kind) => {
      const at = Object.hasOwn(template, path[0]) ? ["events", names] : ["all"];
      const compiled = attempt([...at, ...path], source, kind);
      isWhole &&= compiled !== null;
      return compiled;
    });
    problems.push(...thingProblems(["events", names], { ...description.all, ...template }));
    if (!isWhole) continue;
    for (const name of eventNames(names)) events.set(name, message);
  }
  const event = attempt(["event"], description.event, "plain") ?? (() => "");
  const tool = description.tool === undefined ? null : attempt(["tool"], description.tool, "plain");
  const action = description.action === undefined ? null : attempt(["action"], description.action, "plain");
  return { description, tool: tool ?? (() => description.name), event, action, events, problems };
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

function compileMessage(
  { name, tables }: SenderDescription,
  template: MessageTemplate,
  attempt: Attempt,
): CompiledMessage {
  const parts: Partial<Record<TextName, CompiledTemplate>> = {};
  const add = (part: (typeof PLAIN | typeof MARKDOWN | typeof KEYS)[number], kind: TemplateKind) => {
    const source = template[part];
    const compiled = source === undefined ? null : attempt([part], source, kind);
    if (compiled) parts[part] = compiled;
  };
  for (const part of PLAIN) add(part, "plain");
  for (const part of MARKDOWN) add(part, "markdown");
  for (const part of KEYS) add(part, "key");
  for (const who of ["person", "thing_person"] as const) {
    for (const part of ["name", "url", "icon_url"] as const) {
      const source = template[who]?.[part];
      const compiled = source === undefined ? null : attempt([who, part], source, "plain");
      if (compiled) parts[`${who}.${part}`] = compiled;
    }
  }
  const { skip, each, keep_facts: keepFacts = false } = template;
  return {
    tool: name,
    tables,
    each: each === undefined ? null : pathOf(each),
    skip: skip === undefined ? null : attempt(["skip"], skip, "plain"),
    parts,
    place: compilePlace(template, attempt),
    facts: compileFacts("facts", template.facts ?? [], attempt),
    labels: compileFacts("labels", template.labels ?? [], attempt),
    links: compileLinks(template, attempt),
    jobs: compileJobs(template, attempt),
    keepFacts,
  };
}

function compilePlace({ place = "" }: MessageTemplate, attempt: Attempt): CompiledTemplate[] {
  if (typeof place !== "string") return place.flatMap((each, index) => attempt(["place", index], each, "plain") ?? []);
  return place === "" ? [] : [attempt(["place"], place, "plain") ?? []].flat();
}

function compileLinks({ links = [] }: MessageTemplate, attempt: Attempt): CompiledMessage["links"] {
  return links.flatMap((link, index) => {
    const label = attempt(["links", index, "label"], link.label, "plain");
    const url = attempt(["links", index, "url"], link.url, "plain");
    return label && url ? [{ label, url }] : [];
  });
}

function compileJobs({ jobs = [] }: MessageTemplate, attempt: Attempt): CompiledJob[] {
  return jobs.flatMap(({ each, ...texts }, index) => {
    const part = (name: JobText) => {
      const source = texts[name];
      return source === undefined ? null : attempt(["jobs", index, name], source, "plain");
    };
    const [name, state, tone, url, at] = [part("name"), part("state"), part("tone"), part("url"), part("at")];
    if (!name || !state || !tone) return [];
    const path = each === undefined ? null : pathOf(each);
    return [{ each: path, name, state, tone, ...(url && { url }), ...(at && { at }) }];
  });
}

function compileFacts(
  key: "facts" | "labels",
  written: readonly (FactTemplate | LabelTemplate)[],
  attempt: Attempt,
): CompiledFact[] {
  const made: CompiledFact[] = [];
  for (const [index, { each, name, value, ...fact }] of written.entries()) {
    const shownName = attempt([key, index, "name"], name, "plain");
    const shownValue = attempt([key, index, "value"], value, key === "facts" ? "markdown" : "plain");
    if (!shownName || !shownValue) continue;
    const { kind, inline = true } = "kind" in fact || "inline" in fact ? fact : { kind: undefined };
    made.push({ each: each === undefined ? null : pathOf(each), name: shownName, value: shownValue, kind, inline });
  }
  return made;
}

/**
 * Parses a list's path: "alerts" is in the payload, "item.labels" in the object that a message is made of, and
 * "payload" is the payload itself.
 */
function pathOf(path: string): string[] {
  const keys = path.split(".");
  return keys[0] === "item" || keys[0] === "payload" ? keys : ["payload", ...keys];
}
