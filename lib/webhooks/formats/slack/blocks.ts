import type { EmbedField } from "@/lib/messages/dto";
import { AppError } from "@/lib/text/errors";
import { isBlank } from "@/lib/text/text";
import { NOTHING, type Piece } from "./cards";
import {
  controls,
  element,
  imageOf,
  imageUrl,
  isImage,
  link,
  objectLine,
  objectMarkdown,
  textObject,
  unknown,
  words,
} from "./elements";
import { checkedFields, checkedText, type Fields, type Item, itemsOf } from "./json";
import { mrkdwn, visibleText } from "./mrkdwn";
import type { PayloadPath } from "./reading";
import { richText } from "./rich-text";

/** Slack's own limit is 50. Reading thousands would block other requests. */
const MOST_BLOCKS = 100;

/** Converts blocks, in order. An unknown block becomes a line with its type and the texts in it. */
export function blockPieces(blocks: unknown, path: PayloadPath): Piece[] {
  const items = itemsOf(blocks, path);
  if (items.length > MOST_BLOCKS) throw new AppError("invalid", `${path} can have at most ${MOST_BLOCKS} blocks.`);
  return items.map(pieceOf).filter((piece) => piece.kind !== "text" || !isBlank(piece.text));
}

function pieceOf(block: Item): Piece {
  const { value, path } = block;
  const asText = (text: string): Piece => ({ kind: "text", text });
  switch (value.type) {
    case "header":
      return asText(heading(objectLine(value.text, path.at("text"))));
    case "section":
      return section(block);
    case "context":
      return asText(elements(block));
    case "actions":
    case "context_actions":
      return actions(block);
    case "rich_text":
      return asText(richText(block));
    case "table":
      return asText(table(block));
    case "markdown":
      return asText(checkedText(value.text, path.at("text")));
    case "divider":
      return { kind: "divider" };
    case "image":
      return image(block);
    case "video":
      return video(block);
    default:
      return asText(unknown(value, path));
  }
}

/** A Markdown heading. A `#` at its end is escaped, because Markdown would drop it. */
const heading = (text: string): string => (isBlank(text) ? "" : `### ${words(text).replace(/(^| )(#+)$/, "$1\\$2")}`);

function actions({ value, path }: Item): Piece {
  const { buttons, lines } = controls(itemsOf(value.elements, path.at("elements")));
  const text = lines.join(" · ");
  return buttons.length === 0 ? { kind: "text", text } : { kind: "structure", text, buttons };
}

function elements({ value, path }: Item): string {
  const shown = itemsOf(value.elements, path.at("elements")).map((item) => element(item.value, item.path));
  const lines = shown.filter((each) => each !== "");
  return lines.join(lines.some((each) => each.includes("\n")) ? "\n\n" : " ");
}

function image({ value, path }: Item): Piece {
  const url = imageUrl(value, path);
  const alt = checkedText(value.alt_text, path.at("alt_text"));
  const title = objectLine(value.title, path.at("title")) || alt;
  if (!isImage(url)) return { kind: "text", text: url ? link(url, title) : words(title || "(image)") };
  return { kind: "structure", text: "", ...(title && { title }), image: { url, alt: title } };
}

function video({ value, path }: Item): Piece {
  const text = (key: string) => checkedText(value[key], path.at(key));
  const title = objectLine(value.title, path.at("title")) || text("alt_text") || "Video";
  const [url, thumbnail] = [text("title_url") || text("video_url"), text("thumbnail_url")];
  const author = [text("author_name"), text("provider_name")].filter((name) => name !== "").join(" · ");
  return {
    kind: "structure",
    title,
    text: objectMarkdown(value.description, path.at("description")),
    ...(isImage(url) && { url }),
    ...(author && { author }),
    ...(isImage(thumbnail) && { image: { url: thumbnail, alt: title } }),
  };
}

/** A field that starts with a name in bold. */
const NAMED = /^\s*\*([^*\s][^*\n]*)\*(?![\p{L}\p{N}*])[ \t]*:?[ \t]*\n?([\s\S]*)$/u;

/** Converts a section: its text, its fields, and the image or button next to it. */
function section({ value, path }: Item): Piece {
  const text = objectMarkdown(value.text, path.at("text"));
  const fields = sectionFields(value.fields, path.at("fields"));
  const beside = { value: checkedFields(value.accessory, path.at("accessory")), path: path.at("accessory") };
  const accessory = Object.keys(beside.value).length > 0 ? beside : null;
  const image = accessory ? imageOf(accessory.value, accessory.path) : null;
  const { buttons, lines } = controls(accessory && !image ? [accessory] : []);
  const words = [text, ...lines].filter((each) => each !== "").join("\n\n");
  if (fields.length === 0 && !image && buttons.length === 0) return { kind: "text", text: words };
  return {
    kind: "structure",
    text: words,
    ...(fields.length > 0 && { fields }),
    ...(image && { thumbnail: image }),
    ...(buttons.length > 0 && { buttons }),
  };
}

/** Slack requires text objects here; plain strings are read as mrkdwn. */
function sectionFields(value: unknown, path: PayloadPath): EmbedField[] {
  return itemsOf(value, path).flatMap((item): EmbedField[] => {
    const { text, mode } = textObject(item.value, item.path);
    if (isBlank(text)) return [];
    const split = mode === "mrkdwn" ? NAMED.exec(text) : null;
    const [name, rest] = split ? [visibleText(split[1] ?? "").trim(), split[2] ?? ""] : ["", text];
    if (isBlank(name) || isBlank(rest)) return [{ name: NOTHING, value: mrkdwn(text, mode), inline: true }];
    return [{ name, value: mrkdwn(rest, mode), inline: true }];
  });
}

/** Converts a table block to a Markdown table, whose first row is its head. */
function table({ value, path }: Item): string {
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
