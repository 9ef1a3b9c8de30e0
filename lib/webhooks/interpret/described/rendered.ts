import { createHash } from "node:crypto";
import { STATE_TONES, type StateTone } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text/text";
import { pairsOf } from "@/lib/webhooks/interpret/described/filters";
import { toneOfColor } from "@/lib/webhooks/interpret/described/older-keys";
import { valueAt } from "@/lib/webhooks/interpret/described/recognize";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { withoutMentions } from "@/lib/webhooks/payload/markdown";

// How what templates render becomes values of a message.

// Far longer than a title; the rest isn't tidied.
const LONGEST_TIDIED = 1_000;

/** Reads "bad" or "bad, over". Older files name a color instead. */
export function toneIn(text: string): { tone: StateTone | undefined; isOver: boolean } {
  const [first = "", rest = ""] = text.split(",", 2).map((each) => each.trim());
  const tone = STATE_TONES.find((each) => each === first) ?? toneOfColor(first);
  return { tone, isOver: rest === "over" };
}

/**
 * Starts a key with the tool's name, because tools number things alike. A long id is hashed, because a part of it might
 * not be unique.
 */
export function keyOf(tool: string, id: string, most: number): string {
  if (id === "") return "";
  const key = `${tool} ${id}`;
  return codePoints(key) <= most ? key : digestKey(tool, id);
}

/** Returns a key of fixed length for an id that is too long or contains a secret. */
export function digestKey(tool: string, id: string): string {
  return `${tool} ${createHash("sha256").update(id).digest("hex")}`;
}

/** Returns the objects of the list at a path of own properties. An object there is read as `{ key, value }` pairs. */
export function objectsAt(from: unknown, path: readonly string[]): object[] {
  const found = valueAt(from, path);
  return (Array.isArray(found) ? found : pairsOf(found)).filter(isObject);
}

// Most values have nothing to remove, and one look says so.
const UNTIDY = /^\s|\s$|\s\s|<@/;
const UNTIDY_VALUE = /^[→,·\s]|[→,·:)\s]$|(?:^|\s)[#!](?:\s|$)| {2}/;

/** Removes gaps that templates leave in Markdown, and defuses mentions. */
export function tidy(markdown: string): string {
  if (!UNTIDY.test(markdown)) return markdown;
  return withoutMentions(markdown.replace(/(?<![^\S\n])[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n")).trim();
}

/** Removes separators that templates leave at a text's ends, such as "main →", ", Norway" or "#". */
export function tidyValue(value: string): string {
  if (value.length > LONGEST_TIDIED || value.includes("\n") || !UNTIDY_VALUE.test(value)) return value;
  return value
    .replace(/^(?:[→,·]\s*)+/, "")
    .replace(/(?:\s*[→,·:])+$/, "")
    .replace(/(^|\s)[#!](?=\s|$)/g, "$1")
    .replace(/ ?\(\s*\)$/, "")
    .replace(/ {2,}/g, " ")
    .trim();
}
