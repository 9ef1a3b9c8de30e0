import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { byStart, canBeInside, hasWords, isIndexed, patternOf, type Word } from "@/lib/messages/search/terms";
import { isSign } from "@/lib/messages/search/words";

// Why: docs/decisions/search.md

// Shorter words have no middle, and longer ones are hardly typed in part: hashes, keys, encoded data.
const SHORTEST = 4;
const SHORTEST_SIGNS = 2;
const LONGEST = 50;
// The most words that a part of a word matches. The index takes 26 ms for as many.
const MOST = 500;
// Of several words, one that matches more than this isn't looked up but only compared: the index would go through all of
// them for each message.
const MANY = 50;
// How many of the latest messages tell how frequent words are.
const SAMPLE = 1_000;

/** Returns SQL that adds the words of these rows' `document` to the list of words. */
export function listWords(rows: Prisma.Sql): Prisma.Sql {
  // In order, so that two of these statements at once can't wait for each other.
  return Prisma.sql`
    INSERT INTO search_words (word)
    SELECT word COLLATE "C" FROM (SELECT DISTINCT unnest(tsvector_to_array(listed.document)) AS word FROM ${rows} AS listed) each
    WHERE length(word) BETWEEN ${SHORTEST} AND ${LONGEST} OR length(word) BETWEEN ${SHORTEST_SIGNS} AND ${SHORTEST - 1} AND (${ARE_SIGNS})
    ORDER BY 1 ON CONFLICT DO NOTHING`;
}

// In the order of the "C" collation, which is that of the list: between and around the digits and letters of ASCII.
const ARE_SIGNS = Prisma.sql`word COLLATE "C" < '0' OR word COLLATE "C" > '9' AND word COLLATE "C" < 'a'
  OR word COLLATE "C" > 'z' AND word COLLATE "C" < chr(128)`;

/**
 * Returns the conditions on documents `s` that have all of these words, by which the index finds them. `frequencies` tells
 * how frequent each word is (see `frequenciesOf`). The transaction mustn't scan sequentially.
 */
export async function conditionsFor(
  tx: Transaction,
  words: readonly Word[],
  frequencies: readonly number[],
): Promise<Prisma.Sql[]> {
  const around = await wordsAround(tx, words);
  const all = words.map((word, place) => ({
    lexemes: [byStart(word), ...(around[place] ?? []).map((each) => `'${each}'`)],
    // Cut off, the list would miss messages.
    isCut: around[place]?.length === MOST,
    frequency: frequencies[place] ?? 0,
  }));
  if (all.every(({ lexemes }) => lexemes.length === 1))
    return [isIndexed([all.flatMap(({ lexemes }) => lexemes).join(" & ")])];
  const few = all.filter(({ lexemes }) => lexemes.length <= MANY);
  const [rarest] = all.toSorted(
    (a, b) => Number(a.isCut) - Number(b.isCut) || a.frequency - b.frequency || a.lexemes.length - b.lexemes.length,
  );
  // One word alone is looked up by many short queries, because a long one takes 60 times as long.
  const queries =
    few.length < 2 ? (rarest?.lexemes ?? []) : [few.map(({ lexemes }) => `(${lexemes.join(" | ")})`).join(" & ")];
  return [isIndexed(queries), ...(all.length === 1 ? [] : [hasWords(words)])];
}

/**
 * Returns in how many of the latest messages each of these words is. Doesn't ask if that makes no difference to how they're
 * looked up.
 */
export async function frequenciesOf(tx: Transaction, words: readonly Word[]): Promise<number[]> {
  if (words.length < 2 || !words.some(canBeInside)) return words.map(() => 0);
  const rows = await tx.$queryRaw<{ place: number; count: number }[]>`
    SELECT asked.place::int, count(*)::int AS count
    FROM (SELECT document::text AS said FROM message_search ORDER BY message_id DESC LIMIT ${SAMPLE}) s
    JOIN unnest(${words.map(patternOf)}::text[]) WITH ORDINALITY AS asked(pattern, place) ON s.said LIKE asked.pattern
    GROUP BY asked.place`;
  return words.map((_, at) => rows.find(({ place }) => place === at + 1)?.count ?? 0);
}

/**
 * Returns, for each word, the listed words that have it inside: up to 500, preferably those that were listed first, as common
 * words are.
 */
async function wordsAround(tx: Transaction, words: readonly Word[]): Promise<string[][]> {
  const around = words.map((): string[] => []);
  const asked = words.flatMap((word, place) =>
    canBeInside(word) && word.text.length < LONGEST
      ? [
          {
            place,
            part: word.text,
            pattern: `%${word.text.replaceAll("%", String.raw`\%`)}${word.as === "end" ? "" : "%"}`,
          },
        ]
      : [],
  );
  // There are few different signs, and most are shorter than the index needs.
  const [signs, others] = [true, false].map((wanted) => asked.filter(({ part }) => isSign(part) === wanted));
  const rows = [
    ...(await listed(tx, others ?? [], Prisma.sql`parley_word_parts(word) @> parley_word_parts('-' || asked.part)`)),
    ...(await listed(tx, signs ?? [], ARE_SIGNS)),
  ];
  for (const { place, word } of rows) around[place]?.push(word);
  return around;
}

type PartQuery = { place: number; part: string; pattern: string };

/** Returns listed words among those that meet a condition: those that match what is asked after their first character. */
async function listed(
  tx: Transaction,
  asked: readonly PartQuery[],
  among: Prisma.Sql,
): Promise<{ place: number; word: string }[]> {
  if (asked.length === 0) return [];
  return tx.$queryRaw`
    SELECT asked.place, found.word
    FROM unnest(${asked.map(({ place }) => place)}::int[], ${asked.map(({ part }) => part)}::text[],
      ${asked.map(({ pattern }) => pattern)}::text[]) AS asked(place, part, pattern)
    CROSS JOIN LATERAL (
      SELECT word FROM search_words WHERE (${among}) AND substr(word, 2) LIKE asked.pattern LIMIT ${MOST}) AS found`;
}
