import { Prisma } from "@/lib/db/generated/client";
import type { ReadingClient } from "@/lib/db/heavy-read";
import { SHORTEST_PART } from "@/lib/messages/search/dto";
import type { Term } from "@/lib/messages/search/parse-query";
import { isPunctuation, isSign, SIGNS } from "@/lib/messages/search/words";

// The length at which `parley_search_text` cuts words, in code points.
const LONGEST_WORD = 200;

/**
 * A normalized word of a query, and what a message's word has to have of it: the whole word, its start, its end, or any
 * part of it.
 */
export type Word = { text: string; as: "whole" | "start" | "end" | "part" };

/** Consecutive words of a message's text. */
export type Phrase = readonly Word[];

/** What to search for, and the same as messages were indexed before. They differ only if `earlier` isn't null. */
export type FoldedTerms = { phrases: Phrase[]; earlier: Phrase[] | null };

/** Normalizes terms the way messages are indexed. Terms without letters, digits or signs are left out. */
export async function foldTerms(client: ReadingClient, terms: readonly Term[]): Promise<FoldedTerms> {
  if (terms.length === 0) return { phrases: [], earlier: null };
  const rows = await client.$queryRaw<{ folded: string; before: string }[]>`
    SELECT parley_search_text(t.said, NULL) AS folded, parley_search_text_1(t.said, NULL) AS before
    FROM unnest(${terms.map(({ text }) => text)}::text[]) WITH ORDINALITY AS t(said, place) ORDER BY t.place`;
  const phrasesIn = (texts: readonly string[]) =>
    texts.map((text, index) => phraseFrom(text, terms[index]?.quoted ?? false)).filter((phrase) => phrase.length > 0);
  const phrases = phrasesIn(rows.map(({ folded }) => folded));
  const earlier = phrasesIn(rows.map(({ before }) => before));
  return { phrases, earlier: JSON.stringify(phrases) === JSON.stringify(earlier) ? null : earlier };
}

function phraseFrom(folded: string, quoted: boolean): Phrase {
  const { words, cut } = upToLongWord(withoutPunctuation(folded.split(" ").filter(Boolean)));
  return words.map((text, at) => ({ text, as: formOf(text, at, words.length, quoted && !cut) }));
}

/**
 * Leaves out the punctuation around a term's words, as in "(#123).", and between them, as in "a::b", if there is no other
 * sign. A term of signs alone stays as it is.
 */
function withoutPunctuation(words: readonly string[]): string[] {
  if (words.every(isSign)) return [...words];
  const inside = words.map((word, at) => {
    if (!isSign(word) || (at > 0 && at < words.length - 1)) return word;
    return at === 0 ? word.replace(/^[!(),.:;?[\]{}]+/, "") : word.replace(/[!(),.:;?[\]{}]+$/, "");
  });
  const meansSigns = inside.some((word) => isSign(word) && !isPunctuation(word));
  return inside.filter((word) => word !== "" && (meansSigns || !isSign(word)));
}

/** Only the beginning of a word that is too long for the index can be found, and no word after it. */
function upToLongWord(words: readonly string[]): { words: string[]; cut: boolean } {
  const index = words.findIndex((word) => [...word].length > LONGEST_WORD);
  if (index === -1) return { words: [...words], cut: false };
  const beginning = [...(words[index] ?? "")].slice(0, LONGEST_WORD).join("");
  return { words: [...words.slice(0, index), beginning], cut: true };
}

// Between two words is a separator, so only the first word's start and the last one's end may be missing. Where signs begin and
// end is never typed with care.
function formOf(text: string, at: number, count: number, whole: boolean): Word["as"] {
  if (whole && !isSign(text)) return "whole";
  const mayLackItsStart = at === 0 && (isSign(text) || [...text].length >= SHORTEST_PART);
  if (at === count - 1) return mayLackItsStart ? "part" : "start";
  return mayLackItsStart ? "end" : "whole";
}

/** Returns whether messages may have it inside of a longer word, which the index doesn't know. */
export function canBeInside({ as }: Word): boolean {
  return as === "part" || as === "end";
}

/** Returns SQL that tells whether the document `s` has all of these words, in any order. */
export function hasWords(words: readonly Word[]): Prisma.Sql {
  if (!words.some(canBeInside)) return isIndexed([words.map(byStart).join(" & ")]);
  const patterns = words.map(patternOf);
  // With coalesce, PostgreSQL expects half of the documents to match. Otherwise it would expect next to none, and first
  // look for those.
  return Prisma.sql`coalesce(s.document::text LIKE ALL (${patterns}::text[]), false)`;
}

/** Returns the LIKE pattern of documents, as texts, that have this word. */
export function patternOf(word: Word): string {
  // As a text, a document is a list of its words in quotes. Words themselves have neither quotes nor backslashes.
  const { as } = word;
  const text = word.text.replaceAll("%", String.raw`\%`);
  return `%${canBeInside(word) ? "" : "'"}${text}${as === "whole" || as === "end" ? "'" : ""}%`;
}

/** Returns SQL that tells whether the document `s` matches one of these queries, for its index. */
export function isIndexed(queries: readonly string[]): Prisma.Sql {
  const [only = "", ...others] = queries;
  return others.length === 0
    ? Prisma.sql`s.document @@ ${only}::tsquery`
    : Prisma.sql`s.document @@ ANY (${[...queries]}::tsquery[])`;
}

/** Returns the query for words that are this one or, unless it's whole, start with it. */
export function byStart({ text, as }: Word): string {
  return `'${text}'${as === "start" || as === "part" ? ":*" : ""}`;
}

/** Returns SQL that tells whether the message `m` has the words in their order, which the index doesn't know. */
export function inOrder(phrases: readonly Phrase[]): Prisma.Sql[] {
  return phrases.filter((phrase) => phrase.length > 1).map(inARow);
}

/** Returns SQL that tells whether the message `m` has this phrase, without the index. */
export function inARow(phrase: Phrase): Prisma.Sql {
  const [first, last] = [phrase[0], phrase.at(-1)];
  const said = phrase.map(({ text }) => text).join(" ");
  const between = phrase.some(({ text }) => isSign(text)) ? " +" : `[ ${SIGNS}]+`;
  return Prisma.sql`position(${`${first && canBeInside(first) ? "" : " "}${said}${last?.as === "whole" ? " " : ""}`} IN
    regexp_replace(' ' || parley_search_text(m.content, m.embeds) || ' ', ${between}, ' ', 'g')) > 0`;
}
