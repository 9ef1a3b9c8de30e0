import { foldText } from "@/lib/text";

type Findable = { name: string; email: string };

/** Those whose name or email contains every word of the search, in any order; nobody for an empty search. */
export function findPeople<P extends Findable>(people: readonly P[], search: string): P[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return people.filter((person) => {
    const text = foldText(`${person.name} ${person.email}`);
    return words.every((word) => text.includes(word));
  });
}
