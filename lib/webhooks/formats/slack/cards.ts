import type { EmbedButton, EmbedField } from "@/lib/messages/dto";
import { codePoints, cut, isBlank } from "@/lib/text/text";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";
import { splitMarkdown } from "@/lib/webhooks/payload/split-markdown";
import { link, type SlackImage, words } from "./elements";

/** Something that needs a card: everything except text. */
export type Structure = {
  kind: "structure";
  title?: string;
  url?: string;
  author?: string;
  text: string;
  fields?: EmbedField[];
  image?: SlackImage;
  thumbnail?: SlackImage;
  buttons?: EmbedButton[];
};

/** A converted block: Markdown, a divider, or something that needs a card. */
export type Piece = { kind: "text"; text: string } | { kind: "divider" } | Structure;

/** Replaces a field's missing name or value, so that readers see an empty line, as in Slack. */
export const NOTHING = "\u200b";

/** An embed in the format of Parley's own payload. */
export type SlackCard = {
  title?: string;
  url?: string;
  description?: string;
  color?: number;
  fields?: EmbedField[];
  timestamp?: string;
  author?: { name: string; url?: string; icon_url?: string };
  footer?: { text: string; icon_url?: string };
  image?: { url: string };
  thumbnail?: { url: string };
  buttons?: EmbedButton[];
};

/** Joins Markdown texts with empty lines. */
export const below = (texts: readonly string[]): string => texts.filter((text) => !isBlank(text)).join("\n\n");

/** Converts a piece to text: images and buttons become links, fields become lines. */
function foldPiece(piece: Piece): string {
  if (piece.kind === "divider") return "---";
  if (piece.kind === "text") return piece.text;
  const { title, url, author, text, fields, image, thumbnail, buttons = [] } = piece;
  const images = [image, thumbnail].flatMap((each) => (each ? [link(each.url, each.alt || "Image")] : []));
  const isNamed = title !== undefined && (url !== undefined || title !== image?.alt);
  const heading = isNamed ? `**${url ? link(url, title) : words(title)}**` : "";
  return below([words(author ?? ""), heading, text, foldFields(fields ?? []), ...images, foldButtons(buttons)]);
}

const foldButtons = (buttons: readonly EmbedButton[]): string =>
  buttons.map(({ label, url }) => link(url, label)).join(" · ");

/** Fields as text, each with a bold name above its value. */
const foldFields = (fields: readonly EmbedField[]): string =>
  below(
    fields.map(({ name, value }) =>
      [isBlank(name) ? "" : `**${words(name)}**`, value === NOTHING ? "" : value].filter(Boolean).join("\n"),
    ),
  );

/**
 * Returns the card, or several that follow one another if it has more text than one can hold. A long title and fields
 * that don't fit move into the text.
 */
export function withinLimits(card: SlackCard): SlackCard[] {
  const moved = withLongPartsInText(card);
  return fits(moved) ? [moved] : inParts(moved);
}

// A card that is one of several has at most its author, title, footer and this much in fields, beside this much text.
const KEPT_FIELDS = 1000;
const CONTINUED = 3400;

/** The longest footer of a card, longer than in Slack. */
export const LONGEST_FOOTER = 1000;

function withLongPartsInText(card: SlackCard): SlackCard {
  const { title = "", fields = [], ...rest } = card;
  const longTitle = codePoints(title) > EMBED_LIMITS.title;
  const longFields =
    fields.length > EMBED_LIMITS.fields ||
    fields.some(
      ({ name, value }) => codePoints(name) > EMBED_LIMITS.fieldName || codePoints(value) > EMBED_LIMITS.fieldValue,
    ) ||
    (!fits(card) && lengthOf(fields.flatMap(({ name, value }) => [name, value])) > KEPT_FIELDS);
  if (!longTitle && !longFields) return card;
  const moved = longTitle ? `**${rest.url ? link(rest.url, title) : words(title)}**` : "";
  return {
    ...rest,
    ...(!longTitle && title && { title }),
    ...(!longFields && fields.length > 0 && { fields }),
    description: below([moved, rest.description ?? "", longFields ? foldFields(fields) : ""]),
  };
}

