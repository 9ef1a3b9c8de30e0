import type { EmbedButton, EmbedField } from "@/lib/messages/dto";
import { codePoints, isBlank } from "@/lib/text";
import { link, words } from "@/lib/webhooks/dialects/slack/element";
import type { Piece, Structure } from "@/lib/webhooks/dialects/slack/piece";
import { NOTHING } from "@/lib/webhooks/dialects/slack/section";

/** An embed as the payload of Parley's own dialect has it. */
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

/** A card, and where in the sender's payload its parts were written. */
export type SentCard = { card: Card; pathOf: (part: string) => string };

/** Markdown texts, one below the other with space between. */
export const below = (texts: readonly string[]): string => texts.filter((text) => !isBlank(text)).join("\n\n");

/** A piece as text alone: its pictures and buttons become links, its fields lines. */
export function foldPiece(piece: Piece): string {
  if (piece.kind === "divider") return "---";
  if (piece.kind === "text") return piece.text;
  const { title, url, author, text, fields, image, thumbnail, buttons = [] } = piece;
  const pictures = [image, thumbnail].flatMap((each) => (each ? [link(each.url, each.alt || "Image")] : []));
  const isNamed = title !== undefined && (url !== undefined || title !== image?.alt);
  const heading = isNamed ? `**${url ? link(url, title) : words(title)}**` : "";
  return below([words(author ?? ""), heading, text, foldFields(fields ?? []), ...pictures, foldButtons(buttons)]);
}

const foldButtons = (buttons: readonly EmbedButton[]): string =>
  buttons.map(({ label, url }) => link(url, label)).join(" · ");

/** Fields as text, each a bold name above its value. */
const foldFields = (fields: readonly EmbedField[]): string =>
  below(
    fields.map(({ name, value }) =>
      [isBlank(name) ? "" : `**${words(name)}**`, value === NOTHING ? "" : value].filter(Boolean).join("\n"),
    ),
  );

/** What a card can't hold as it stands (a long title, a long or a twenty-sixth field) moves into its description. */
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

/** A card of what a block has besides text. */
export function cardOf({ title, url, author, text, fields, image, thumbnail, buttons }: Structure): Card {
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
