import { cut, oneLine, storableText } from "@/lib/text/text";
import { markdownOfJira } from "@/lib/webhooks/interpret/described/jira-markup";
import { money } from "@/lib/webhooks/interpret/described/money";
import { colorNameOf } from "@/lib/webhooks/interpret/described/older-keys";
import { outcomeOfState, toneOfState } from "@/lib/webhooks/interpret/plain/words/states";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";
import { block, body, code, LONGEST_BLOCK, link, literal, withoutMentions } from "@/lib/webhooks/payload/markdown";
import { parseTimestamp } from "@/lib/webhooks/payload/timestamp";

type Filter = (value: unknown, ...given: unknown[]) => unknown;

// Made when it's first needed, because that takes 20 ms.
let numbers: Intl.NumberFormat | null = null;
const formatNumber = (value: number | bigint) => {
  numbers ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });
  return numbers.format(value);
};

/** Longer than any line on a card. */
const LONGEST_LINE = 1_000;
const LONGEST_MARKDOWN = 10_000;

// This file also runs in browsers, so it can't use Node.

/** Filters that return plain text or numbers. Markdown in their result is escaped. */
export const plainFilters: Record<string, Filter> = {
  /** Formats seconds as "3 min 12 s". */
  duration: (value) => duration(number(value)),
  /** Formats milliseconds as "3 min 12 s". */
  duration_ms: (value) => duration((number(value) ?? Number.NaN) / 1000),
  /** Formats the time between two moments as "3 min 12 s". */
  until: durationBetween,
  /** Formats bytes as "1.5 MB". */
  bytes: (value) => bytes(number(value)),
  /** The first seven characters of a commit's hash. */
  sha: (value) => short(value).slice(0, 7),
  /** Formats an amount in the currency's smallest unit, as Stripe counts it, as "€12.50". */
  money: (value, currency) => money(number(value), asText(currency)),
  /** Formats a number with thousands separators and at most three decimals. */
  number: (value) => {
    if (typeof value === "string" && /^-?\d{16,40}$/.test(value)) return formatNumber(BigInt(value));
    const amount = number(value);
    return amount === null ? asText(value) : formatNumber(amount);
  },
  /** Formats a moment in any notation as ISO 8601 in UTC. */
  time: (value) => isoTime(value) ?? "",
  /** Formats a moment as "21 Nov 2026, 09:30 UTC". */
  date_time: (value) => dateTime(value),
  /** Formats a moment relative to now, such as "3 hours ago". */
  relative: (value) => relative(value),
  /** The first non-blank line. */
  first_line: (value) =>
    oneLine(
      asText(value)
        .trimStart()
        .slice(0, 4_000)
        .split(/[\r\n]/, 1)[0] ?? "",
    ),
  /**
   * Splits identifiers into words: "in_progress" and "inProgress" become "in progress", "individualCI" "individual CI".
   */
  words: (value) =>
    oneLine(
      short(value)
        .replace(/[_-]+/g, " ")
        .replace(/([a-z])([A-Z]+)/g, (_, a: string, b: string) => `${a} ${b.length > 1 ? b : b.toLowerCase()}`),
    ),
  /** Capitalises the first letter. */
  capital: (value) => capital(asText(value)),
  /** A branch or tag without "refs/heads/". */
  ref: (value) => short(value).replace(/^refs\/(heads|tags|remotes)\//, ""),
  /** A URL's host. */
  host: (value) => (webUrl(short(value)) ? new URL(short(value)).host : ""),
  /** The URL, if it's http or https. */
  url: (value) => webUrl(asText(value)) ?? "",
  /** Escapes a part of a URL's path. */
  path: (value) => short(value).split("/").map(encodeURIComponent).join("/"),
  /** The color of a state: "failed" is "red". Unknown states get the given default or "". */
  color: (value, otherwise) => colorNameOf(toneOfState(short(value))) ?? asText(otherwise),
  /**
   * Normalizes a state: "SUCCESS" becomes "succeeded", "FAILURE" "failed", "IN_PROGRESS" "running"; others are
   * lower-cased.
   */
  outcome: (value) => oneLine(outcomeOfState(short(value))),
  /** The text of HTML, without markup. */
  text_of_html: (value) => textOfHtml(asText(value)),
  /** "1 commit", "3 commits". */
  count: (value, noun, plural) => {
    const amount = Array.isArray(value) ? value.length : (number(value) ?? 0);
    return count(amount, asText(noun), plural === undefined ? undefined : asText(plural));
  },
  /** Converts an object to a list of `{ key, value }`, leaving out long values. */
  pairs: (value) => (Array.isArray(value) ? value : pairsOf(value)),
};

/** Filters that return Markdown. They must come last, or their Markdown is escaped. */
export const markdownFilters: Record<string, Filter> = {
  /** Looks the value up in one of the description's tables; `else` is its default. */
  lookup: (value, table) => {
    if (!isObject(table)) return "";
    const word = (key: string) => (Object.hasOwn(table, key) ? Reflect.get(table, key) : undefined);
    return asText(word(asText(value)) ?? word("else"));
  },
  /** Marks text as Markdown, so that it isn't escaped. */
  raw: (value) => asText(value),
  /** One line as inline code. */
  code: (value) => code(line(value)),
  /** One line in bold. */
  bold: (value) => wrapped("**", literal(line(value))),
  /** One line as a link. */
  link: (value, url) => link(literal(line(value)), webUrl(asText(url))),
  /** One line of code as a link. */
  code_link: (value, url) => link(code(line(value)), webUrl(asText(url))),
  /** Several lines of plain text. */
  lines: literalLines,
  /** Several lines as a quote. */
  quote: (value) =>
    lines(asText(value))
      .map((each) => `> ${literal(each)}`)
      .join("\n"),
  /** Several lines as a code block, optionally in a language. */
  block: (value, language) => block(asText(value), asText(language)),
  /** A value as a block of JSON. */
  json_block: (value) => (value === undefined || value === null ? "" : block(jsonText(value), "json")),
  /** Someone's Markdown without HTML. A long text is cut and links to the rest, if there's a URL. */
  markdown: (value, url, name) =>
    withoutMentions(
      body(
        asText(value).slice(0, LONGEST_MARKDOWN).replaceAll("\r\n", "\n"),
        webUrl(asText(url)),
        asText(name) || "its page",
      ),
    ),
  /** Text in Jira's own markup. */
  jira_markup: (value) => withoutMentions(markdownOfJira(asText(value))),
};

/**
 * Converts a value to text: numbers and booleans as written, lists joined with commas, objects and missing values as
 * "".
 */
export function asText(value: unknown): string {
  if (typeof value === "string") return storableText(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return `${value}`;
  if (Array.isArray(value)) return value.slice(0, 50).filter(isShort).map(asText).join(", ");
  return "";
}

/** Returns the start of a value that should be a word or URL, but can be as long as the body. */
function short(value: unknown): string {
  return asText(typeof value === "string" ? value.slice(0, 4 * LONGEST_LINE) : value);
}

/** Escapes a value for Markdown, on one line. */
export function escaped(value: unknown): string {
  return withoutMentions(literal(line(value)));
}

function line(value: unknown): string {
  return cut(oneLine(asText(value).slice(0, 4 * LONGEST_LINE)), LONGEST_LINE);
}

/** Escapes several lines of plain text for Markdown. */
export function literalLines(value: unknown): string {
  return lines(asText(value)).map(literal).join("\n");
}

/** Returns an object's keys and values, without long values; nothing for other types. */
export function pairsOf(value: unknown): { key: string; value: unknown }[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, each]) =>
    isShort(each) ? [{ key, value: each }] : [],
  );
}

