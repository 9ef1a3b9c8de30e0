import { dump, load } from "js-yaml";
import { patiently } from "@/lib/patiently";
import { isObject } from "@/lib/webhooks/format/json-object";
import { CARD_LIMITS } from "@/lib/webhooks/senders/card/limits";
import { type CompiledSender, compiling } from "@/lib/webhooks/senders/described/compile";
import { eventNames, type SenderDescription, senderDescription } from "@/lib/webhooks/senders/described/description";
import {
  mistakesIn,
  notYaml,
  type SenderProblem,
  templateProblemsOf,
} from "@/lib/webhooks/senders/described/read-sender";

// Why: docs/decisions/own-cards.md

/** Keys of a `sender.yaml` that a card ignores: they say which requests are a tool's, which a card doesn't decide. */
const IGNORED = ["aliases", "icon", "recognise", "headers", "signature", "delivery", "handshake", "tool"] as const;

const AT_ONCE_MS = 5;

/** A card that can be used, or its mistakes. */
export type ReadCard = { card: CompiledSender; problems: [] } | { card: null; problems: SenderProblem[] };

/**
 * Reads a webhook's own card from a `sender.yaml` and compiles its templates with the limits for members. Lets other
 * work run in between. Never throws.
 */
export async function readCard(yaml: string): Promise<ReadCard> {
  const { content, problems } = loadCard(yaml);
  if (content === null) return { card: null, problems };
  const result = senderDescription.safeParse(withoutIgnored(content));
  if (!result.success)
    return { card: null, problems: mistakesIn(yaml, result.error.issues.slice(0, CARD_LIMITS.problems)) };
  const tooMany = excess(result.data);
  if (tooMany !== null) return { card: null, problems: [{ line: 1, message: tooMany }] };
  const card = await patiently(compiling(result.data, "member"), AT_ONCE_MS);
  if (card.problems.length === 0) return { card, problems: [] };
  return { card: null, problems: templateProblemsOf(yaml, card.problems.slice(0, CARD_LIMITS.problems)) };
}

type Loaded = { content: object; problems: [] } | { content: null; problems: SenderProblem[] };

function loadCard(yaml: string): Loaded {
  const problem = (message: string) => ({ content: null, problems: [{ line: 1, message }] });
  if (Buffer.byteLength(yaml) > CARD_LIMITS.bytes) {
    return problem(`A card can have at most ${CARD_LIMITS.bytes / 1024} KiB.`);
  }
  try {
    const content = load(yaml, { maxAliases: 0, maxDepth: CARD_LIMITS.depth });
    return isObject(content) && !Array.isArray(content)
      ? { content, problems: [] }
      : problem("The file must have the keys of a sender.yaml, such as `name`, `event` and `events`.");
  } catch (error) {
    return { content: null, problems: [notYaml(error)] };
  }
}

/** The format's required keys that a card doesn't need. */
const UNUSED = { home: "https://example.com", steps: ["-", "-", "-"], recognise: [{ text: "." }] };

function withoutIgnored(content: object): object {
  const kept = Object.entries(content).filter(([key]) => !isIgnored(key));
  return { ...Object.fromEntries(kept), ...UNUSED };
}

function isIgnored(key: string): boolean {
  return (IGNORED as readonly string[]).includes(key);
}

/** Returns a sentence if there is more than a card may have, or null. */
function excess({ events, all }: SenderDescription): string | null {
  const names = Object.keys(events).flatMap(eventNames);
  if (names.length > CARD_LIMITS.events) return `events: a card can have at most ${CARD_LIMITS.events}.`;
  const longest = Math.max(...[all, ...Object.values(events)].map((each) => each?.fields?.length ?? 0));
  if (longest > CARD_LIMITS.fields) return `fields: a card can have at most ${CARD_LIMITS.fields}.`;
  return null;
}

/**
 * Prepares a `sender.yaml` for import: returns it without the keys that a card ignores, and remarks that name them.
 * Without such keys, it's returned as it is. Never throws; mistakes are for `readCard` to find.
 */
export function cleanCard(yaml: string): { yaml: string; remarks: string[] } {
  const { content } = loadCard(yaml);
  const dropped = Object.keys(content ?? {}).filter(isIgnored);
  if (content === null || dropped.length === 0) return { yaml, remarks: [] };
  const kept = Object.fromEntries(Object.entries(content).filter(([key]) => !isIgnored(key)));
  return {
    yaml: dump(kept, { lineWidth: -1, noRefs: true }),
    remarks: dropped.map((key) => `${key} was left out: a webhook's own card doesn't use it.`),
  };
}
