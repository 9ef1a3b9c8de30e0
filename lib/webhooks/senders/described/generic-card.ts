import { type Embed, type EmbedField, STATE_FIELD } from "@/lib/messages/dto";
import { PAYLOAD_CODE } from "@/lib/messages/markdown/tree";
import { isBlank, oneLine } from "@/lib/text";
import { isObject, webUrl } from "@/lib/webhooks/format/json-object";
import { block, link, withoutMentions } from "@/lib/webhooks/format/markdown";
import { escaped, jsonText, literalLines } from "@/lib/webhooks/senders/described/filters";
import type { RenderedMessage } from "@/lib/webhooks/senders/described/render";
import { colorOf, entriesOf, findUsual, MOST_KEYS, word } from "@/lib/webhooks/senders/described/usual-names";
import { withinLimits } from "@/lib/webhooks/senders/described/within-limits";

const MOST_FIELDS = 6;
const LONGEST_SHORT = 80;
const LONGEST_TREE = 3_000;
const LONGEST_SENTENCE = 120;
// Deeper values say little without what surrounds them.
const DEEPEST = 3;

/**
 * Converts any JSON object or list to a card: title, text, link, state and time are found by their usual names, the
 * first six other short values become fields with dotted names, and the rest is a folded tree. Without a title, a
 * short text or the first short value is the title, or else `heading`; with `saysWhat`, `heading` precedes the title. The
 * card is never empty and always within the limits.
 */
export function genericCard(payload: object, heading: string, saysWhat = false): RenderedMessage {
  const [first] = Array.isArray(payload) ? payload : [];
  const single = withFewKeys(Array.isArray(payload) && payload.length === 1 && isObject(first) ? first : payload);
  const found = findUsual(single, saysWhat);
  const rest = without(single, found.used);
  const short = Array.isArray(rest) ? [] : shortValues(rest);
  const untitled = !saysWhat && found.title === undefined;
  const sentence = untitled ? word(found.text, LONGEST_SENTENCE) : undefined;
  const named = untitled && sentence === undefined ? short.shift() : undefined;
  const title = saysWhat
    ? [heading, found.title].filter(Boolean).join(": ")
    : (found.title ?? sentence ?? (named ? `${named.name}: ${named.shown}` : heading));
  const fields = short.slice(0, MOST_FIELDS);
  const tree = Array.isArray(rest) ? rest : withoutShown(rest, named ? [named, ...fields] : fields);
  const hasTree = Object.keys(tree).length > 0;
  const embed: Embed = withinLimits({
    title: oneLine(title),
    url: found.link,
    color: colorOf(found),
    description: withoutMentions(
      [
        found.text === undefined || sentence !== undefined ? "" : literalLines(found.text),
        hasTree ? block(treeOf(tree), PAYLOAD_CODE).trim() : "",
      ]
        .filter((part) => !isBlank(part))
        .join("\n\n"),
    ),
    fields: [
      ...(found.state === undefined ? [] : [{ name: STATE_FIELD, value: escaped(found.state), inline: true }]),
      ...fields.map(
        ({ name, shown }): EmbedField => ({ name, value: link(escaped(shown), webUrl(shown)), inline: true }),
      ),
    ],
    timestamp: found.time,
    state: found.state,
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

type ShortValue = { parent: object; key: string; name: string; shown: string };

/** Returns the object's short values, its own before those of its objects, with names like "build.duration". */
function shortValues(object: object, parents: readonly string[] = []): ShortValue[] {
  const entries = entriesOf(object);
  const values: ShortValue[] = [];
  for (const [key, value] of entries) {
    const shown = word(typeof value === "boolean" ? `${value}` : value, LONGEST_SHORT);
    const name = oneLine([...parents, key].join(".").slice(0, LONGEST_SHORT)).slice(0, 60);
    if (shown !== undefined && !isBlank(name)) values.push({ parent: object, key, name, shown });
    if (values.length > MOST_FIELDS) return values;
  }
  if (parents.length + 1 === DEEPEST) return values;
  const inner = entries
    .filter((entry): entry is [string, object] => isObject(entry[1]) && !Array.isArray(entry[1]))
    .slice(0, MOST_FIELDS)
    .flatMap(([key, value]) => shortValues(value, [...parents, key]));
  return [...values, ...inner].slice(0, MOST_FIELDS + 1);
}

/** Returns the object without these values and without empty ones, as deep as short values are taken. */
function withoutShown(object: object, values: readonly ShortValue[], depth = 1): object {
  const isShown = (key: string) => values.some((value) => value.parent === object && value.key === key);
  return Object.fromEntries(
    entriesOf(object).flatMap(([key, value]) => {
      if (isNothing(value) || isShown(key)) return [];
      if (!isObject(value) || Array.isArray(value) || depth === DEEPEST) return [[key, value]];
      const left = withoutShown(value, values, depth + 1);
      return isNothing(left) ? [] : [[key, left]];
    }),
  );
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
