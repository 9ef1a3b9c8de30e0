import type { EmbedButton } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text/text";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { link, literal, paragraphs } from "@/lib/webhooks/payload/markdown";
import type { Group, Piece } from "./components";
import { isAttached } from "./pictures";

/** A card made of components. */
export type LaidCard = {
  color?: number | undefined;
  description?: string | undefined;
  image?: { url: string } | undefined;
  thumbnail?: { url: string } | undefined;
  buttons?: EmbedButton[] | undefined;
};

const MOST_BUTTONS = 25;

/** Takes the texts before anything else off the groups, for the message's own text. */
export function leadingText(groups: readonly Group[]): { text: string; rest: Group[] } {
  const [first, ...others] = groups;
  if (!first || first.framed) return { text: "", rest: [...groups] };
  const end = first.pieces.findIndex(({ kind }) => kind === "picture" || kind === "buttons");
  const texts = end === -1 ? first.pieces : first.pieces.slice(0, end);
  const rest = end === -1 ? others : [{ ...first, pieces: first.pieces.slice(end) }, ...others];
  // Lines are between texts only.
  const last = texts.findLastIndex(({ kind }) => kind === "text");
  const shown =
    last === -1
      ? []
      : texts.slice(
          texts.findIndex(({ kind }) => kind === "text"),
          last + 1,
        );
  return { text: paragraphs(...shown.map((piece) => (piece.kind === "text" ? piece.markdown : "---"))), rest };
}

/** Arranges groups as cards, at most `most`. Further ones become part of the last card: its text, links and buttons. */
export function layCards(groups: readonly Group[], most: number): LaidCard[] {
  const cards = groups.flatMap(cardsOf);
  if (cards.length <= most) return cards;
  const folded = cards.slice(most - 1);
  const texts = folded.map(({ description = "", image, thumbnail }) =>
    // An attached picture that no card shows is shown as a file.
    paragraphs(
      description,
      ...[image, thumbnail].map((each) => (each && !isAttached(each.url) ? link("Image", each.url) : "")),
    ),
  );
  const description = paragraphs(...texts);
  const buttons = folded.flatMap((card) => card.buttons ?? []);
  return [...cards.slice(0, most - 1), withButtons({ ...(description && { description }) }, buttons)];
}

/** A card shows its text, then its picture, then its buttons: what doesn't come in this order begins another. */
function cardsOf({ color, pieces }: Group): LaidCard[] {
  const cards: LaidCard[] = [];
  let isDivided = false;
  for (const piece of pieces) {
    if (piece.kind === "divider") isDivided = true;
    else {
      const last = cards.at(-1);
      const joined = last && join(last, piece, isDivided);
      if (joined) cards[cards.length - 1] = joined;
      else cards.push({ ...(color !== undefined && { color }), ...alone(piece) });
      isDivided = false;
    }
  }
  return cards;
}

function alone(piece: Exclude<Piece, { kind: "divider" }>): LaidCard {
  if (piece.kind === "text") return { description: piece.markdown };
  if (piece.kind === "buttons") return withButtons({}, piece.buttons);
  return { [piece.isThumbnail ? "thumbnail" : "image"]: { url: piece.url } };
}

/** Returns the card with the piece, or null if the piece needs its own. */
function join(card: LaidCard, piece: Exclude<Piece, { kind: "divider" }>, isDivided: boolean): LaidCard | null {
  if (piece.kind === "buttons") return withButtons(card, [...(card.buttons ?? []), ...piece.buttons]);
  if (card.image || card.buttons) return null;
  if (piece.kind === "picture") {
    return piece.isThumbnail && card.thumbnail ? null : { ...card, ...alone(piece) };
  }
  const description = paragraphs(card.description ?? "", isDivided ? "---" : "", piece.markdown);
  return codePoints(description) <= EMBED_LIMITS.description ? { ...card, description } : null;
}

/** Buttons beyond those that a card has room for become links. */
export function withButtons<C extends LaidCard>(card: C, buttons: readonly EmbedButton[]): C {
  const links = buttons.slice(MOST_BUTTONS).map(({ label, url }) => link(literal(label), url));
  const description = paragraphs(card.description ?? "", links.join(" · "));
  return {
    ...card,
    ...(description && { description }),
    ...(buttons.length > 0 && { buttons: buttons.slice(0, MOST_BUTTONS) }),
  };
}
