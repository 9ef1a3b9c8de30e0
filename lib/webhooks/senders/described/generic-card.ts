import type { Embed, EmbedField } from "@/lib/messages/dto";
import { isBlank, oneLine } from "@/lib/text";
import { isObject, webUrl } from "@/lib/webhooks/format/json-object";
import { block, link, withoutMentions } from "@/lib/webhooks/format/markdown";
import { escaped, jsonText, literalLines } from "@/lib/webhooks/senders/described/filters";
import type { RenderedMessage } from "@/lib/webhooks/senders/described/render";
import { colorOf, entriesOf, findUsual, MOST_KEYS, word } from "@/lib/webhooks/senders/described/usual-names";
import { withinLimits } from "@/lib/webhooks/senders/described/within-limits";

const MOST_FIELDS = 12;
const LONGEST_SHORT = 80;
const LONGEST_TREE = 3_000;

/**
 * Converts any JSON object or list to a card: title, text, link, state and time are found by their usual names, short
 * values become fields, and everything else a tree. `heading` is the title if there is none; with `saysWhat` it
 * precedes the title. The card is never empty and always within the limits.
 */
export function genericCard(payload: object, heading: string, saysWhat = false): RenderedMessage {
  const [first] = Array.isArray(payload) ? payload : [];
  const single = withFewKeys(Array.isArray(payload) && payload.length === 1 && isObject(first) ? first : payload);
  const found = findUsual(single, saysWhat);
  const title = saysWhat ? [heading, found.title].filter(Boolean).join(": ") : (found.title ?? heading);
  const rest = without(single, found.used);
  const fields = Array.isArray(rest) ? [] : shortFields(rest);
  const shown = new Set(fields.map(({ key }) => key));
  const tree = Array.isArray(rest)
    ? rest
    : Object.fromEntries(entriesOf(rest).filter(([key, value]) => !shown.has(key) && !isNothing(value)));
  const hasTree = Object.keys(tree).length > 0;
  const embed: Embed = withinLimits({
    title: oneLine(title),
    url: found.link,
    color: colorOf(found),
    description: withoutMentions(
      [found.text === undefined ? "" : literalLines(found.text), hasTree ? block(treeOf(tree), "json").trim() : ""]
        .filter((part) => !isBlank(part))
        .join("\n\n"),
    ),
    fields: [
      ...(found.state === undefined ? [] : [{ name: "State", value: escaped(found.state), inline: true }]),
      ...fields.map(({ name, value }): EmbedField => ({ name, value, inline: true })),
    ],
    timestamp: found.time,
  });
  return { content: "", embeds: [embed], keepFields: false };
}

/** Returns a message with plain text. */
export function plainText(body: string): RenderedMessage {
  return { content: withoutMentions(literalLines(body)), embeds: [], keepFields: false };
}

/** Returns the object, two levels deep, without what the card already shows. */
function without(payload: object, used: ReadonlySet<string>): object {
  if (Array.isArray(payload)) return payload;
  return Object.fromEntries(
    entriesOf(payload).flatMap(([key, value]) => {
      if (used.has(key)) return [];
      if (!isObject(value)) return [[key, value]];
      return [[key, Object.fromEntries(entriesOf(value).filter(([inner]) => !used.has(`${key}.${inner}`)))]];
    }),
  );
}

function shortFields(object: object): { key: string; name: string; value: string }[] {
  const fields: { key: string; name: string; value: string }[] = [];
  for (const [key, value] of entriesOf(object)) {
    if (fields.length === MOST_FIELDS) break;
    const shown = word(typeof value === "boolean" ? `${value}` : value, LONGEST_SHORT);
    const name = oneLine(key.slice(0, LONGEST_SHORT)).slice(0, 60);
    if (shown === undefined || isBlank(name)) continue;
    fields.push({ key, name, value: link(escaped(shown), webUrl(shown)) });
  }
  return fields;
}

function withFewKeys(object: object): object {
  const isLarge = !Array.isArray(object) && Object.keys(object).length > MOST_KEYS;
  return isLarge ? Object.fromEntries(entriesOf(object)) : object;
}

function treeOf(value: object): string {
  const json = jsonText(value);
  return json.length > LONGEST_TREE ? `${json.slice(0, LONGEST_TREE)}\n…` : json;
}

function isNothing(value: unknown): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}
