import type { ReactionDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";

const MOST_NAMES = 20;

/** Whether this person is among those who reacted so. */
export function isMine(reaction: ReactionDto, readerId: string | null): boolean {
  return reaction.people.some((person) => person.id === readerId);
}

/** "Ada, Grace and 3 more": who reacted so. */
export function reactionPeople({ people }: ReactionDto): string {
  const names = people.slice(0, MOST_NAMES).map((person) => cleanText(person.name));
  const more = people.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** "🎉 2 reactions, including yours: Ada, Grace", as a reaction is read aloud. */
export function reactionName(reaction: ReactionDto, readerId: string | null): string {
  const count = reaction.people.length;
  const mine = isMine(reaction, readerId) ? ", including yours" : "";
  return `${reaction.emoji} ${count} ${count === 1 ? "reaction" : "reactions"}${mine}: ${reactionPeople(reaction)}`;
}
