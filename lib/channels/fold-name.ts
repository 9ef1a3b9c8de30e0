import { Prisma } from "@/lib/db/generated/client";
import { oneLine } from "@/lib/text";

const LONGEST_SEARCH = 80;

/** A part of a name as `nameHasWords` compares it: without case, accents and the signs that join words. */
export function foldName(search: string): string {
  const text = oneLine(search.slice(0, LONGEST_SEARCH)).normalize("NFD").toLowerCase();
  return text.replace(/[\u0300-\u036f]/g, "").replace(/[-_.(]/g, " ");
}

/** SQL that says whether the name in `column`, from one of its words on, begins like `search`. */
export function nameHasWords(column: Prisma.Sql, search: string): Prisma.Sql {
  return Prisma.sql`position(' ' || ${foldName(search)} IN ' ' || ${folded(column)}) > 0`;
}

/** SQL for the name in `column` as `foldName` has it. Most names are plain ASCII, and for them it is quick. */
export function folded(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`translate(CASE WHEN octet_length(${column}) = length(${column}) THEN lower(${column})
    ELSE regexp_replace(lower(normalize(${column}, NFD)), '[\u0300-\u036f]', '', 'g') END, '-_.(', '    ')`;
}

/** SQL that says whether the text in `column` has every word of `search` somewhere in it. */
export function textHolds(column: Prisma.Sql, search: string): Prisma.Sql {
  const words = foldName(search).split(" ").filter(Boolean);
  return Prisma.join(
    [Prisma.sql`true`, ...words.map((word) => Prisma.sql`position(${word} IN ${folded(column)}) > 0`)],
    " AND ",
  );
}

/**
 * SQL for what sorts the names in `column` as people count: "CI 2" comes before "CI 10", because a number at the end is filled up with
 * zeros. It is to be compared as bytes.
 */
export function countingOrder(column: Prisma.Sql): Prisma.Sql {
  const digits = "0123456789";
  const number = Prisma.sql`substr(${column}, length(rtrim(${column}, ${digits})) + 1)`;
  return Prisma.sql`(rtrim(${folded(column)}, ${digits}) || CASE WHEN ${number} = '' THEN '' ELSE lpad(${number}, 20, '0') END)
    COLLATE "C"`;
}
