import { SHORTEST_PART } from "@/lib/search/dto";

/** A part of a text, and whether it matches the query. */
export type Segment = { text: string; hit: boolean };

type Letter = { folded: string; start: number; end: number };

/** A word to find at the beginning of words, or anywhere in them. */
type Sought = { word: string; anywhere: boolean };

type Hit = { start: number; end: number; beginsWord: boolean };

/**
 * Splits a text into matching and other segments. `terms` are folded words; several in a row are separate words. The
 * first word of a term also matches inside of other words, the others by their beginning. Only what matches is marked.
 */
export function toSegments(text: string, terms: readonly string[]): Segment[] {
  const parts: Segment[] = [];
  let from = 0;
  for (const { start, end } of hitsIn(text, terms)) {
    if (start > from) parts.push({ text: text.slice(from, start), hit: false });
    parts.push({ text: text.slice(start, end), hit: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false });
  return parts;
}

/** Returns the index of the first hit at the beginning of a word, or else of the first one; null if there is none. */
export function firstHit(text: string, terms: readonly string[]): number | null {
  const hits = hitsIn(text, terms);
  return (hits.find((hit) => hit.beginsWord) ?? hits[0])?.start ?? null;
}

function hitsIn(text: string, terms: readonly string[]): Hit[] {
  const all = terms.flatMap(soughtBy);
  if (all.length === 0) return [];
  const inside = all.filter(({ anywhere }) => anywhere);
  const letters = lettersOf(text);
  const hits: Hit[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const begins = beginsWord(letters, at);
    const lengths = (begins ? all : inside).map(({ word }) => lengthOf(letters, at, word));
    const longest = Math.max(0, ...lengths);
    const [first, last] = [letters[at], letters[at + longest - 1]];
    if (longest > 0 && first && last) hits.push({ start: first.start, end: last.end, beginsWord: begins });
    at += Math.max(0, longest - 1);
  }
  return hits;
}

function soughtBy(term: string): Sought[] {
  const words = term.split(" ").filter(Boolean);
  return words.map((word, index) => ({ word, anywhere: index === 0 && [...word].length >= SHORTEST_PART }));
}

/** Returns how many letters from `at` spell the word; 0 if they don't. */
function lengthOf(letters: readonly Letter[], at: number, word: string): number {
  let rest = word;
  for (let count = 0; rest !== ""; count += 1) {
    const folded = letters[at + count]?.folded ?? " ";
    const isMark = folded === "";
    if (folded === " " || !rest.startsWith(folded) || (isMark && count === 0)) return 0;
    rest = rest.slice(folded.length);
    if (rest === "") return count + 1;
  }
  return 0;
}

function beginsWord(letters: readonly Letter[], at: number): boolean {
  const before = letters[at - 1]?.folded ?? " ";
  const here = letters[at]?.folded ?? " ";
  return here !== " " && here !== "" && (before === " " || standsAlone(before) || standsAlone(here));
}

/** Returns whether this script is written without spaces, so that each letter counts as a word. */
function standsAlone(letter: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u.test(letter);
}

// A page of results has hundreds of thousands of letters but few different ones, so folded letters are cached.
const folds = new Map<string, string>();
const MOST_FOLDS = 4_096;

/** Returns each code point without case and accents, with separators as spaces. */
function lettersOf(text: string): Letter[] {
  let at = 0;
  return [...text].map((character) => {
    const start = at;
    at += character.length;
    let folded = folds.get(character);
    if (folded === undefined) {
      if (folds.size >= MOST_FOLDS) folds.clear();
      folded = fold(character);
      folds.set(character, folded);
    }
    return { folded, start, end: at };
  });
}

function fold(character: string): string {
  const folded = character
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  if (/^[\p{Mn}\p{Cf}]*$/u.test(folded)) return "";
  return /^[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/u.test(folded) ? folded : " ";
}
