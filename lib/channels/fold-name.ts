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
