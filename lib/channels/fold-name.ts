import { foldJoined } from "@/lib/channels/name-order";
import { Prisma } from "@/lib/db/generated/client";
import { oneLine } from "@/lib/text";

const LONGEST_SEARCH = 80;

/** Normalizes part of a name for `nameHasWords`: removes case, accents and the characters that join words. */
export function foldName(search: string): string {
  return foldJoined(oneLine(search.slice(0, LONGEST_SEARCH)));
}

/** The SQL condition for whether the name in `column` contains `search` at the start of a word. */
export function nameHasWords(column: Prisma.Sql, search: string): Prisma.Sql {
  return Prisma.sql`position(' ' || ${foldName(search)} IN ' ' || ${folded(column)}) > 0`;
}

/** SQL that normalizes the name in `column` like `foldName`. It's fast for ASCII, which most names are. */
export function folded(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`translate(CASE WHEN octet_length(${column}) = length(${column}) THEN lower(${column})
    ELSE regexp_replace(lower(normalize(${column}, NFD)), '[\u0300-\u036f]', '', 'g') END, '-_.(', '    ')`;
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
