import { checkedFields, checkedText, type Fields, type Item, itemsOf } from "./json";
import { mrkdwn } from "./mrkdwn";
import type { PayloadPath } from "./reading";
import { richText } from "./rich-text";

/** Converts a table block to a Markdown table, whose first row is its head. */
export function table({ value, path }: Item): string {
  const rows = cellsOf(value.rows, path.at("rows")).map((row) => cellsOf(row.value, row.path).map(cellText));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return "";
  const settings = itemsOf(value.column_settings, path.at("column_settings"));
  const marks = Array.from({ length: columns }, (_, column) => markOf(settings[column]?.value));
  const [head = [], ...others] = rows;
  // Only the head needs a cell in each column.
  const whole = [...head, ...Array.from({ length: columns - head.length }, () => "")];
  return [whole, marks, ...others].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns a list's items as they are, because an empty cell has its place too. */
function cellsOf(value: unknown, path: PayloadPath): { value: unknown; path: PayloadPath }[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => ({ value: item, path: path.at(index) }));
  if (value !== null && value !== undefined) path.remark("isn't a list, so it was left out");
  return [];
}

function cellText({ value, path }: { value: unknown; path: PayloadPath }): string {
  const isRich = typeof value === "object" && value !== null && "elements" in value;
  const markdown = isRich
    ? richText({ value: checkedFields(value, path), path })
    : mrkdwn(plainCell(value, path), "plain");
  const lines = markdown.split("\n").filter((line) => !/^(?:`{3,})?\s*$/.test(line));
  return lines
    .map((line) => line.trim())
    .join(" ")
    .replaceAll("|", "\\|");
}

/** A cell with a plain text or number. */
function plainCell(value: unknown, path: PayloadPath): string {
  if (typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return checkedText(value, path);
  const { text, value: number } = checkedFields(value, path);
  return typeof number === "number" && text === undefined ? `${number}` : checkedText(text, path.at("text"));
}

function markOf(setting: Fields | undefined): string {
  if (setting?.align === "right") return "--:";
  return setting?.align === "center" ? ":-:" : "---";
}
