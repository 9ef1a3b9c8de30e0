import { asText, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import type { CardFilter } from "@/lib/webhooks/interpret/own-cards/filters";
import { applyFilter } from "@/lib/webhooks/interpret/own-cards/filters";
import type { Chip, ChipFilter } from "@/lib/webhooks/interpret/own-cards/model";
import { isObject, webUrl } from "@/lib/webhooks/payload/json-object";

/** A way to show a value: the filters, and what they make of the value at hand. */
export type Show = { filters: ChipFilter[]; label: string; shown: string };

type FilterChoice = { name: CardFilter; label: string; fits: (value: unknown) => boolean };

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" || /^-?\d+(\.\d+)?$/.test(asText(value).slice(0, 40));
// Smaller numbers count something else than seconds since 1970.
const isTime = (value: unknown) =>
  asText(plainFilters.time?.(value)) !== "" && (!isNumber(value) || Number(value) > 1_000_000_000);

const SHOWS: readonly FilterChoice[] = [
  { name: "first_line", label: "First line", fits: isText },
  { name: "words", label: "In words", fits: isText },
  { name: "capital", label: "Capital letter", fits: isText },
  { name: "downcase", label: "Lower case", fits: isText },
  {
    name: "text_of_html",
    label: "Without HTML",
    fits: (value) => /<\/?[a-z][^<>]*>/i.test(asText(value).slice(0, 4_000)),
  },
  { name: "host", label: "Host", fits: isText },
  { name: "ref", label: "Branch", fits: isText },
  { name: "sha", label: "Short hash", fits: (value) => /^[\da-f]{12,}$/i.test(asText(value).slice(0, 100)) },
  { name: "number", label: "With separators", fits: isNumber },
  { name: "bytes", label: "Size", fits: isNumber },
  { name: "duration", label: "Duration, from seconds", fits: (value) => isNumber(value) && !isTime(value) },
  { name: "duration_ms", label: "Duration, from milliseconds", fits: (value) => isNumber(value) && !isTime(value) },
  { name: "relative", label: "How long ago", fits: isTime },
  { name: "date_time", label: "Date and time", fits: isTime },
];

/** How a value looks on the card. Only Markdown texts have it. */
export const STYLES = [
  { name: "", label: "Plain" },
  { name: "bold", label: "Bold" },
  { name: "code", label: "Code" },
  { name: "lines", label: "Keep its lines" },
  { name: "quote", label: "Quote" },
  { name: "block", label: "Code block" },
  { name: "markdown", label: "As Markdown" },
  { name: "link", label: "Link" },
] as const;

const STYLE_NAMES = new Set<string>(STYLES.map(({ name }) => name));

/** Applies a filter as the server does. */
function applied(name: CardFilter, value: unknown): string {
  return asText(applyFilter(name, value, undefined));
}

/** Returns how the value at hand can be shown: as it is, and with each filter that changes it. */
export function showsFor(value: unknown): Show[] {
  if (Array.isArray(value) && value.some(isObject)) return [count(value)];
  const asItIs = asText(value);
  const shows: Show[] = [{ filters: [], label: "As it is", shown: asItIs }];
  for (const { name, label, fits } of Array.isArray(value) ? [] : SHOWS) {
    const shown = fits(value) ? applied(name, value) : "";
    if (shown !== "" && shown !== asItIs) shows.push({ filters: [{ name }], label, shown });
  }
  return Array.isArray(value) ? [...shows, count(value)] : shows;
}

function count(list: readonly unknown[]): Show {
  return { filters: [{ name: "size" }], label: "How many", shown: `${list.length}` };
}

/** Returns a chip's filters as two choices: what it shows, and its style. The style comes last and stands alone. */
export function partsOfFilters({ filters }: Chip): { show: ChipFilter[]; style: ChipFilter | null } {
  const last = filters.at(-1);
  return last !== undefined && STYLE_NAMES.has(last.name)
    ? { show: filters.slice(0, -1), style: last }
    : { show: filters, style: null };
}

/** Returns what a chip shows of the payload at hand, without its style. */
export function shownBy(chip: Chip, value: unknown): string {
  const { show } = partsOfFilters(chip);
  if (show.length === 1 && show[0]?.name === "size" && Array.isArray(value)) return `${value.length}`;
  return show.reduce<string>(
    (shown, { name }, index) => applied(name, index === 0 ? value : shown) || shown,
    asText(value),
  );
}

/** Whether a value is a web address. */
export function isAddress(value: unknown): boolean {
  return typeof value === "string" && webUrl(value) !== undefined;
}
