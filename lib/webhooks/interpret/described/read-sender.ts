import type { z } from "zod";
import { Budget } from "@/lib/text/budget";
import { reasonOf } from "@/lib/text/errors";
import { compiled, type TemplateProblem } from "@/lib/webhooks/interpret/described/compile";
import { type SenderDescription, senderDescription } from "@/lib/webhooks/interpret/described/description";
import { withKeysOfToday } from "@/lib/webhooks/interpret/described/older-keys";
import { Yaml, yamlMistake } from "@/lib/webhooks/payload/yaml";

/** A mistake in a `sender.yaml`, with the line on which to look. */
export type SenderProblem = { line: number; message: string };

// An operator's file is trusted, but a mistake in it mustn't stop the server.
const LIMITS = { nodes: 50_000, depth: 50, characters: 1_000_000 };
const MOST_ALIASES = 100;

/**
 * Reads a `sender.yaml` and compiles its templates. Never throws. The description is null if it isn't one; with
 * problems in its templates, the events that have none still work.
 */
export function readSender(text: string): ReadSender {
  const { yaml, description, problems, older } = parsedSender(text);
  if (description === null) return { description, problems, older };
  return { description, problems: templateProblemsOf(yaml, compiled(description).problems), older };
}

/** Reads a `sender.yaml` without compiling its templates. Never throws. */
export function parseSender(text: string): ReadSender {
  const { description, problems, older } = parsedSender(text);
  return { description, problems, older };
}

/** `older` are the keys of before that the file has. */
type ReadSender = { description: SenderDescription | null; problems: SenderProblem[]; older: readonly string[] };

type ParsedSender =
  | { description: SenderDescription; problems: []; yaml: Yaml; older: readonly string[] }
  | { description: null; problems: SenderProblem[]; yaml: null; older: readonly string[] };

function parsedSender(text: string): ParsedSender {
  try {
    const yaml = new Yaml(text, new Budget(LIMITS));
    const { value, older } = withKeysOfToday(yaml.value(MOST_ALIASES));
    const result = senderDescription.safeParse(value);
    if (result.success) return { description: result.data, problems: [], yaml, older };
    return { description: null, problems: mistakesIn(yaml, result.error.issues), yaml: null, older };
  } catch (error) {
    return { description: null, problems: [notYaml(error)], yaml: null, older: [] };
  }
}

/** Returns what's wrong with a file that doesn't fit the format. */
export function mistakesIn(yaml: Yaml, issues: readonly z.core.$ZodIssue[]): SenderProblem[] {
  return issues.map((issue) => {
    const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    return { line: yaml.lineOf(path), message: `${issue.path.join(".") || "the file"}: ${issue.message}` };
  });
}

/** Returns what's wrong with a file that can't be parsed. */
export function notYaml(error: unknown): SenderProblem {
  const { line, reason } = yamlMistake(error) ?? { line: 1, reason: reasonOf(error) };
  return { line, message: `the file isn't YAML: ${reason}` };
}

/** Returns these mistakes in templates with the lines on which to look. */
function templateProblemsOf(yaml: Yaml, problems: readonly TemplateProblem[]): SenderProblem[] {
  const lines = yaml.text.split("\n");
  return problems.map(({ path, message, line }) => {
    const key = yaml.lineOf(path);
    // A block starts on the line after its key.
    const isBlock = /[|>][-+\d]*\s*(#.*)?$/.test(lines[key - 1] ?? "");
    return { line: isBlock ? key + line : key, message: `${path.join(".")}: ${message}` };
  });
}
