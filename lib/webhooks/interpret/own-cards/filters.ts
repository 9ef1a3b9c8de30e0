import { asText, markdownFilters, plainFilters } from "@/lib/webhooks/interpret/described/filters";

// This file also runs in browsers, so it can't use Node.

/** How a card can show a value. Each takes a time that its input's length limits, whatever the input is. */
export const CARD_FILTERS = [
  ...(["first_line", "words", "capital", "upcase", "downcase", "text_of_html", "host", "url", "path", "ref"] as const),
  ...(["sha", "number", "bytes", "duration", "duration_ms", "until", "money", "time", "date_time"] as const),
  ...(["relative", "count", "size", "default"] as const),
  ...(["bold", "code", "lines", "quote", "block", "markdown", "link", "code_link"] as const),
] as const;

export type CardFilter = (typeof CARD_FILTERS)[number];

/** Longer texts are cut before each filter, so that each is a short step. */
export const LONGEST_TEXT = 16_384;
const MOST_LISTED = 50;
const LONGEST_LISTED = 1_000;

const OWN: Readonly<Record<string, (value: unknown, given: unknown) => unknown>> = {
  upcase: (value) => asText(value).toUpperCase(),
  downcase: (value) => asText(value).toLowerCase(),
  size: (value) => (Array.isArray(value) ? value.length : asText(value).length),
  default: (value, given) => (asText(value).trim() === "" ? asText(given) : value),
};

/** Whether a filter's result is Markdown, which isn't escaped. */
export function givesMarkdown(name: CardFilter): boolean {
  return Object.hasOwn(markdownFilters, name);
}

/** Returns the beginning of a value: filters get nothing longer. */
function beginningOf(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST_TEXT);
  if (!Array.isArray(value)) return value;
  const listed = value.slice(0, MOST_LISTED).map((each) => (Array.isArray(each) ? null : each));
  return listed.map((each) => (typeof each === "string" ? each.slice(0, LONGEST_LISTED) : each));
}

/** Applies a filter as a `sender.yaml` does. */
export function applyFilter(name: CardFilter, value: unknown, given: unknown): unknown {
  const counts = name === "size" || name === "count";
  const [input, argument] = [counts ? value : beginningOf(value), beginningOf(given)];
  const made = (OWN[name] ?? plainFilters[name] ?? markdownFilters[name])?.(
    input,
    ...(given === undefined ? [] : [argument]),
  );
  return typeof made === "string" ? made.slice(0, LONGEST_TEXT) : made;
}
