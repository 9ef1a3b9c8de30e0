import type { Embed, EmbedField } from "@/lib/messages/dto";
import { isBlank, oneLine } from "@/lib/text";
import { isObject, webUrl } from "@/lib/webhooks/format/json-object";
import { block, link, withoutMentions } from "@/lib/webhooks/format/markdown";
import { colors } from "@/lib/webhooks/senders/described/description";
import { escaped, isoTime, jsonText, literalLines, text } from "@/lib/webhooks/senders/described/filters";
import type { RenderedMessage } from "@/lib/webhooks/senders/described/render";
import { colorOfState } from "@/lib/webhooks/senders/described/states";
import { withinLimits } from "@/lib/webhooks/senders/described/within-limits";

// The usual names, the surest first, without case and marks: "html_url" and "htmlUrl" are one.
const NAMES = {
  title:
    "title subject summary headline alertname alert_name display_name displayname name event event_name eventname event_type eventtype type action topic",
  text: "text message msg description body content details detail reason error error_message comment note",
  link: "html_url web_url permalink link url href target_url dashboard_url details_url",
  state: "status state severity level priority result outcome conclusion health alert_state alertstate",
  time: "timestamp time date datetime occurred_at created_at updated_at started_at event_time at ts",
} as const;

const FOLDED = Object.fromEntries(
  Object.entries(NAMES).map(([role, names]) => [role, names.split(" ").map((name) => name.replaceAll("_", ""))]),
) as unknown as Record<keyof typeof NAMES, readonly string[]>;

const MOST_FIELDS = 12;
const LONGEST_SHORT = 80;
const LONGEST_TITLE = 200;
const LONGEST_TREE = 3_000;
// More keys than a card could ever show; making objects of tens of thousands takes long.
const MOST_KEYS = 500;

/**
 * Any JSON object or list as a card: its title, text, link, state and time found by their usual names, short values as fields, and
 * everything else as a tree. `heading` stands for a title where there is none. Never empty, always within the limits.
 */
export function genericCard(payload: object, heading: string): RenderedMessage {
  const [first] = Array.isArray(payload) ? payload : [];
  const single = withFewKeys(Array.isArray(payload) && payload.length === 1 && isObject(first) ? first : payload);
  const found = find(single);
  const title = found.title ?? heading;
  const rest = without(single, found.used);
  const fields = Array.isArray(rest) ? [] : shortFields(rest);
  const shown = new Set(fields.map(({ key }) => key));
  const tree = Array.isArray(rest)
    ? rest
    : Object.fromEntries(entriesOf(rest).filter(([key, value]) => !shown.has(key) && !isNothing(value)));
  const hasTree = Object.keys(tree).length > 0;
  const embed: Embed = withinLimits({
    title: oneLine(title).slice(0, LONGEST_TITLE),
    url: found.link,
    color: found.state === undefined ? undefined : colors[colorOfState(found.state) ?? "blue"],
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

/** Plain text as a message of its own. */
export function plainText(body: string): RenderedMessage {
  return { content: withoutMentions(literalLines(body)), embeds: [], keepFields: false };
}

type Found = { title?: string; text?: string; link?: string; state?: string; time?: string; used: Set<string> };

/** Looks at the object's own keys, then for what is missing at those of the objects in it. */
function find(payload: object): Found {
  const found: Found = { used: new Set() };
  if (Array.isArray(payload)) return found;
  take(found, payload, "");
  for (const [key, value] of entriesOf(payload).slice(0, 50)) if (isObject(value)) take(found, value, `${key}.`);
  return found;
}

function take(found: Found, object: object, prefix: string): void {
  const byName = new Map(entriesOf(object).map(([key, value]) => [folded(key), { key, value }] as const));
  const pick = (role: keyof typeof NAMES, accept: (value: unknown) => string | undefined) => {
    if (found[role] !== undefined) return;
    for (const name of FOLDED[role]) {
      const entry = byName.get(name);
      const accepted = entry && accept(entry.value);
      if (!entry || accepted === undefined || found.used.has(prefix + entry.key)) continue;
      found[role] = accepted;
      found.used.add(prefix + entry.key);
      return;
    }
  };
  pick("link", (value) => (typeof value === "string" ? webUrl(value) : undefined));
  pick("time", (value) => isoTime(value) ?? undefined);
  pick("state", (value) => word(value, 40));
  pick("title", (value) => word(value, LONGEST_TITLE));
  pick("text", (value) => (typeof value === "string" && !isBlank(value) ? value : undefined));
}

function word(value: unknown, longest: number): string | undefined {
  if (typeof value === "string" ? value.length > 10 * longest : typeof value !== "number") return undefined;
  const shown = oneLine(text(value));
  return isBlank(shown) || shown.length > longest ? undefined : shown;
}

function folded(key: string): string {
  return key
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");
}

/** The object without what a card says already, two levels deep. */
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

function entriesOf(object: object): [string, unknown][] {
  return Object.keys(object)
    .slice(0, MOST_KEYS)
    .map((key) => [key, Reflect.get(object, key)]);
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
