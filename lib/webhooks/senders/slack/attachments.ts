import { AppError } from "@/lib/errors";
import type { EmbedField } from "@/lib/messages/dto";
import { isBlank } from "@/lib/text";
import { type Path, pathText } from "@/lib/webhooks/format/problem";
import { parseTimestamp } from "@/lib/webhooks/format/timestamp";
import { blockPieces } from "./blocks";
import { below, type Card, foldAll, layCards, NOTHING, type Piece, type SentCard, withinLimits } from "./cards";
import { controls, isImage, link } from "./elements";
import type { Mode } from "./inline";
import { decorationOf, type Item, itemsOf, looseText, textOf } from "./json";
import { mrkdwn, visibleText } from "./mrkdwn";

/** A legacy attachment: the text above it, the card with its own fields, and its blocks. */
export type Attachment = { pretext: string; own: SentCard; blocks: Piece[]; color: number | undefined };

/** Reads one attachment. Throws AppError `invalid` that names the field with the wrong type. */
export function readAttachment({ value, path }: Item): Attachment {
  const text = (key: string) => textOf(value[key], `${path}.${key}`);
  const pretext = mrkdwn(text("pretext"), modeOf(value.mrkdwn_in, "pretext"));
  const blocks = blockPieces(value.blocks, `${path}.blocks`);
  const card = ownCard({ value, path });
  const color = colorOf(decorationOf(value.color));
  const shows = Object.keys(card).length > 0 || blocks.length > 0 || !isBlank(pretext);
  const fallback = shows ? "" : mrkdwn(text("fallback"));
  const shown = isBlank(fallback) ? card : { description: fallback };
  return { pretext, blocks, color, own: { card: withinLimits(shown), pathOf: (part) => senderPart(path, part) } };
}

/** Returns the attachment's cards, at most `most` (≥ 1). */
export function attachmentCards({ own, blocks, color, pretext }: Attachment, most: number): SentCard[] {
  const description = below([pretext, own.card.description ?? ""]);
  const card = { ...own.card, ...(description && { description }) };
  const isOwn = Object.keys(card).length > 0;
  const alone = isOwn && most === 1 && blocks.length > 0;
  // If there's room for only one card, the attachment's own texts precede its blocks.
  const cards = alone
    ? [{ ...own, card: { ...card, description: below([description, foldAll(blocks)]) } }]
    : [...(isOwn ? [{ ...own, card }] : []), ...layCards(blocks, isOwn ? most - 1 : most)];
  return color === undefined ? cards : cards.map((each) => ({ ...each, card: { color, ...each.card } }));
}

function ownCard({ value, path }: Item): Card {
  const text = (key: string) => textOf(value[key], `${path}.${key}`);
  const line = (key: string) => visibleText(text(key)).replace(/\s+/g, " ").trim();
  const imageUrl = (key: string) => (isImage(decorationOf(value[key])) ? decorationOf(value[key]) : "");
  const [title, author, footer] = [line("title"), [line("author_name"), line("author_subname")], line("footer")];
  const name = author.filter((each) => !isBlank(each)).join(" · ");
  const { buttons, lines } = actions({ value, path });
  const description = below([
    mrkdwn(text("text"), modeOf(value.mrkdwn_in, "text")),
    ...["image_url", "thumb_url"].filter((key) => !imageUrl(key) && text(key)).map((key) => link(text(key), "")),
    lines.join(" · "),
  ]);
  const fields = attachmentFields({ value, path });
  const timestamp = timeOf(value.ts, `${path}.ts`);
  const [authorUrl, authorIcon, footerIcon] = [
    imageUrl("author_link"),
    imageUrl("author_icon"),
    imageUrl("footer_icon"),
  ];
  return {
    ...(!isBlank(title) && { title, ...(imageUrl("title_link") && { url: imageUrl("title_link") }) }),
    ...(name && {
      author: { name, ...(authorUrl && { url: authorUrl }), ...(authorIcon && { icon_url: authorIcon }) },
    }),
    ...(description && { description }),
    ...(fields.length > 0 && { fields }),
    ...(imageUrl("image_url") && { image: { url: imageUrl("image_url") } }),
    ...(imageUrl("thumb_url") && { thumbnail: { url: imageUrl("thumb_url") } }),
    ...(!isBlank(footer) && { footer: { text: footer, ...(footerIcon && { icon_url: footerIcon }) } }),
    ...(timestamp && { timestamp }),
    ...(buttons.length > 0 && { buttons }),
  };
}

