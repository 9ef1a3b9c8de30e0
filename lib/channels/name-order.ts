const LONGEST_NUMBER = 20;

/** Removes case, accents and the characters that join words from a name, to compare it with others. */
export function foldJoined(name: string): string {
  const text = name.normalize("NFD").toLowerCase();
  return text.replace(/[\u0300-\u036f]/g, "").replace(/[-_.(]/g, " ");
}

/** Returns a key that sorts names naturally ("ci-2" before "ci-10"), in every language. `nameOrder` (fold-name.ts) is the same in SQL. */
function nameKey(name: string): string {
  return foldJoined(name).replace(/[0-9]+/g, (digits) => digits.padStart(LONGEST_NUMBER, "0").slice(-LONGEST_NUMBER));
}

type Named = { id: string; name: string };

/** Returns channels, or other things with a name, in the order in which every list shows them. */
export function sortedByName<T extends Named>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: nameKey(item.name), id: BigInt(item.id) }));
  return keyed.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id)).map(({ item }) => item);
}

function compare<K extends string | bigint>(a: K, b: K): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
