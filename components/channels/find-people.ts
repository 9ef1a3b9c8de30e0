type Findable = { name: string; email: string };

/** Those whose name or email contains every word of the search, in any order; nobody for an empty search. */
export function findPeople<P extends Findable>(people: readonly P[], search: string): P[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return people.filter((person) => {
    const text = fold(`${person.name} ${person.email}`);
    return words.every((word) => text.includes(word));
  });
}

/** Without case and accents: "Zoë" is found by "zoe". */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
