import { createHash } from "node:crypto";
import { CARD_LIMITS } from "@/lib/messages/cards/compose-title";
import { canBeOpen } from "@/lib/messages/cards/tones";
import type { Budget } from "@/lib/text/budget";
import { cut, isBlank, oneLine } from "@/lib/text/text";
import { type Card, embedOf } from "@/lib/webhooks/interpret/card";
import { capital, isoTime, literalLines } from "@/lib/webhooks/interpret/described/filters";
import type { ToolMessage } from "@/lib/webhooks/interpret/described/make-messages";
import { describedEvent, eventOf } from "@/lib/webhooks/interpret/plain/event";
import { factFields, firstFact, TIMES } from "@/lib/webhooks/interpret/plain/facts";
import { linkOf } from "@/lib/webhooks/interpret/plain/links";
import { keyWords, word } from "@/lib/webhooks/interpret/plain/parts";
import { placesIn } from "@/lib/webhooks/interpret/plain/place";
import { folded, PlainReading, says } from "@/lib/webhooks/interpret/plain/reading";
import { type Found, severityIn, stateIn } from "@/lib/webhooks/interpret/plain/state";
import { eventText, saidIn } from "@/lib/webhooks/interpret/plain/title";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { withoutMentions } from "@/lib/webhooks/payload/markdown";

// Why: docs/decisions/plain-cards.md

const LONGEST_TEXT = 600;
// Used when a payload says nothing at all.
const NOTHING = "New message";

/** What is known of a request besides its payload. */
type Known = {
  /** The tool and the event, if a description recognized the tool but doesn't have the event. */
  described?: { tool: string; event: string } | null;
  /** Whether a later request about the same thing updates this card. */
  isUpdated?: boolean;
};

/**
 * Converts any JSON object or list to a card that says where what happened to what, its state, a link and a few facts. Only
 * a card that later ones update can be open. It's never empty, has no JSON and is always within the limits.
 */
export function plainCard(
  payload: object,
  budget: Budget,
  { described = null, isUpdated = false }: Known = {},
): ToolMessage {
  const reading = new PlainReading(asObject(payload), budget);
  const named = described ? describedEvent(reading, described) : eventOf(reading);
  const said = saidIn(reading, named, described !== null);
  const title = said ? [said.event, said.subject].filter(Boolean).join(": ") : oneLine(firstFact(reading) ?? "");
  const found = stateIn(reading, said?.thing ?? null, named?.words.toLowerCase() ?? "", title);
  reading.use(found.state?.fact);
  const what = inFacts(said ?? { event: "", subject: title }, found, isUpdated);
  if (what.severity) reading.use(found.severity);
  reading.show(title);
  const place = placesIn(reading, title);
  const url = linkOf(reading);
  const at = timeOf(reading);
  const text = withoutTitle(eventText(reading) ?? "", title);
  const embed = embedOf({
    ...what,
    place,
    url,
    ...(isBlank(text) || says(title, text) ? {} : inText(text)),
    facts: factFields(reading, title),
    at,
  });
  return { content: "", embeds: [embed], keepFields: false };
}

/** A text of one line is the summary. */
function inText(text: string): Pick<Card, "summary" | "body"> {
  const isLine = text.length <= CARD_LIMITS.summary && !/[\r\n]/.test(text);
  return isLine ? { summary: text } : { body: withoutMentions(literalLines(cut(text, LONGEST_TEXT))) };
}

const LONGEST_EVENT = 40;
const LONGEST_CHANGED = 300;

/** Returns what happened without the state's word, which is said once. */
function inFacts(
  said: { event: string; subject: string },
  { state, severity }: Found,
  isUpdated: boolean,
): Pick<Card, "event" | "subject" | "state" | "tone" | "severity"> {
  // A sentence is what the payload is about, and not only its event.
  const isSentence = said.event.length > LONGEST_EVENT;
  const whole = isSentence ? [said.event, said.subject].filter(Boolean).join(": ") : said.subject;
  const rated = severityIn(severity);
  const tone = state?.tone;
  const isOpen = isUpdated && canBeOpen(tone);
  // How severe it is isn't a state, nor is what happened if nothing is good or bad now: "Epic created".
  const isRating = state?.fact !== undefined && state.fact === severity && rated !== undefined;
  const isEvent = state?.fact === undefined && (tone === "progress" || tone === "none");
  const found = isRating ? (isOpen ? "open" : "") : isEvent ? "" : (state?.shown ?? "");
  const event = isSentence ? "" : withoutWord(said.event, found);
  const [what, subject] = whole === "" && found !== "" ? ["", event] : [event, withoutWord(whole, found)];
  // A sentence with the word in its middle says it already.
  const isSaid = !isOpen && ` ${words(`${what} ${subject}`)} `.includes(` ${words(found)} `);
  const shown =
    found === "" || isSaid ? undefined : { word: found.replaceAll("_", " "), tone: tone ?? "none", open: isOpen };
  const isEmpty = what === "" && subject === "" && shown === undefined;
  return { event: isEmpty ? NOTHING : what, subject, state: shown, tone, severity: rated };
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns the text without the word at its beginning, its end or before a colon: "Build failed: web" is "Build: web". */
function withoutWord(text: string, found: string): string {
  if (words(found) === "") return text;
  if (words(text) === words(found)) return "";
  if (text.length > LONGEST_CHANGED) return text;
  const written = found.replaceAll("_", " ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const rest = text
    .replace(new RegExp(`^${written}:\\s+(?=\\S)`, "i"), "")
    .replace(new RegExp(`(?<=\\S)(?: is| has been| has| was|:)? ${written}(?=$|:\\s)`, "i"), "");
  return rest === text ? text : capital(rest);
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
