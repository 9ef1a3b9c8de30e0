import type { EmbedField } from "@/lib/messages/dto";
import { cut, isBlank } from "@/lib/text/text";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { parseTimestamp } from "@/lib/webhooks/payload/timestamp";
import { blockPieces } from "./blocks";
import { below, foldAll, LONGEST_FOOTER, layCards, NOTHING, type Piece, type SlackCard } from "./cards";
import { controls, isImage, link } from "./elements";
import type { Mode } from "./inline";
import { checkedText, decorationOf, type Item, itemsOf, looseText } from "./json";
import type { PayloadPath } from "./reading";
import { linkRun } from "./runs";

/** A legacy attachment: the text above it, the card with its own fields, and its blocks. */
export type Attachment = { pretext: string; own: SlackCard; blocks: Piece[]; color: number | undefined };

/** Reads one attachment. */
export function readAttachment({ value, path }: Item): Attachment {
  const { markup } = path.reading;
  const pretext = markup.text(checkedText(value.pretext, path.at("pretext")), modeOf(value.mrkdwn_in, "pretext"));
  const blocks = blockPieces(value.blocks, path.at("blocks"));
  const card = ownCard({ value, path });
  const color = colorOf(decorationOf(value.color, path.at("color")), path.at("color"));
  const shows = Object.keys(card).length > 0 || blocks.length > 0 || !isBlank(pretext);
  const fallback = shows ? "" : markup.text(checkedText(value.fallback, path.at("fallback")));
  return { pretext, blocks, color, own: isBlank(fallback) ? card : { description: fallback } };
}

/** Returns the attachment's cards: its own and its blocks', at most `most` (≥ 1) before long texts are divided. */
export function attachmentCards({ own, blocks, color, pretext }: Attachment, most: number): SlackCard[] {
  const description = below([pretext, own.description ?? ""]);
  const card = { ...own, ...(description && { description }) };
  const isOwn = Object.keys(card).length > 0;
  const alone = isOwn && most === 1 && blocks.length > 0;
  // If there's room for only one card, the attachment's own texts precede its blocks.
  const cards = alone
    ? [{ ...card, description: below([description, foldAll(blocks)]) }]
    : [...(isOwn ? [card] : []), ...layCards(blocks, isOwn ? most - 1 : most)];
  return color === undefined ? cards : cards.map((each) => ({ color, ...each }));
}

function ownCard({ value, path }: Item): SlackCard {
  const { markup } = path.reading;
  const text = (key: string) => checkedText(value[key], path.at(key));
  const line = (key: string) => markup.plain(text(key)).replace(/\s+/g, " ").trim();
  const short = (key: string, most: number) => shortened(line(key), most, path.at(key));
  const title = line("title");
  const names = [short("author_name", EMBED_LIMITS.authorName), line("author_subname")];
  const name = cut(names.filter((each) => !isBlank(each)).join(" · "), EMBED_LIMITS.authorName);
  const footer = short("footer", LONGEST_FOOTER);
  const address = (key: string) => decorationOf(value[key], path.at(key));
  const [image, thumbnail, titleLink] = ["image_url", "thumb_url", "title_link"].map((key) =>
    urlOrLink(address(key), path.at(key)),
  );
  const [authorUrl, authorIcon, footerIcon] = ["author_link", "author_icon", "footer_icon"].map((key) =>
    webUrl(address(key), path.at(key)),
  );
  const { buttons, lines } = actions({ value, path });
  const description = below([
    markup.text(text("text"), modeOf(value.mrkdwn_in, "text")),
    ...[titleLink, image, thumbnail].map((each) => each?.link ?? ""),
    lines.join(" · "),
  ]);
  const fields = attachmentFields({ value, path });
  const timestamp = timeOf(value.ts, path.at("ts"));
  return {
    ...(!isBlank(title) && { title, ...(titleLink?.url && { url: titleLink.url }) }),
    ...(name && {
      author: { name, ...(authorUrl && { url: authorUrl }), ...(authorIcon && { icon_url: authorIcon }) },
    }),
    ...(description && { description }),
    ...(fields.length > 0 && { fields }),
    ...(image?.url && { image: { url: image.url } }),
    ...(thumbnail?.url && { thumbnail: { url: thumbnail.url } }),
    ...(!isBlank(footer) && { footer: { text: footer, ...(footerIcon && { icon_url: footerIcon }) } }),
    ...(timestamp && { timestamp }),
    ...(buttons.length > 0 && { buttons }),
  };
}

