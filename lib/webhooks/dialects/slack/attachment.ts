import type { EmbedField } from "@/lib/messages/dto";
import { isBlank } from "@/lib/text";
import { colorOf, timeOf } from "@/lib/webhooks/dialects/slack/attachment-values";
import { blockPieces } from "@/lib/webhooks/dialects/slack/blocks";
import { controls } from "@/lib/webhooks/dialects/slack/buttons";
import { below, type Card, type SentCard, withinLimits } from "@/lib/webhooks/dialects/slack/card";
import { link } from "@/lib/webhooks/dialects/slack/element";
import type { Mode } from "@/lib/webhooks/dialects/slack/inline";
import { foldAll, layCards } from "@/lib/webhooks/dialects/slack/layout";
import { mrkdwn, plainText } from "@/lib/webhooks/dialects/slack/mrkdwn";
import { isPicture } from "@/lib/webhooks/dialects/slack/picture";
import type { Piece } from "@/lib/webhooks/dialects/slack/piece";
import { decorationOf, type Item, itemsOf, looseText, textOf } from "@/lib/webhooks/dialects/slack/read";
import { NOTHING } from "@/lib/webhooks/dialects/slack/section";

/** A legacy attachment: the text above it, the card of its own fields, and its blocks. */
export type Attachment = { pretext: string; own: SentCard; blocks: Piece[]; color: number | undefined };

/** Reads one attachment. Throws AppError `invalid`, naming the field, for a text that isn't one. */
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

/** The attachment's cards, at most `most` of them (≥ 1). */
export function attachmentCards({ own, blocks, color, pretext }: Attachment, most: number): SentCard[] {
  const description = below([pretext, own.card.description ?? ""]);
  const card = { ...own.card, ...(description && { description }) };
  const isOwn = Object.keys(card).length > 0;
  const alone = isOwn && most === 1 && blocks.length > 0;
  // With one card for all, what the attachment says itself comes before its blocks.
  const cards = alone
    ? [{ ...own, card: { ...card, description: below([description, foldAll(blocks)]) } }]
    : [...(isOwn ? [{ ...own, card }] : []), ...layCards(blocks, isOwn ? most - 1 : most)];
  return color === undefined ? cards : cards.map((each) => ({ ...each, card: { color, ...each.card } }));
}

function ownCard({ value, path }: Item): Card {
  const text = (key: string) => textOf(value[key], `${path}.${key}`);
  const line = (key: string) => plainText(text(key)).replace(/\s+/g, " ").trim();
  const picture = (key: string) => (isPicture(decorationOf(value[key])) ? decorationOf(value[key]) : "");
  const [title, author, footer] = [line("title"), [line("author_name"), line("author_subname")], line("footer")];
  const name = author.filter((each) => !isBlank(each)).join(" · ");
  const { buttons, lines } = actions({ value, path });
  const description = below([
    mrkdwn(text("text"), modeOf(value.mrkdwn_in, "text")),
    ...["image_url", "thumb_url"].filter((key) => !picture(key) && text(key)).map((key) => link(text(key), "")),
    lines.join(" · "),
  ]);
  const fields = attachmentFields({ value, path });
  const timestamp = timeOf(value.ts, `${path}.ts`);
  const [authorUrl, authorIcon, footerIcon] = [picture("author_link"), picture("author_icon"), picture("footer_icon")];
  return {
    ...(!isBlank(title) && { title, ...(picture("title_link") && { url: picture("title_link") }) }),
    ...(name && {
      author: { name, ...(authorUrl && { url: authorUrl }), ...(authorIcon && { icon_url: authorIcon }) },
    }),
    ...(description && { description }),
    ...(fields.length > 0 && { fields }),
    ...(picture("image_url") && { image: { url: picture("image_url") } }),
    ...(picture("thumb_url") && { thumbnail: { url: picture("thumb_url") } }),
    ...(!isBlank(footer) && { footer: { text: footer, ...(footerIcon && { icon_url: footerIcon }) } }),
    ...(timestamp && { timestamp }),
    ...(buttons.length > 0 && { buttons }),
  };
}

function attachmentFields({ value, path }: Item): EmbedField[] {
  const mode = modeOf(value.mrkdwn_in, "fields");
  return itemsOf(value.fields, `${path}.fields`).flatMap((field): EmbedField[] => {
    const name = plainText(looseText(field.value.title, `${field.path}.title`))
      .replace(/\s+/g, " ")
      .trim();
    const shown = mrkdwn(looseText(field.value.value, `${field.path}.value`), mode);
    if (isBlank(name) && isBlank(shown)) return [];
    const inline = field.value.short === true || field.value.short === "true";
    return [{ name: isBlank(name) ? NOTHING : name, value: isBlank(shown) ? NOTHING : shown, inline }];
  });
}

/** Legacy buttons have their label as a bare text, and need no type. */
function actions({ value, path }: Item): ReturnType<typeof controls> {
  const items = itemsOf(value.actions, `${path}.actions`);
  return controls(
    items.map((item) => (item.value.type === "select" ? item : { ...item, value: { ...item.value, type: "button" } })),
  );
}

/** Where a sender says which fields have mark-up, the others have none; links work everywhere. */
function modeOf(mrkdwnIn: unknown, field: string): Mode {
  return Array.isArray(mrkdwnIn) && mrkdwnIn.length > 0 && !mrkdwnIn.includes(field) ? "links" : "mrkdwn";
}

const PARTS: readonly [RegExp, string][] = [
  [/^title/, "title"],
  [/^url/, "title_link"],
  [/^description/, "text"],
  [/^fields\[(\d+)\]\.name/, "fields[$1].title"],
  [/^fields\[(\d+)\]\.value/, "fields[$1].value"],
  [/^fields/, "fields"],
  [/^author\.name/, "author_name"],
  [/^footer\.text/, "footer"],
  [/^timestamp/, "ts"],
  [/^image/, "image_url"],
  [/^thumbnail/, "thumb_url"],
];

/** Where the sender wrote what became this part of the card. */
function senderPart(path: string, part: string): string {
  const [from, to] = PARTS.find(([pattern]) => pattern.test(part)) ?? [null, ""];
  return from ? `${path}.${(from.exec(part)?.[0] ?? "").replace(from, to)}` : path;
}
