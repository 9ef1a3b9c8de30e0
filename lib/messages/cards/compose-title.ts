import type { CardFacts, Embed } from "@/lib/messages/dto";
import { codePoints, cut } from "@/lib/text/text";

/** The most code points of a card's facts. */
export const CARD_LIMITS = {
  place: 80,
  places: 2,
  subject: 256,
  event: 80,
  state: 40,
  summary: 300,
  title: 256,
} as const;

// So that two places, a state and an event leave room for the subject.
const LONGEST_PLACE = 48;

/**
 * Returns the title that says a card's facts in a line: "[shop · production] Firing: p99 of checkout-api". This is the only
 * place where a title is made of facts, and nothing takes it apart again. It's cut to fit an embed.
 */
export function composeTitle({ place = [], state, event, subject = "" }: CardFacts): string {
  const where = place.length > 0 ? `[${place.map((each) => cut(each, LONGEST_PLACE)).join(" · ")}] ` : "";
  const what = [state?.word, event].filter(Boolean).join(" · ");
  const head = `${where}${what}${what && subject ? ": " : ""}`;
  return `${head}${cut(subject, CARD_LIMITS.title - codePoints(head))}`.trim();
}

/**
 * Returns what a card says in a line, for lists, notifications and mails: its title, and before a sender's own title the
 * place and state that the sender gave. "" if it has none.
 */
export function lineOf({ card, title = "" }: Pick<Embed, "card" | "title">): string {
  if (!card || card.subject !== undefined) return title;
  return composeTitle({ place: card.place, state: card.state, subject: title });
}

/** Returns what a card is about, which links to its page: its subject, or else what happened or where; a sender's own title. */
export function linkText({ card, title = "" }: Pick<Embed, "card" | "title">): string {
  if (card?.subject === undefined) return title;
  return card.subject || card.event || (card.place?.join(" · ") ?? "");
}