function attachmentFields({ value, path }: Item): EmbedField[] {
  const mode = modeOf(value.mrkdwn_in, "fields");
  return itemsOf(value.fields, `${path}.fields`).flatMap((field): EmbedField[] => {
    const name = visibleText(looseText(field.value.title, `${field.path}.title`))
      .replace(/\s+/g, " ")
      .trim();
    const shown = mrkdwn(looseText(field.value.value, `${field.path}.value`), mode);
    if (isBlank(name) && isBlank(shown)) return [];
    const inline = field.value.short === true || field.value.short === "true";
    return [{ name: isBlank(name) ? NOTHING : name, value: isBlank(shown) ? NOTHING : shown, inline }];
  });
}

/** Reads legacy buttons, which have a plain string as their label and need no type. */
function actions({ value, path }: Item): ReturnType<typeof controls> {
  const items = itemsOf(value.actions, `${path}.actions`);
  return controls(
    items.map((item) => (item.value.type === "select" ? item : { ...item, value: { ...item.value, type: "button" } })),
  );
}

/** `mrkdwn_in` names the fields with markup; without it, all have it. Links work in every field. */
function modeOf(mrkdwnIn: unknown, field: string): Mode {
  return Array.isArray(mrkdwnIn) && mrkdwnIn.length > 0 && !mrkdwnIn.includes(field) ? "links" : "mrkdwn";
}

// Slack's names for the parts of an embed.
const NAMES = new Map([
  ["title", "title"],
  ["url", "title_link"],
  ["description", "text"],
  ["fields", "fields"],
  ["author.name", "author_name"],
  ["footer.text", "footer"],
  ["timestamp", "ts"],
  ["image.url", "image_url"],
  ["thumbnail.url", "thumb_url"],
]);

/** Returns the sender's path of a part of the card. */
function senderPart(path: string, part: Path): string {
  const [name, index, key] = part;
  if (name === "fields" && (key === "name" || key === "value")) {
    return `${path}.fields[${index}].${key === "name" ? "title" : key}`;
  }
  const own = NAMES.get(pathText(part));
  return own === undefined ? path : `${path}.${own}`;
}

const NAMED: Record<string, number> = { good: 0x2eb886, warning: 0xdaa038, danger: 0xa30200 };

/**
 * Parses one of Slack's three color names or a hexadecimal color with or without "#". Returns undefined for anything
 * else.
 */
function colorOf(text: string): number | undefined {
  const named = NAMED[text.trim().toLowerCase()];
  if (named !== undefined) return named;
  const hex = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text.trim())?.[1];
  if (hex === undefined) return undefined;
  return Number.parseInt(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex, 16);
}

/**
 * Converts a Unix time in seconds (a number, or digits in a string) to ISO 8601 in UTC; null if it's absent or 0. Also
 * accepts milliseconds and ISO 8601, which some senders write. Throws AppError `invalid` for anything else.
 */
function timeOf(value: unknown, path: string): string | null {
  if (value === null || value === undefined || value === "" || value === false) return null;
  const text = typeof value === "string" ? value.trim() : value;
  const seconds = typeof text === "string" && /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
  if (seconds === 0) return null;
  if (typeof seconds === "number") {
    const date = new Date(seconds < 1e11 ? seconds * 1000 : seconds);
    if (seconds > 0 && date.getTime() <= Date.UTC(9999, 11, 31)) return date.toISOString();
  }
  const iso = typeof seconds === "string" ? parseTimestamp(seconds) : null;
  if (iso === null) throw new AppError("invalid", `${path} must be a Unix time in seconds.`);
  return iso;
}
