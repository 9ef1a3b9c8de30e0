import { setImmediate } from "node:timers/promises";
import { patiently } from "@/lib/process/patiently";
import { Budget, OverBudget } from "@/lib/text/budget";
import { AppError } from "@/lib/text/errors";
import { type CompiledSender, compiling } from "@/lib/webhooks/interpret/described/compile";
import { eventNames, senderDescription } from "@/lib/webhooks/interpret/described/description";
import { withKeysOfToday } from "@/lib/webhooks/interpret/described/older-keys";
import {
  mistakesIn,
  notYaml,
  type SenderProblem,
  templateProblemsOf,
} from "@/lib/webhooks/interpret/described/read-sender";
import { CARD_BUDGET, CARD_LIMITS } from "@/lib/webhooks/interpret/own-cards/limits";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { writeYaml, Yaml } from "@/lib/webhooks/payload/yaml";

// Why: docs/decisions/own-cards.md

/** Keys of a `sender.yaml` that a card ignores: they say which requests are a tool's, which a card doesn't decide. */
const IGNORED = [
  "aliases",
  "icon",
  "recognise",
  "recognize",
  "headers",
  "signature",
  "delivery",
  "handshake",
  "tool",
] as const;

const AT_ONCE_MS = 5;

/** A card that can be used, or its mistakes. */
export type ReadCard = { card: CompiledSender; problems: [] } | { card: null; problems: SenderProblem[] };

/**
 * Reads a webhook's own card from a `sender.yaml` and compiles its templates with the limits for members. Lets other
 * work run in between. Never throws.
 */
export async function readCard(text: string): Promise<ReadCard> {
  const { yaml, content, problems } = await loadCard(text);
  if (content === null) return { card: null, problems };
  await setImmediate();
  const used = withoutIgnored(content);
  const tooMany = excess(used);
  if (tooMany !== null) return { card: null, problems: [{ line: 1, message: tooMany }] };
  const result = senderDescription.safeParse(withKeysOfToday(used).value);
  if (!result.success)
    return { card: null, problems: mistakesIn(yaml, result.error.issues.slice(0, CARD_LIMITS.problems)) };
  const card = await patiently(compiling(result.data, "member"), AT_ONCE_MS);
  if (card.problems.length === 0) return { card, problems: [] };
  return { card: null, problems: templateProblemsOf(yaml, card.problems.slice(0, CARD_LIMITS.problems)) };
}

/** Reads a card as `readCard` does. Throws `invalid` with the first mistake and its line. */
export async function requireCard(yaml: string): Promise<CompiledSender> {
  const { card, problems } = await readCard(yaml);
  if (card) return card;
  throw new AppError("invalid", `Line ${problems[0]?.line}: ${problems[0]?.message}`, { field: "yaml" });
}

const TOO_MANY = `A card can have at most ${CARD_LIMITS.values} texts, lists and keys.`;

type LoadedFile =
  | { yaml: Yaml; content: object; problems: [] }
  | { yaml: null; content: null; problems: SenderProblem[] };

async function loadCard(text: string): Promise<LoadedFile> {
  const failed = (problem: SenderProblem): LoadedFile => ({ yaml: null, content: null, problems: [problem] });
  const problem = (message: string) => failed({ line: 1, message });
  if (Buffer.byteLength(text) > CARD_LIMITS.bytes) {
    return problem(`A card can have at most ${CARD_LIMITS.bytes / 1024} KiB.`);
  }
  try {
    const yaml = new Yaml(text, new Budget(CARD_BUDGET));
    await setImmediate();
    const content = yaml.value();
    return isObject(content)
      ? { yaml, content, problems: [] }
      : problem("The file must have the keys of a sender.yaml, such as `name`, `event` and `events`.");
  } catch (error) {
    if (error instanceof OverBudget) return problem(TOO_MANY);
    const found = notYaml(error);
    const message = /aliases/.test(found.message)
      ? "A card can't have YAML aliases, such as *name. Write the text itself in each place."
      : found.message;
    return failed({ ...found, message });
  }
}

/** The format's required keys that a card doesn't need. */
const UNUSED = { home: "https://example.com", steps: ["-", "-", "-"], recognize: [{ text: "." }] };

function withoutIgnored(content: object): object {
  const kept = Object.entries(content).filter(([key]) => !isIgnored(key));
  return { ...Object.fromEntries(kept), ...UNUSED };
}

function isIgnored(key: string): boolean {
  return (IGNORED as readonly string[]).includes(key);
}

/** Returns a sentence if there is more than a card may have, or null. Checked first, because listing mistakes is slow. */
function excess(content: object): string | null {
  const hasLongList = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    ((Array.isArray(value) && value.length > CARD_LIMITS.fields) || Object.values(value).some(hasLongList));
  if (hasLongList(content)) return `A list in a card can have at most ${CARD_LIMITS.fields} items.`;
  const names = Object.keys(Object(Reflect.get(content, "events"))).flatMap(eventNames);
  return names.length > CARD_LIMITS.events ? `events: a card can have at most ${CARD_LIMITS.events}.` : null;
}

/**
 * Prepares a `sender.yaml` for import: returns it without the keys that a card ignores, and remarks that name them.
 * Without such keys, it's returned as it is. Never throws; mistakes are for `readCard` to find.
 */
export async function cleanCard(yaml: string): Promise<{ yaml: string; remarks: string[] }> {
  const { content } = await loadCard(yaml);
  const dropped = Object.keys(content ?? {}).filter(isIgnored);
  if (content === null || dropped.length === 0) return { yaml, remarks: [] };
  const kept = Object.fromEntries(Object.entries(content).filter(([key]) => !isIgnored(key)));
  return {
    yaml: writeYaml(kept),
    remarks: dropped.map((key) => `${key} was left out: a webhook's own card doesn't use it.`),
  };
}
