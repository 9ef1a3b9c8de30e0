import { dayStart, nextDay } from "@/lib/text/day-start";

const THINGS = ["link", "file", "image", "embed", "reaction", "thread", "pin"] as const;

/** What `has:` can look for in a message. */
export type Thing = (typeof THINGS)[number];

/** Consecutive words. The last one may be the beginning of a word, unless they were quoted. */
export type Term = { text: string; quoted: boolean };

/** A parsed query. A message must match all of `terms` and `has`, and any of `from`, of `in` and of `tool`. */
export type SearchQuery = {
  terms: Term[];
  /** Names, or "me". */
  from: string[];
  /** Names of channels, without "#". */
  in: string[];
  has: Thing[];
  /** Names of tools whose cards it has. */
  tool: string[];
  /** Only messages from this moment on. */
  since: Date | null;
  /** Only messages before this moment. */
  until: Date | null;
};

/** The query, or an error message for the person who typed it. */
export type ParsedQuery = { ok: true; query: SearchQuery } | { ok: false; error: string };

// More than anyone types, and few enough for one statement.
const MOST_PARTS = 20;
const PART = /([a-z]+):(?:"([^"]*)(?:"|$)|(\S*))|"([^"]*)(?:"|$)|(\S+)/gi;

/**
 * Parses words, "quoted phrases" and the filters from:, in:, has:, tool:, before:, after: and on:, with days in this time
 * zone. A filter without a value is ignored; an unknown filter is a word.
 */
export function parseQuery(text: string, timeZone: string): ParsedQuery {
  const query: SearchQuery = { terms: [], from: [], in: [], has: [], tool: [], since: null, until: null };
  for (const part of [...text.replace(/[“”„]/g, '"').matchAll(PART)].slice(0, MOST_PARTS)) {
    const [whole, filter = "", quotedValue, plainValue, phrase, word] = part;
    const value = (quotedValue ?? plainValue ?? "").trim();
    const error = filter ? take(query, filter.toLowerCase(), value, whole, timeZone) : null;
    if (error !== null) return { ok: false, error };
    if (phrase?.trim()) query.terms.push({ text: phrase, quoted: true });
    if (word) query.terms.push({ text: word, quoted: false });
  }
  return { ok: true, query };
}

/** Adds one filter to the query, or returns what's wrong with it. */
function take(query: SearchQuery, filter: string, value: string, whole: string, timeZone: string): string | null {
  const known = ["from", "in", "has", "tool", "before", "after", "on"].includes(filter);
  if (!known) query.terms.push({ text: whole, quoted: false });
  if (!known || value === "") return null;
  if (filter === "from") query.from.push(value.replace(/^@(?=.)/, ""));
  else if (filter === "in") query.in.push(value.replace(/^[#@](?=.)/, ""));
  else if (filter === "tool") query.tool.push(value);
  else if (filter === "has") return takeThing(query, value);
  else return takeDay(query, filter, value, timeZone);
  return null;
}

function takeThing(query: SearchQuery, value: string): string | null {
  const asked = value.toLowerCase();
  const thing = THINGS.find((name) => name === asked || `${name}s` === asked);
  if (!thing) return `“has:${value}” isn't a filter. Use has: with ${THINGS.slice(0, -1).join(", ")} or pin.`;
  query.has.push(thing);
  return null;
}

function takeDay(query: SearchQuery, filter: string, value: string, timeZone: string): string | null {
  const start = dayStart(value, timeZone);
  const end = start && dayStart(nextDay(value), timeZone);
  if (!start || !end) return `“${filter}:${value}” needs a date, like ${filter}:2026-11-20.`;
  if (filter !== "before") query.since = latest(query.since, filter === "on" ? start : end);
  if (filter !== "after") query.until = earliest(query.until, filter === "on" ? end : start);
  return null;
}

function latest(one: Date | null, other: Date): Date {
  return one && one > other ? one : other;
}

function earliest(one: Date | null, other: Date): Date {
  return one && one < other ? one : other;
}
