import { Prisma } from "@/lib/db/generated/client";
import { foldText } from "@/lib/text/fold-text";
import { oneLine } from "@/lib/text/text";

const LONGEST_SEARCH = 80;
const LONGEST_NUMBER = 20;

/** Normalizes part of a name for `nameHasWords`: folds it, and removes the characters that join words. */
export function foldName(search: string): string {
  return foldJoined(oneLine(search.slice(0, LONGEST_SEARCH)));
}

function foldJoined(name: string): string {
  return foldText(name).replace(/[-_.(]/g, " ");
}

/** The SQL condition for whether the name in `column` contains `search` at the start of a word. */
export function nameHasWords(column: Prisma.Sql, search: string): Prisma.Sql {
  return Prisma.sql`position(' ' || ${foldName(search)} IN ' ' || ${folded(column)}) > 0`;
}

/** Like `nameHasWords`, for active people `u`: an index of the words of their names finds the few that can match. */
export function personHasWords(search: string): Prisma.Sql {
  const words = foldName(search).split(" ").filter(Boolean);
  if (words.length === 0) return Prisma.sql`u.deactivated_at IS NULL`;
  const query = words.map((word) => `'${word.replace(/['\\]/g, "$&$&")}'`).join(" & ");
  const name = Prisma.sql`u.name`;
  return Prisma.sql`(u.deactivated_at IS NULL AND ${nameHasWords(name, search)}
    AND array_to_tsvector(array_remove(string_to_array(${folded(name)}, ' '), '')) @@ ${`${query}:*`}::tsquery)`;
}

/** SQL that normalizes the name in `column` like `foldName`. */
export function folded(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`translate(parley_fold(${column}), '-_.(', '    ')`;
}

/** The SQL condition for whether the text in `column` contains every word of `search`. */
export function textHolds(column: Prisma.Sql, search: string): Prisma.Sql {
  const words = foldName(search).split(" ").filter(Boolean);
  return Prisma.join(
    [Prisma.sql`true`, ...words.map((word) => Prisma.sql`position(${word} IN ${folded(column)}) > 0`)],
    " AND ",
  );
}

/** SQL for a key that sorts the names in `column` naturally, as `sortedByName` does. */
export function nameOrder(column: Prisma.Sql): Prisma.Sql {
  // Twenty zeros before every number, and then only its last twenty digits.
  return Prisma.sql`regexp_replace(regexp_replace(${folded(column)}, '([0-9]+)', '00000000000000000000\\1', 'g'),
    '[0-9]*([0-9]{20})', '\\1', 'g') COLLATE "C"`;
}

/** Returns a key that sorts names naturally ("ci-2" before "ci-10"), in every language, as `nameOrder` does. */
function nameKey(name: string): string {
  return foldJoined(name).replace(/[0-9]+/g, (digits) => digits.padStart(LONGEST_NUMBER, "0").slice(-LONGEST_NUMBER));
}

type IdAndName = { id: string; name: string };

/** Returns channels, or other things with a name, in the order in which every list shows them. */
export function sortedByName<T extends IdAndName>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: nameKey(item.name), id: BigInt(item.id) }));
  return keyed.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id)).map(({ item }) => item);
}

function compare<K extends string | bigint>(a: K, b: K): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