/** Cuts a text that has no other place to go, with a remark. */
export function shortened(text: string, most: number, path: PayloadPath): string {
  const short = cut(text, most);
  if (short !== text) path.remark(`has more than ${most} characters, so it was shortened`);
  return short;
}

/** Returns an address if a card can have it, or else writes it as a link. One that leads nowhere is left out, with a remark. */
function urlOrLink(address: string, path: PayloadPath): { url: string; link: string } {
  const isLink = /^[a-z]+:/i.test(address) && linkRun(address, "").kind === "link";
  if (isLink && !isImage(address)) return { url: "", link: link(address, "") };
  return { url: webUrl(address, path), link: "" };
}

/** Returns an address that a card can have. Anything else is left out, with a remark. */
export function webUrl(address: string, path: PayloadPath): string {
  if (address === "" || isImage(address)) return address;
  path.remark("isn't a web address, so it was left out");
  return "";
}

function attachmentFields({ value, path }: Item): EmbedField[] {
  const { markup } = path.reading;
  const mode = modeOf(value.mrkdwn_in, "fields");
  return itemsOf(value.fields, path.at("fields"), "value").flatMap((field): EmbedField[] => {
    const name = markup
      .plain(looseText(field.value.title, field.path.at("title")))
      .replace(/\s+/g, " ")
      .trim();
    const shown = markup.text(looseText(field.value.value, field.path.at("value")), mode);
    if (isBlank(name) && isBlank(shown)) return [];
    const inline = field.value.short === true || field.value.short === "true";
    return [{ name: isBlank(name) ? NOTHING : name, value: isBlank(shown) ? NOTHING : shown, inline }];
  });
}

/** Reads legacy buttons, which have a plain string as their label and need no type. */
function actions({ value, path }: Item): ReturnType<typeof controls> {
  const items = itemsOf(value.actions, path.at("actions"));
  return controls(
    items.map((item) => (item.value.type === "select" ? item : { ...item, value: { ...item.value, type: "button" } })),
  );
}

/** `mrkdwn_in` names the fields with markup; without it, all have it. Links work in every field. */
function modeOf(mrkdwnIn: unknown, field: string): Mode {
  return Array.isArray(mrkdwnIn) && mrkdwnIn.length > 0 && !mrkdwnIn.includes(field) ? "links" : "mrkdwn";
}

const NAMED = new Map([
  ["good", 0x2eb886],
  ["warning", 0xdaa038],
  ["danger", 0xa30200],
]);

/** Parses one of Slack's three color names or a hexadecimal color with or without "#". */
function colorOf(text: string, path: PayloadPath): number | undefined {
  if (text === "") return undefined;
  const named = NAMED.get(text.toLowerCase());
  if (named !== undefined) return named;
  const hex = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text)?.[1];
  if (hex !== undefined) return Number.parseInt(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex, 16);
  path.remark("isn't a color, so it was left out");
  return undefined;
}

/**
 * Converts a Unix time in seconds (a number, or digits in a string) to ISO 8601 in UTC; null if it's absent, 0 or, with
 * a remark, no time. Also accepts milliseconds and ISO 8601, which some senders write.
 */
function timeOf(value: unknown, path: PayloadPath): string | null {
  const text = typeof value === "number" ? value : decorationOf(value, path);
  if (text === "") return null;
  const seconds = typeof text === "string" && /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
  if (seconds === 0) return null;
  if (typeof seconds === "number") {
    const date = new Date(seconds < 1e11 ? seconds * 1000 : seconds);
    if (seconds > 0 && date.getTime() <= Date.UTC(9999, 11, 31)) return date.toISOString();
  }
  const iso = typeof seconds === "string" ? parseTimestamp(seconds) : null;
  if (iso === null) path.remark("isn't a time, so it was left out");
  return iso;
}
