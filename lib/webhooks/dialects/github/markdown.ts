import { codePoints } from "@/lib/text";

/** A longer address stays away: it would take a card's room for something that nobody reads. */
const LONGEST_LINK = 500;

/** One line of plain text as Markdown that reads literally: no markup, no links, no mentions. */
export function literal(text: string): string {
  return text
    .replace(/[\\`*[\]<>~|&@]|:(?=\/\/)|!$/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^[#+=-]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** One line of plain text as code; backticks in it stay. */
export function code(text: string): string {
  if (!text) return "";
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** A link on text that is Markdown already; without an address the text alone. */
export function link(markdown: string, url: string | undefined): string {
  if (!markdown || !url || url.length > LONGEST_LINK) return markdown;
  return `[${markdown}](${destination(url)})`;
}

/** An address as it can stand in a link of Markdown. */
export function destination(url: string): string {
  return (
    url
      .replaceAll("\\", "%5C")
      .replaceAll("(", "%28")
      .replaceAll(")", "%29")
      // What looks like an entity would be read as one.
      .replace(/&(?=#?\w+;)/g, "%26")
  );
}

/** As many of the items as fit in `most` code points, whole, and `rest` of how many of `total` aren't there. */
export function listing(
  items: readonly string[],
  separator: string,
  most: number,
  rest: (count: number) => string,
  total = items.length,
): string {
  let room = most;
  const shown: string[] = [];
  for (const item of items) {
    room -= codePoints(item) + separator.length;
    if (room < 0) break;
    shown.push(item);
  }
  if (total > shown.length) shown.push(rest(total - shown.length));
  return shown.join(separator);
}

/** Items in a row with commas, for a field. */
export function inline(items: readonly string[]): string {
  return listing(items.filter(Boolean), ", ", 600, (count) => `… and ${count} more`);
}

/** Parts of a line that are there, with a middle dot between them. */
export function dotted(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** Paragraphs that are there. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter(Boolean).join("\n\n");
}
