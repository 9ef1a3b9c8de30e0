import type { EmbedField, FactKind } from "@/lib/messages/dto";
import type { Budget } from "@/lib/text/budget";
import { cut, oneLine } from "@/lib/text/text";
import { asText, capital, escaped, isoTime, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { canBeLink } from "@/lib/webhooks/interpret/plain/links";
import {
  type Fact,
  isAddress,
  isToken,
  type List,
  type PayloadPart,
  word,
  wordSet,
} from "@/lib/webhooks/interpret/plain/parts";
import { PlainReading, says } from "@/lib/webhooks/interpret/plain/reading";
import { stateIn } from "@/lib/webhooks/interpret/plain/state";
import { isText } from "@/lib/webhooks/interpret/plain/title";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { link } from "@/lib/webhooks/payload/markdown";

const MOST_FIELDS = 6;
const MOST_LISTS = 3;
const MOST_LINES = 10;
const LONGEST_LINE = 80;
const LONGEST_VALUE = 80;

// What these keys hold says nothing to a reader.
const SILENT = wordSet(
  "id ids uuid guid gid hash sha sha1 sha256 md5 etag token secret signature nonce checksum digest fingerprint cursor avatar gravatar icon image thumbnail logo picture photo img color colour position locale timezone tz ua uid oid pk slug href self schema object version sid session salt page offset limit html language lang initials livemode testmode arn mac ref barcode useragent",
);
// These say most, so their facts come first.
const TELLING = wordSet(
  "error reason cause by user author environment project repository branch host service region severity priority assignee amount total email ip",
);
export const TIMES =
  "timestamp time date datetime at on ts when instant created updated modified unixtime epoch seen start end".split(
    " ",
  );
const UNITS = new Map([
  ["ms", "duration_ms"],
  ["millis", "duration_ms"],
  ["milliseconds", "duration_ms"],
  ["seconds", "duration"],
  ["secs", "duration"],
  ["bytes", "bytes"],
]);
const NAMES = wordSet("name title displayname login username text label value");
const LINKS = wordSet("url link href html web");
const ACRONYMS = wordSet(
  "ip url id api cpu dns http https tls ssl os vm db sla pr ci cd ram gpu sql ssh vpn json xml html pdf sms ok eta mac ups",
);

/** A fact as people read it. */
type ShownFact = { fact: Fact; value: string; url: string | undefined };

/** Returns the most telling facts that the card doesn't show yet, and the lists. */
export function factFields(reading: PlainReading, title: string): EmbedField[] {
  const fields: EmbedField[] = [];
  for (const { fact, value, url } of leftIn(reading)) {
    if (fields.length === MOST_FIELDS) break;
    if (reading.isShown(value) || (value.length > 3 && says(title, value))) continue;
    reading.use(fact);
    reading.show(value);
    const kind = kindOf(fact, url);
    fields.push({ name: nameOf(fact), value: link(escaped(value), url), inline: true, ...(kind && { kind }) });
  }
  let lists = 0;
  for (const list of reading.lists) {
    const field = lists < MOST_LISTS ? listField(list, reading.budget) : null;
    if (field === null) continue;
    lists += 1;
    fields.push(field);
  }
  return fields;
}

const PEOPLE = wordSet("user author by sender owner assignee reporter actor member person email");

function kindOf({ words, last, part, value }: Fact, url: string | undefined): FactKind | undefined {
  if (url !== undefined) return "link";
  const unit = UNITS.get(last);
  if (isMoment({ last, value }) && isoTime(value) !== null) return "time";
  if (unit !== undefined) return unit === "bytes" ? "bytes" : "duration";
  if ([...words, ...part.words].some((each) => PEOPLE.has(each))) return "person";
  return typeof value === "number" || /^-?\d+([.]\d+)?$/.test(`${value}`) ? "number" : undefined;
}

/** Returns the first fact that is left as "Host: web-3", or the first item of a list. */
export function firstFact(reading: PlainReading): string | undefined {
  const first = leftIn(reading).next().value;
  reading.use(first?.fact);
  if (first) return `${nameOf(first.fact)}: ${first.value}`;
  const [any] = reading.parts.flatMap(({ facts }) => facts.flatMap(({ value }) => word(value) ?? []));
  return reading.lists.flatMap(({ items }) => lineOf(items[0], reading.budget) ?? [])[0] ?? any;
}

/** The facts that the card doesn't show yet, the most telling first. */
function* leftIn(reading: PlainReading): Generator<ShownFact, undefined> {
  const facts = reading.parts.flatMap((part) => part.facts).filter((fact) => !reading.isUsed(fact));
  const weighed = facts.map((fact) => ({ fact, weight: weight(fact) })).sort((one, other) => other.weight - one.weight);
  for (const { fact } of weighed) {
    const told = isSilent(fact) ? null : shown(fact);
    if (told) yield told;
  }
}

function shown(fact: Fact): ShownFact | null {
  const url = typeof fact.value === "string" ? webUrl(fact.value) : undefined;
  if (url !== undefined && !canBeLink(fact)) return null;
  const value = url === undefined ? valueIn(fact) : url.replace(/^https?:\/\/(www\.)?|\/$/g, "");
  return value === undefined ? null : { fact, value: cut(value, LONGEST_VALUE), url };
}

function weight({ words, part }: Fact): number {
  const told = [...words, ...part.words].some((each) => TELLING.has(each)) ? 2 : 0;
  return told + { event: 4, thing: 3, surroundings: 0, actor: 0 }[part.kind] - part.depth;
}

/** Ids, hashes, pictures and empty values say nothing. A key such as "LAMP-12" does. */
function isSilent({ words, last, value, part }: Fact): boolean {
  const start = `${value}`.slice(0, 20);
  const [first = ""] = words;
  if ((last === "type" || last === "kind") && isForPrograms(start, [...part.words, last])) return true;
  if (QUESTIONS.has(first) && words.length > 1 && /^(true|1)$/i.test(start)) return true;
  if (start === "0" && COUNTS.has(last)) return true;
  // Parts of a name that's shown as a whole.
  if (last === "name" && PART_NAMES.has(first) && part.facts.some(({ words: others }) => others[0] === "full"))
    return true;
  if (last === "agent" && words.at(-2) === "user") return true;
  if (last === "code" && /\d/.test(start) && /[A-Za-z]/.test(start) && start.length > 5) return true;
  if (typeof value === "string" && (/^\/\S*$/.test(value) || /^([\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(value)))
    return true;
  if (isAddress(value) && !/^https?:|@/i.test(`${value}`)) return true;
  if (/^(|false|null|none|nil|undefined|n\/a|-|unknown|\[\]|\{\})$/i.test(start)) return true;
  if (last === "key") return !/^[A-Z][A-Z\d]*-\d+$/.test(start);
  return SILENT.has(last) || words.some((each) => /^(avatar|token|secret)$/.test(each)) || isToken(value);
}

const QUESTIONS = wordSet("is has can should allow allows enable enabled include includes supports");
const COUNTS = wordSet("count total size length number amount errors failures retries attempts duration");
const PART_NAMES = wordSet("first last middle given family");

/** A person's type is "person"; "com.example.order", "application/json" and "webhook_event" are for programs. */
function isForPrograms(type: string, around: readonly string[]): boolean {
  return /[./_:]|(event|webhook|reference|object|notification|resource)s?$/i.test(type) || says(around.join(" "), type);
}

function valueIn({ last, value }: Fact): string | undefined {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const unit = UNITS.get(last);
  if (isMoment({ last, value }) && isoTime(value) !== null) return asText(plainFilters.date_time?.(value));
  const measured = unit === undefined ? "" : asText(plainFilters[unit]?.(value));
  return measured === "" ? word(value, 2 * LONGEST_VALUE) : measured;
}

/** 1460537793322 is a time, and no duration. */
function isMoment({ last, value }: Pick<Fact, "last" | "value">): boolean {
  return TIMES.includes(last) || (UNITS.has(last) && typeof value === "number" && value > 1e11);
}

/** "Requested by" for `requested_by.name`, "Build duration" for `build.duration_ms`. */
function nameOf({ words, last, part }: Fact): string {
  const outer = around(part);
  if (outer.length > 0 && (NAMES.has(last) || NAMES.has(words.join("")))) return labelOf(outer);
  const inner = UNITS.has(last)
    ? words.slice(0, -1)
    : LINKS.has(last)
      ? words.filter((each) => !LINKS.has(each))
      : words;
  return labelOf([...outer, ...(inner.length + outer.length > 0 ? inner : words)]);
}

/** The words of the objects around a value, without those that only wrap the event. */
function around({ kind, words }: PayloadPart): readonly string[] {
  return kind === "event" ? [] : words;
}

/** Returns a field's name for a key's words: "html url" is "HTML URL". */
export function labelOf(words: readonly string[]): string {
  const distinct = words.filter((each, index) => each !== words[index - 1]);
  const named = distinct.map((each) => (ACRONYMS.has(each) ? each.toUpperCase() : each)).join(" ");
  return oneLine(capital(named)).slice(0, 60) || "Value";
}

function listField({ words, items, part }: List, budget: Budget): EmbedField | null {
  if (!budget.take()) return null;
  const lines = items.slice(0, MOST_LINES).flatMap((item) => lineOf(item, budget) ?? []);
  if (lines.length === 0 || SILENT.has(words.at(-1) ?? "")) return null;
  const isShort = !items.some(isObject) && lines.join(", ").length <= LONGEST_VALUE;
  const said = isShort
    ? escaped(lines.join(", "))
    : lines.map((line) => `• ${escaped(cut(line, LONGEST_LINE))}`).join("\n");
  const rest = items.length - Math.min(items.length, MOST_LINES);
  const more = rest > 0 ? `\n… and ${rest.toLocaleString("en-US")} more` : "";
  return { name: labelOf([...around(part), ...words]), value: said + more, inline: isShort };
}

/** Returns one line for an item of a list: "name: state: text", or its first facts. */
function lineOf(item: unknown, budget: Budget): string | undefined {
  if (!budget.take()) return undefined;
  if (!isObject(item)) return isToken(item) ? undefined : word(item, LONGEST_LINE);
  const reading = new PlainReading(item, budget);
  const name = reading.find(
    ["title", "name", "label", "subject", "summary", "host", "key"],
    ({ value }) => !isAddress(value),
  );
  const state = stateIn(reading, null, "", "").state?.fact;
  const said = reading.find(["message", "text", "description", "value", "reason", "error"], isText);
  const told = [...new Set([name, state, said].flatMap((fact) => (fact && valueIn(fact)) ?? []))];
  if (told.length > 0) return told.join(": ");
  const facts = leftIn(reading);
  return (
    [facts.next().value, facts.next().value]
      .flatMap((fact) => fact ?? [])
      .map(({ fact, value }) => `${nameOf(fact)}: ${value}`)
      .join(", ") || undefined
  );
}
