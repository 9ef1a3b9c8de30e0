import { AppError } from "@/lib/errors";
import type { EmbedField } from "@/lib/messages/dto";
import { codePoints, isBlank } from "@/lib/text";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { foldPiece, NOTHING, type Piece } from "./cards";
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
import { fieldsOf, type Item, itemsOf, textOf } from "./json";
import { mrkdwn, visibleText } from "./mrkdwn";
import { richText } from "./rich-text";

/** The size of a full message: its content and ten embeds of 6000 characters. */
const MOST = PAYLOAD_LIMITS.content + PAYLOAD_LIMITS.embeds * 6000;

/** Slack's own limit is 50. Reading thousands would block other requests. */
const MOST_BLOCKS = 100;

/** Converts blocks, in order. An unknown block becomes a line with its type and the texts in it. */
export function blockPieces(blocks: unknown, path: string): Piece[] {
  const pieces: Piece[] = [];
  let length = 0;
  const items = itemsOf(blocks, path);
  if (items.length > MOST_BLOCKS) throw new AppError("invalid", `${path} can have at most ${MOST_BLOCKS} blocks.`);
  for (const block of items) {
    const piece = pieceOf(block);
    if (piece.kind === "text" && isBlank(piece.text)) continue;
    pieces.push(piece);
    length += codePoints(foldPiece(piece));
    if (length > MOST) throw new AppError("invalid", `${path} can have at most ${MOST} characters in all their texts.`);
  }
  return pieces;
}

function pieceOf(block: Item): Piece {
  const { value, path } = block;
  const asText = (text: string): Piece => ({ kind: "text", text, path });
  switch (value.type) {
    case "header":
      return asText(heading(objectLine(value.text, `${path}.text`)));
    case "section":
      return section(block);
    case "context":
      return asText(elements(block));
    case "actions":
    case "context_actions":
      return actions(block);
    case "rich_text":
      return asText(richText(block));
    case "markdown":
      return asText(textOf(value.text, `${path}.text`));
    case "divider":
      return { kind: "divider", path };
    case "image":
      return image(block);
    case "video":
      return video(block);
    default:
      return asText(unknown(textOf(value.type, `${path}.type`) || "block", value));
  }
}

/** A Markdown heading. A `#` at its end is escaped, because Markdown would drop it. */
const heading = (text: string): string => (isBlank(text) ? "" : `### ${words(text).replace(/(^| )(#+)$/, "$1\\$2")}`);

function actions({ value, path }: Item): Piece {
  const { buttons, lines } = controls(itemsOf(value.elements, `${path}.elements`));
  const text = lines.join(" · ");
  return buttons.length === 0 ? { kind: "text", text, path } : { kind: "structure", text, path, buttons };
}

function elements({ value, path }: Item): string {
  const shown = itemsOf(value.elements, `${path}.elements`).map((item) => element(item.value, item.path));
  const lines = shown.filter((each) => each !== "");
  return lines.join(lines.some((each) => each.includes("\n")) ? "\n\n" : " ");
}

function image({ value, path }: Item): Piece {
  const url = imageUrl(value, path);
  const alt = textOf(value.alt_text, `${path}.alt_text`);
  const title = objectLine(value.title, `${path}.title`) || alt;
  if (!isImage(url)) return { kind: "text", text: url ? link(url, title) : words(title || "(image)"), path };
  return { kind: "structure", text: "", path, ...(title && { title }), image: { url, alt: title } };
}

function video({ value, path }: Item): Piece {
  const text = (key: string) => textOf(value[key], `${path}.${key}`);
  const title = objectLine(value.title, `${path}.title`) || text("alt_text") || "Video";
  const [url, thumbnail] = [text("title_url") || text("video_url"), text("thumbnail_url")];
  const author = [text("author_name"), text("provider_name")].filter((name) => name !== "").join(" · ");
  return {
    kind: "structure",
    title,
    path,
    text: objectMarkdown(value.description, `${path}.description`),
    ...(isImage(url) && { url }),
    ...(author && { author }),
    ...(isImage(thumbnail) && { image: { url: thumbnail, alt: title } }),
  };
}

/** A field that starts with a name in bold. */
const NAMED = /^\s*\*([^*\s][^*\n]*)\*(?![\p{L}\p{N}*])[ \t]*:?[ \t]*\n?([\s\S]*)$/u;

/** Converts a section: its text, its fields, and the image or button next to it. */
function section({ value, path }: Item): Piece {
  const text = objectMarkdown(value.text, `${path}.text`);
  const fields = sectionFields(value.fields, `${path}.fields`);
  const [accessory] = value.accessory
    ? [{ value: fieldsOf(value.accessory, `${path}.accessory`), path: `${path}.accessory` }]
    : [];
  const image = accessory ? imageOf(accessory.value, accessory.path) : null;
  const { buttons, lines } = controls(accessory && !image ? [accessory] : []);
  const words = [text, ...lines].filter((each) => each !== "").join("\n\n");
  if (fields.length === 0 && !image && buttons.length === 0) return { kind: "text", text: words, path };
  return {
    kind: "structure",
    text: words,
    path,
    ...(fields.length > 0 && { fields }),
    ...(image && { thumbnail: image }),
    ...(buttons.length > 0 && { buttons }),
  };
}

/** Slack requires text objects here; plain strings are read as mrkdwn. */
function sectionFields(value: unknown, path: string): EmbedField[] {
  const texts =
    Array.isArray(value) && value.every((each) => typeof each === "string")
      ? value.map((text, index) => ({ value: { type: "mrkdwn", text }, path: `${path}[${index}]` }))
      : itemsOf(value, path);
  return texts.flatMap((item): EmbedField[] => {
    const { text, mode } = textObject(item.value, item.path);
    if (isBlank(text)) return [];
    const split = mode === "mrkdwn" ? NAMED.exec(text) : null;
    const [name, rest] = split ? [visibleText(split[1] ?? "").trim(), split[2] ?? ""] : ["", text];
    if (isBlank(name) || isBlank(rest)) return [{ name: NOTHING, value: mrkdwn(text, mode), inline: true }];
    return [{ name, value: mrkdwn(rest, mode), inline: true }];
  });
}
