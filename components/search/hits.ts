import { SHORTEST_PART } from "@/lib/messages/search/dto";
import { isSign, type SaidWord, wordsOf } from "@/lib/messages/search/words";

/** A part of a text, and whether it matches the query. */
export type Segment = { text: string; hit: boolean };

type Hit = { start: number; end: number; beginsWord: boolean };

/**
 * Splits a text into matching and other segments. `terms` are folded words; several in a row are separate words, which are
 * marked where they follow each other, or else wherever they are. The first word of a term also matches inside of other words,
 * the others by their beginning. Only what matches is marked.
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
  const all = terms.map((term) => term.split(" ").filter(Boolean)).filter((term) => term.length > 0);
  if (all.length === 0) return [];
  const words = wordsOf(text);
  const withoutSigns = words.filter((word) => !isSign(word.text));
  const hits = all.flatMap((term) => (term.some(isSign) ? inARow(words, term) : apartFromSigns(withoutSigns, term)));
  let end = 0;
  return hits
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((hit) => {
      const isFree = hit.start >= end;
      if (isFree) end = hit.end;
      return isFree;
    });
}

function apartFromSigns(words: readonly SaidWord[], term: readonly string[]): Hit[] {
  const hits = inARow(words, term);
  if (hits.length > 0 || term.length === 1) return hits;
  // Markup may be between them, or cut off.
  return term.flatMap((part, place) => words.flatMap((word) => within(word, part, place === 0 && isLong(part))));
}

/** Returns the hits of a term's words where they follow each other. */
function inARow(words: readonly SaidWord[], term: readonly string[]): Hit[] {
  const [first = "", ...others] = term;
  if (others.length === 0) return words.flatMap((word) => within(word, first, isLong(first)));
  return words.flatMap((word, at) => {
    const from = word.text.length - first.length;
    if (isLong(first) ? !word.text.endsWith(first) : word.text !== first) return [];
    const rest = others.map((part, index) => {
      const next = words[at + 1 + index];
      const isLast = index === others.length - 1;
      return next && (isLast ? next.text.startsWith(part) : next.text === part) ? hitIn(next, 0, part.length) : null;
    });
    const found = rest.filter((hit) => hit !== null);
    return found.length === rest.length ? [hitIn(word, from, first.length), ...found] : [];
  });
}

/** Returns the hits of a part of a word: all of them, or only that at its beginning. */
function within(word: SaidWord, part: string, anywhere: boolean): Hit[] {
  if (!anywhere) return word.text.startsWith(part) ? [hitIn(word, 0, part.length)] : [];
  const hits: Hit[] = [];
  for (let at = word.text.indexOf(part); at !== -1; at = word.text.indexOf(part, at + part.length)) {
    hits.push(hitIn(word, at, part.length));
  }
  return hits;
}

function hitIn(word: SaidWord, from: number, length: number): Hit {
  return { start: word.starts[from] ?? 0, end: word.ends[from + length - 1] ?? 0, beginsWord: from === 0 };
}

/** Returns whether it's also found inside of a word, as signs are and as `formOf` in lib/messages/search/terms.ts says. */
function isLong(part: string): boolean {
  return isSign(part) || [...part].length >= SHORTEST_PART;
}
