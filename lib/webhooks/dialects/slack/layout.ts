import { codePoints } from "@/lib/text";
import { below, cardOf, foldPiece, type SentCard, withinLimits } from "@/lib/webhooks/dialects/slack/card";
import type { Piece } from "@/lib/webhooks/dialects/slack/piece";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";

const DESCRIPTION = 4096;

/** Pieces before the first that needs a card, as far as they fit into a message's content; and the others. */
export function leadingText(pieces: readonly Piece[], taken: number): { text: string[]; rest: Piece[] } {
  let length = taken;
  const end = pieces.findIndex((piece) => {
    length += codePoints(foldPiece(piece)) + 2;
    return piece.kind === "structure" || length > PAYLOAD_LIMITS.content;
  });
  const text = (end === -1 ? pieces : pieces.slice(0, end)).map(foldPiece);
  return { text, rest: end === -1 ? [] : pieces.slice(end) };
}

/** Pieces in their order as at most `most` cards; what would be more is folded into the last one's text. `most` ≥ 1. */
export function layCards(pieces: readonly Piece[], most: number): SentCard[] {
  const groups = group(pieces);
  const whole = groups.length > most ? groups.slice(0, most - 1) : groups;
  const folded = groups.slice(whole.length).flat();
  const cards = whole.map((each) => sent(cardOfGroup(each), each));
  return folded.length === 0 ? cards : [...cards, sent({ description: foldAll(folded) }, folded)];
}

/** Pieces as text alone. */
export const foldAll = (pieces: readonly Piece[]): string => below(pieces.map(foldPiece));

const sent = (card: SentCard["card"], [first]: readonly Piece[]): SentCard => ({
  card: withinLimits(card),
  pathOf: () => first?.path ?? "blocks",
});

/**
 * Pieces that share a card: texts, at most one that has fields or a picture, which comes first or last, and at its end one
 * that has buttons.
 */
function group(pieces: readonly Piece[]): Piece[][] {
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

// A picture stands at a card's top right and a title above its text: neither may come after another block's text.
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
