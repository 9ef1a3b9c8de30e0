import { holdsWords, searchWords } from "@/components/ui/search-words";
import type { PersonDto } from "@/lib/users/dto";

/** How many others a direct message can have. */
export const MOST_OTHERS = 8;

/** Whether nobody more fits in beside those chosen. */
export function isFull(chosen: readonly PersonDto[], myId: string): boolean {
  return chosen.filter(({ id }) => id !== myId).length >= MOST_OTHERS;
}

/** Who may still be chosen and matches the search, oneself last; oneself only while nobody is chosen. */
export function candidates(
  people: readonly PersonDto[],
  chosen: readonly PersonDto[],
  search: string,
  myId: string,
): PersonDto[] {
  if (isFull(chosen, myId)) return [];
  const words = searchWords(search);
  const found = people.filter(({ name, email }) => holdsWords(`${name} ${email}`, words));
  const others = found.filter(({ id }) => id !== myId && !chosen.some((each) => each.id === id));
  const me = chosen.length === 0 ? found.filter(({ id }) => id === myId) : [];
  return [...others, ...me];
}