function fits({ title, description = "", author, footer, fields = [] }: SlackCard): boolean {
  const others = [title, author?.name, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])];
  const length = codePoints(description);
  return length <= EMBED_LIMITS.description && length + lengthOf(others) <= EMBED_LIMITS.allTexts;
}

const lengthOf = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + codePoints(text ?? ""), 0);

function inParts({ description = "", title, url, author, thumbnail, color, ...end }: SlackCard): SlackCard[] {
  const parts = splitMarkdown(description, CONTINUED, CONTINUED);
  return parts.map((part, index) => ({
    ...(index === 0 && { ...(title && { title }), ...(url && { url }), ...(author && { author }) }),
    ...(index === 0 && thumbnail && { thumbnail }),
    ...(color !== undefined && { color }),
    description: part,
    ...(index === parts.length - 1 && end),
  }));
}

/** Returns a card with everything in a block except its text. */
function cardOf({ title, url, author, text, fields, image, thumbnail, buttons }: Structure): SlackCard {
  return {
    ...(title && { title }),
    ...(url && { url }),
    ...(author && { author: { name: cut(author, EMBED_LIMITS.authorName) } }),
    ...(text && { description: text }),
    ...(fields && { fields }),
    ...(image && { image: { url: image.url } }),
    ...(thumbnail && { thumbnail: { url: thumbnail.url } }),
    ...(buttons && { buttons }),
  };
}

/** Splits off the pieces before the first that needs a card, as far as they fit into a message's content. */
export function leadingText(pieces: readonly Piece[], taken: number): { text: string[]; rest: Piece[] } {
  let length = taken;
  const end = pieces.findIndex((piece) => {
    length += codePoints(foldPiece(piece)) + 2;
    return piece.kind === "structure" || length > PAYLOAD_LIMITS.content;
  });
  const text = (end === -1 ? pieces : pieces.slice(0, end)).map(foldPiece);
  return { text, rest: end === -1 ? [] : pieces.slice(end) };
}

/** Arranges pieces, in order, as at most `most` (≥ 1) cards. Further ones are added to the last card's text. */
export function layCards(pieces: readonly Piece[], most: number): SlackCard[] {
  const groups = groupsOf(pieces);
  const whole = groups.length > most ? groups.slice(0, most - 1) : groups;
  const folded = groups.slice(whole.length).flat();
  const cards = whole.map(cardOfGroup);
  return folded.length === 0 ? cards : [...cards, { description: foldAll(folded) }];
}

/** Converts pieces to text. */
export const foldAll = (pieces: readonly Piece[]): string => below(pieces.map(foldPiece));

/**
 * Groups pieces that share a card: texts, at most one with fields or an image, which comes first or last, and one with
 * buttons at the end.
 */
function groupsOf(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let room = { text: 0, structured: true };
  for (const piece of pieces) {
    const text = piece.kind === "divider" ? 5 : codePoints(piece.text) + 2;
    const last = groups.at(-1);
    if (last && isOnlyButtons(piece) && !last.some(hasButtons)) {
      last.push(piece);
      room = { text: 0, structured: true };
    } else if (last && !room.structured && joins(piece) && text <= room.text) {
      last.push(piece);
      room = { text: room.text - text, structured: piece.kind === "structure" };
    } else if (piece.kind !== "divider") {
      groups.push([piece]);
      room = { text: EMBED_LIMITS.description - text, structured: piece.kind === "structure" };
    }
  }
  return groups;
}

// A card's image is at the top right and its title above the text, so neither may follow another block's text.
const joins = (piece: Piece): boolean =>
  piece.kind !== "structure" || !(piece.title ?? piece.url ?? piece.author ?? piece.image ?? piece.thumbnail);

const hasButtons = (piece: Piece): boolean => piece.kind === "structure" && piece.buttons !== undefined;
const isOnlyButtons = (piece: Piece): boolean =>
  hasButtons(piece) && piece.kind === "structure" && piece.text === "" && !piece.fields && joins(piece);

function cardOfGroup(pieces: readonly Piece[]): SlackCard {
  const structures = pieces.filter((piece) => piece.kind === "structure");
  const texts = pieces.map((piece) => (piece.kind === "structure" ? piece.text : foldPiece(piece)));
  const description = below(texts);
  return { ...Object.assign({}, ...structures.map(cardOf)), ...(description && { description }) };
}
