import { Prisma } from "@/lib/db/generated/client";

// Why: docs/decisions/search.md

// Shorter words have no middle, and longer ones are hardly typed in part: hashes, keys, encoded data.
const SHORTEST = 4;
const LONGEST = 50;

/** Returns SQL that adds the words of these rows' `document` to the list of words. */
export function listWords(rows: Prisma.Sql): Prisma.Sql {
  // In order, so that two of these statements at once can't wait for each other.
  return Prisma.sql`
    INSERT INTO search_words (word)
    SELECT DISTINCT word COLLATE "C" FROM ${rows} AS listed, unnest(tsvector_to_array(listed.document)) AS word
    WHERE length(word) BETWEEN ${SHORTEST} AND ${LONGEST} ORDER BY 1 ON CONFLICT DO NOTHING`;
}