function lines(value: string): string[] {
  return value
    .slice(0, LONGEST_BLOCK)
    .trim()
    .split(/\r\n|\r|\n/)
    .map(oneLine);
}

function wrapped(mark: string, markdown: string): string {
  return markdown && `${mark}${markdown}${mark}`;
}

const DEEPEST_JSON = 8;
const MOST_IN_JSON = 1_000;

/** Returns a value as indented JSON, without what's nested too deeply or comes after the first thousand values. */
function jsonText(value: unknown): string {
  let left = MOST_IN_JSON;
  let room = LONGEST_BLOCK;
  const kept = (each: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof each === "string") {
      const shown = each.slice(0, room);
      room -= shown.length;
      return shown;
    }
    if (typeof each !== "object" || each === null) return each;
    // A list can contain an object with thousands of keys a thousand times.
    if (left < 0) return "…";
    const entries = Object.entries(Array.isArray(each) ? each.slice(0, MOST_IN_JSON) : each);
    if (entries.length > 0 && depth === 0) return "…";
    const shown = entries.slice(0, Math.max(0, left)).map(([key, inner]) => [key, kept(inner, depth - 1)] as const);
    return Array.isArray(each) ? shown.map(([, inner]) => inner) : Object.fromEntries(shown);
  };
  return JSON.stringify(kept(value, DEEPEST_JSON), null, 2);
}

