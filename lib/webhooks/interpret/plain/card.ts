import { createHash, randomUUID } from "node:crypto";
import { STATE_FIELD } from "@/lib/messages/dto";
import type { Budget } from "@/lib/text/budget";
import { cut, isBlank, oneLine } from "@/lib/text/text";
import { colors } from "@/lib/webhooks/interpret/described/description";
import { escaped, isoTime, literalLines } from "@/lib/webhooks/interpret/described/filters";
import type { ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";
import { colorOfState } from "@/lib/webhooks/interpret/described/states";
import { describedEvent, eventOf } from "@/lib/webhooks/interpret/plain/event";
import { factFields, firstFact, TIMES } from "@/lib/webhooks/interpret/plain/facts";
import { linkOf } from "@/lib/webhooks/interpret/plain/links";
import { keyWords, word, wordSet } from "@/lib/webhooks/interpret/plain/parts";
import { folded, PlainReading, says } from "@/lib/webhooks/interpret/plain/reading";
import { STATE_NAMES, stateIn } from "@/lib/webhooks/interpret/plain/state";
import { cardTitle, eventText } from "@/lib/webhooks/interpret/plain/title";
import { withinLimits } from "@/lib/webhooks/interpret/within-limits";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { withoutMentions } from "@/lib/webhooks/payload/markdown";

// Why: docs/decisions/plain-cards.md

const LONGEST_TEXT = 600;
// Used when a payload says nothing at all.
const NOTHING = "New message";

/**
 * Converts any JSON object or list to a card that says what happened to what, its state, a link and a few facts.
 * `described` names the tool and the event if a description recognized the tool but doesn't have the event. The card is
 * never empty, has no JSON and is always within the limits.
 */
export function plainCard(
  payload: object,
  budget: Budget,
  described: { tool: string; event: string } | null = null,
): ToolMessage {
  const reading = new PlainReading(asObject(payload), budget);
  const named = described ? describedEvent(reading, described) : eventOf(reading);
  const found = cardTitle(reading, named, described !== null);
  const said = oneLine(found?.title ?? firstFact(reading) ?? "");
  const title = described === null ? said || NOTHING : said ? `${described.tool}: ${said}` : described.tool;
  const state = stateIn(reading, found?.thing ?? null, named?.words.toLowerCase() ?? "", title);
  reading.use(state?.fact);
  reading.show(title);
  const url = linkOf(reading);
  const timestamp = timeOf(reading);
  const text = withoutTitle(eventText(reading) ?? "", title);
  const embed = {
    title,
    url,
    color: state?.color,
    description:
      isBlank(text) || says(title, text) ? undefined : withoutMentions(literalLines(cut(text, LONGEST_TEXT))),
    fields: [
      ...(state ? [{ name: STATE_FIELD, value: escaped(state.shown), inline: true }] : []),
      ...factFields(reading, title),
    ],
    timestamp,
    state: state?.shown,
  };
  return { content: "", embeds: [withinLimits(embed)], keepFields: false };
}

/** Returns a message with plain text. */
export function plainText(body: string): ToolMessage {
  return { content: withoutMentions(literalLines(body)), embeds: [], keepFields: false };
}

// "incident_id", `alert.uuid` and "fingerprint" name what an event is about.
const INCIDENTS =
  /^(incident|alert|alarm|problem|issue|outage|case|ticket|event group) (id|key|uid|uuid|guid|number|no)$/;
const KEYS = /^((alert |incident )?fingerprint|(de)?dup(e|lication)? key|group key|dedup)$/;

/** Returns a key that all events about one incident share, or null if the payload has no obvious one. */
export function incidentOf(payload: object, budget: Budget): string | null {
  const { own, things } = new PlainReading(asObject(payload), budget);
  const facts = [...own, ...things].flatMap((part) => part.facts);
  const found = facts.find(({ words, part, value }) => {
    const whole = (words.length > 1 || part.kind === "event" ? words : [...part.words.slice(-1), ...words]).join(" ");
    return (INCIDENTS.test(whole) || KEYS.test(whole)) && value !== "" && typeof value !== "boolean";
  });
  // A digest, because the value could be a secret.
  return found
    ? createHash("sha256")
        .update(`${found.words.join(" ")} ${found.value}`)
        .digest("hex")
    : null;
}

// Fields that say where something happened.
const PLACES = wordSet(
  "host hostname server node machine instance device site service check monitor job project repository repo branch environment env region cluster namespace application app",
);

/**
 * Returns a key that a red or green plain card shares with earlier ones about the same thing in the same place: its
 * title without words for states, and its place. Null for a card in another color. A card that names nothing has a key of
 * its own, because two such cards may be about anything.
 */
export function subjectOf({ embeds: [embed] }: ToolMessage): string | null {
  if (embed?.color !== colors.red && embed?.color !== colors.green) return null;
  const named = (embed.title ?? "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = named.filter((each) => colorOfState(each) === null && !STATE_NAMES.has(each));
  if (words.length === 0) return randomUUID();
  const places = (embed.fields ?? []).filter(({ name }) => PLACES.has(name.toLowerCase()));
  return createHash("sha256")
    .update(JSON.stringify([words, places.map(({ name, value }) => [name, value])]))
    .digest("hex");
}

/** A text that begins with the title goes on without it. */
function withoutTitle(text: string, title: string): string {
  const [first = "", ...rest] = text.split("\n");
  return rest.length > 0 && says(title, first) && first.length > 3 ? rest.join("\n").trim() : text;
}

/** A list of one object is that object. */
function asObject(payload: object): object {
  if (!Array.isArray(payload)) return payload;
  const [first] = payload;
  return payload.length === 1 && isObject(first) ? first : { items: payload };
}

/** Returns when it happened, as ISO 8601, and marks all its times as shown. */
function timeOf(reading: PlainReading): string | undefined {
  for (const { facts } of [...reading.own, ...reading.things]) {
    const times = facts.flatMap((fact) => {
      const at = TIMES.includes(fact.last) ? isoTime(fact.value) : null;
      return at === null ? [] : [{ fact, at }];
    });
    if (times.length === 0) continue;
    for (const { fact } of times) reading.use(fact);
    const named = times.find(({ fact: { words } }) => words.length === 1 || words[0] === "event");
    return (named ?? times.reduce((one, other) => (one.at < other.at ? other : one))).at;
  }
  return undefined;
}

// Programs and libraries that only carry requests for others.
const CARRIERS =
  /http|curl|wget|client|python|java|node|fetch|axios|guzzle|ruby|perl|php|rest|mozilla|opera|postman|insomnia|undici|deno|dart|faraday|reqwest|hyper|apache|request|lib|network|powershell|agent|lambda|symfony|laravel|typhoeus|webhook$|^(svix|hookdeck|zapier|bun|go|got|ky|net|okio|rust|swift|ktor|k6|api|bot|amazon|aws)$/i;
// "Canarytokens-Webhook" is Canarytokens.
const ENDINGS = /[-_ ](web-?hooks?|hookshot|hooks?|notif(y|ier|ication)s?|bot|server|sender|events?|service|app)$/i;
const TOOL_KEYS = ["product", "generator", "provider", "vendor", "tool", "integration name", "sent by"];
const LONGEST = 30;

/** Returns the name of the tool that sent a request, from its User-Agent or the payload itself, or null. */
export function toolNameOf(userAgent: string | null, payload: object | string, budget: Budget): string | null {
  const [product = ""] = (userAgent ?? "").slice(0, 200).split(/[/(;]/);
  const own = product.trim().replace(ENDINGS, "");
  if (isName(own) && !CARRIERS.test(own)) return own.replaceAll(/[-_]+/g, " ");
  const entries = typeof payload === "string" ? [] : Object.entries(payload).slice(0, 100);
  for (const [key, value] of entries) {
    if (!budget.take()) break;
    if (typeof value !== "string" || !TOOL_KEYS.includes(keyWords(key).join(" "))) continue;
    const name = word(value, LONGEST);
    if (name !== undefined && isName(name)) return name;
  }
  return null;
}

function isName(text: string): boolean {
  return /^\p{L}[\p{L}\p{N} ._-]{1,29}$/u.test(text) && folded(text).length > 2 && !/\.\w{2,4}$/.test(text);
}
