import { EVENT_ID, type Event, getScalarValue, load, parseEvents, YAMLException } from "js-yaml";
import type { z } from "zod";
import { reasonOf } from "@/lib/errors";
import { compiled, type TemplateProblem } from "@/lib/webhooks/senders/described/compile";
import { type SenderDescription, senderDescription } from "@/lib/webhooks/senders/described/description";

/** A mistake in a `sender.yaml`, with the line on which to look. */
export type SenderProblem = { line: number; message: string };

const MOST_ALIASES = 100;

/**
 * Reads a `sender.yaml` and compiles its templates. Never throws. The description is null if it isn't one; with
 * problems in its templates, the events that have none still work.
 */
export function readSender(yaml: string): { description: SenderDescription | null; problems: SenderProblem[] } {
  const parsed = parseSender(yaml);
  return parsed.description ? { ...parsed, problems: templateProblems(yaml, parsed.description) } : parsed;
}

/** Reads a `sender.yaml` without compiling its templates. Never throws. */
export function parseSender(yaml: string): { description: SenderDescription | null; problems: SenderProblem[] } {
  try {
    const result = senderDescription.safeParse(load(yaml, { maxAliases: MOST_ALIASES }));
    if (result.success) return { description: result.data, problems: [] };
    return { description: null, problems: mistakesIn(yaml, result.error.issues) };
  } catch (error) {
    return { description: null, problems: [notYaml(error)] };
  }
}

/** Returns what's wrong with a file that doesn't fit the format. */
export function mistakesIn(yaml: string, issues: readonly z.core.$ZodIssue[]): SenderProblem[] {
  return issues.map((issue) => {
    const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    return { line: lineOf(yaml, path), message: `${issue.path.join(".") || "the file"}: ${issue.message}` };
  });
}

/** Returns what's wrong with a file that can't be parsed. */
export function notYaml(error: unknown): SenderProblem {
  const [line, message] =
    error instanceof YAMLException ? [(error.mark?.line ?? 0) + 1, error.reason] : [1, reasonOf(error)];
  return { line, message: `the file isn't YAML: ${message}` };
}

/** Returns the mistakes in a description's templates. `yaml` is the text that it was read from. */
function templateProblems(yaml: string, description: SenderDescription): SenderProblem[] {
  return templateProblemsOf(yaml, compiled(description).problems);
}

/** Returns these mistakes in templates with the lines on which to look. */
export function templateProblemsOf(yaml: string, problems: readonly TemplateProblem[]): SenderProblem[] {
  const lines = yaml.split("\n");
  return problems.map(({ path, message, line }) => {
    const key = lineOf(yaml, path);
    // A block starts on the line after its key.
    const isBlock = /[|>][-+\d]*\s*(#.*)?$/.test(lines[key - 1] ?? "");
    return { line: isBlock ? key + line : key, message: `${path.join(".")}: ${message}` };
  });
}

/** Returns the line of the field at this path, or of its closest existing parent. */
function lineOf(yaml: string, path: readonly PropertyKey[]): number {
  const events = parseEvents(yaml, {}).values();
  const next = () => events.next().value ?? { type: EVENT_ID.POP };
  let found = 0;
  /** Reads one node to its end. `rest` is the path from it to the field, or null if the field isn't inside. */
  const read = (node: Event, rest: readonly PropertyKey[] | null): void => {
    if (node.type !== EVENT_ID.MAPPING && node.type !== EVENT_ID.SEQUENCE) return;
    for (let index = 0, event = next(); event.type !== EVENT_ID.POP; index += 1, event = next()) {
      const isKey = node.type === EVENT_ID.MAPPING;
      const step = !isKey ? index : event.type === EVENT_ID.SCALAR ? getScalarValue(yaml, event) : null;
      const leads = rest !== null && rest[0] === step;
      if (leads) found = "valueStart" in event ? event.valueStart : "start" in event ? event.start : found;
      if (isKey) read(event, null);
      read(isKey ? next() : event, leads ? rest.slice(1) : null);
    }
  };
  next();
  read(next(), path);
  return yaml.slice(0, found).split("\n").length;
}
