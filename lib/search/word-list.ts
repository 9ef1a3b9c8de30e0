import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { byStart, canBeInside, hasWords, isIndexed, type Word } from "@/lib/search/terms";

// Why: docs/decisions/search.md

// Shorter words have no middle, and longer ones are hardly typed in part: hashes, keys, encoded data.
const SHORTEST = 4;
const LONGEST = 50;
// The most words that a part of a word matches. The index takes 26 ms for as many.
const MOST = 500;
// Of several words, one that matches more than this isn't looked up but only compared: the index would go through all of
// them for each message.
const MANY = 50;

/** Returns SQL that adds the words of these rows' `document` to the list of words. */
export function listWords(rows: Prisma.Sql): Prisma.Sql {
  // In order, so that two of these statements at once can't wait for each other.
  return Prisma.sql`
    INSERT INTO search_words (word)
    SELECT DISTINCT word COLLATE "C" FROM ${rows} AS listed, unnest(tsvector_to_array(listed.document)) AS word
    WHERE length(word) BETWEEN ${SHORTEST} AND ${LONGEST} ORDER BY 1 ON CONFLICT DO NOTHING`;
}

/**
 * Returns the conditions on documents `s` that have all of these words: those for the index, and one to compare each
 * document. The transaction mustn't scan sequentially.
 */
export async function conditionsFor(
  tx: Transaction,
  words: readonly Word[],
): Promise<{ forIndex: Prisma.Sql[]; forEach: Prisma.Sql }> {
  const around = await wordsAround(tx, words);
  const lexemes = words.map((word, place) => [byStart(word), ...(around[place] ?? []).map((each) => `'${each}'`)]);
  const [fewest = [], ...others] = lexemes.sort((a, b) => a.length - b.length);
  const most = others.at(-1) ?? fewest;
  if (most.length === 1) {
    const known = isIndexed([lexemes.flat().join(" & ")]);
    return { forIndex: [known], forEach: known };
  }
  const few = lexemes.filter(({ length }) => length <= MANY);
  // One word alone is looked up by many short queries, because a long one takes 60 times as long.
  const queries = few.length < 2 ? fewest : [few.map((each) => `(${each.join(" | ")})`).join(" & ")];
  const compared = others.length === 0 ? [] : [hasWords(words)];
  return { forIndex: [isIndexed(queries), ...compared], forEach: hasWords(words) };
}

/**
 * Returns, for each word, the listed words that have it inside: up to 500, preferably those that were listed first, as common
 * words are.
 */
async function wordsAround(tx: Transaction, words: readonly Word[]): Promise<string[][]> {
  const around = words.map((): string[] => []);
  const asked = words.flatMap((word, place) =>
    canBeInside(word) && word.text.length < LONGEST
      ? [{ place, part: word.text, pattern: `%${word.text}${word.as === "end" ? "" : "%"}` }]
      : [],
  );
  if (asked.length === 0) return around;
  const rows = await tx.$queryRaw<{ place: number; word: string }[]>`
    SELECT asked.place, found.word
    FROM unnest(${asked.map(({ place }) => place)}::int[], ${asked.map(({ part }) => part)}::text[],
      ${asked.map(({ pattern }) => pattern)}::text[]) AS asked(place, part, pattern)
    CROSS JOIN LATERAL (
      SELECT word FROM search_words
      WHERE parley_word_parts(word) @> parley_word_parts('-' || asked.part) AND substr(word, 2) LIKE asked.pattern
      LIMIT ${MOST}) AS found`;
  for (const { place, word } of rows) around[place]?.push(word);
  return around;
}
