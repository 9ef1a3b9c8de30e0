import type { EmbedButton, EmbedField } from "@/lib/messages/dto";
import { codePoints, isBlank } from "@/lib/text";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import type { Path } from "@/lib/webhooks/format/problem";
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

/**
 * A converted block: Markdown, a divider, or something that needs a card. `path` is its place in the sender's payload.
 */
export type Piece = ({ kind: "text"; text: string } | { kind: "divider" } | Structure) & { path: string };

/** Replaces a field's missing name or value, so that readers see an empty line, as in Slack. */
export const NOTHING = "\u200b";

/** An embed in the format of Parley's own payload. */
export type Card = {
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

/** A card, and a function from its parts to their paths in the sender's payload. */
export type SentCard = { card: Card; pathOf: (part: Path) => string };

/** Joins Markdown texts with empty lines. */
export const below = (texts: readonly string[]): string => texts.filter((text) => !isBlank(text)).join("\n\n");

/** Converts a piece to text: images and buttons become links, fields become lines. */
export function foldPiece(piece: Piece): string {
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

/** Moves what a card can't hold (a long title, a long or a 26th field) into its description. */
export function withinLimits(card: Card): Card {
  const { title = "", fields = [], ...rest } = card;
  const longTitle = codePoints(title) > 256;
  const longFields =
    fields.length > 25 || fields.some(({ name, value }) => codePoints(name) > 256 || codePoints(value) > 1024);
  if (!longTitle && !longFields) return card;
  const moved = longTitle ? `**${rest.url ? link(rest.url, title) : words(title)}**` : "";
  return {
    ...rest,
    ...(!longTitle && title && { title }),
    ...(!longFields && fields.length > 0 && { fields }),
    description: below([moved, rest.description ?? "", longFields ? foldFields(fields) : ""]),
  };
}

/** Returns a card with everything in a block except its text. */
function cardOf({ title, url, author, text, fields, image, thumbnail, buttons }: Structure): Card {
  return {
    ...(title && { title }),
    ...(url && { url }),
    ...(author && { author: { name: author } }),
    ...(text && { description: text }),
    ...(fields && { fields }),
    ...(image && { image: { url: image.url } }),
    ...(thumbnail && { thumbnail: { url: thumbnail.url } }),
    ...(buttons && { buttons }),
  };
}

const DESCRIPTION = 4096;

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
export function layCards(pieces: readonly Piece[], most: number): SentCard[] {
  const groups = groupsOf(pieces);
  const whole = groups.length > most ? groups.slice(0, most - 1) : groups;
  const folded = groups.slice(whole.length).flat();
  const cards = whole.map((each) => sent(cardOfGroup(each), each));
  return folded.length === 0 ? cards : [...cards, sent({ description: foldAll(folded) }, folded)];
}

/** Converts pieces to text. */
export const foldAll = (pieces: readonly Piece[]): string => below(pieces.map(foldPiece));

const sent = (card: SentCard["card"], [first]: readonly Piece[]): SentCard => ({
  card: withinLimits(card),
  pathOf: () => first?.path ?? "blocks",
});

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
      room = { text: DESCRIPTION - text, structured: piece.kind === "structure" };
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

function cardOfGroup(pieces: readonly Piece[]): SentCard["card"] {
  const structures = pieces.filter((piece) => piece.kind === "structure");
  const texts = pieces.map((piece) => (piece.kind === "structure" ? piece.text : foldPiece(piece)));
  const description = below(texts);
  return { ...Object.assign({}, ...structures.map(cardOf)), ...(description && { description }) };
}