function number(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "" || value.length > 40) return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}

function isShort(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Capitalises the text's first letter. */
export function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Formats a count, such as "1 commit" or "3 commits". */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : plural}`;
}

/** Formats the time between two moments as "3 min 12 s", or "" if it's unknown. */
export function durationBetween(start: unknown, end: unknown): string {
  return duration(((moment(end) ?? Number.NaN) - (moment(start) ?? Number.NaN)) / 1000);
}

function duration(seconds: number | null): string {
  if (seconds === null || !(seconds >= 0) || seconds > 1e10) return "";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 86_400), "d"],
    [Math.floor(whole / 3_600) % 24, "h"],
    [Math.floor(whole / 60) % 60, "min"],
    [whole % 60, "s"],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = parts.slice(first, first + 2).filter(([amount]) => amount > 0);
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(" ");
}

function bytes(amount: number | null): string {
  if (amount === null || amount < 0) return "";
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, amount)) / 3)));
  return `${Number((amount / 1000 ** power).toFixed(1))} ${units[power]}`;
}

// How Go prints a time: "2026-11-20 09:12:00.112013015 +0000 UTC m=+8560.285".
const GO_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,3})?\d* ([+-]\d\d)(\d\d)( [A-Z]{3,5})?( m=\S*)?$/;

/** Parses a moment in any notation. Returns milliseconds since 1970, or null. */
function moment(value: unknown): number | null {
  const amount = number(value);
  if (amount !== null) {
    // The size tells seconds, milliseconds, microseconds and nanoseconds apart for times from 2001 on.
    const scale = [1e10, 1e13, 1e16, 1e19].findIndex((most) => Math.abs(amount) < most);
    const milliseconds = scale < 0 ? Number.NaN : (amount * 1000) / 1000 ** scale;
    return Number.isNaN(new Date(milliseconds).getTime()) ? null : milliseconds;
  }
  const written = short(value).trim().slice(0, 60).replace(GO_TIME, "$1T$2$3$4:$5");
  const parsed = Date.parse(
    parseTimestamp(written) ?? (/^\w{3},? |^\d{4}-\d\d-\d\d|GMT|UTC/.test(written) ? withZone(written) : ""),
  );
  return Number.isNaN(parsed) ? null : parsed;
}

// A time without a zone is read as UTC, not in the server's zone.
function withZone(written: string): string {
  return /[+-]\d\d:?\d\d$|Z$|GMT|UTC/.test(written) ? written : `${written} UTC`;
}

/** Returns a moment in any notation as ISO 8601 in UTC, or null if it isn't one or means "never". */
export function isoTime(value: unknown): string | null {
  // Tools write "never" as the year 1 or 1970.
  const written = typeof value === "string" ? parseTimestamp(value) : null;
  if (written !== null) return written > "1971" ? written : null;
  const milliseconds = moment(value);
  const year = milliseconds === null ? 0 : new Date(milliseconds).getUTCFullYear();
  return milliseconds !== null && year > 1970 && year < 10_000 ? new Date(milliseconds).toISOString() : null;
}

const DATE_TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function dateTime(value: unknown): string {
  const written = isoTime(value);
  return written === null ? asText(value) : `${DATE_TIME.format(new Date(written))} UTC`;
}

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "always" });

function relative(value: unknown): string {
  const written = isoTime(value);
  if (written === null) return "";
  const seconds = (Date.parse(written) - Date.now()) / 1000;
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (["second", 1] as const);
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function textOfHtml(html: string): string {
  return (
    html
      .slice(0, 20_000)
      // An unclosed one extends to the end, as in browsers. Searching for the end of each again would be slow.
      .replace(/<(script|style)\b[^<>]*>(?:[\s\S]*?<\/\1>|[\s\S]*$)/gi, "")
      .replace(/<br\s*\/?>|<\/(p|div|li|tr|h\d|blockquote)>/gi, "\n")
      .replace(/<[^<>]*>/g, "")
      .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, (entity, name: string) => entityOf(name) ?? entity)
      .replace(/[^\S\n]+/g, " ")
      .replace(/\s*\n\s*/g, "\n")
      .trim()
  );
}

function entityOf(name: string): string | null {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? null;
  const codePoint = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : null;
}
