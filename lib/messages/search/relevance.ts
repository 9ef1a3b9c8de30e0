import { SHORTEST_PART } from "@/lib/messages/search/dto";
import { isSign, SIGNS } from "@/lib/messages/search/words";

const DAY_MS = 86_400_000;
// After this many days, an otherwise equal message counts half as much.
const HALF_DAYS = 90;
// A message of this length counts half as much as a very short one with the same hits.
const HALF_WORDS = 60;
// More repetitions say nothing more.
const MOST_HITS = 5;
// What a hit counts, and up to which character it counts twice.
const [WHOLE, BEGINNING, INSIDE, EARLY] = [3, 1, 0.5, 60];

const SEPARATORS = new RegExp(`[ ${SIGNS}]+`, "gu");

/**
 * Returns how well a message's normalized text matches the terms: whole words count more than beginnings of words, and
 * those more than other parts of words, early ones more than late ones, and short or recent messages more than long or
 * old ones.
 */
export function relevanceOf(said: string, terms: readonly string[], ageMs: number): number {
  const text = ` ${said.replace(/ +/g, " ").trim()} `;
  const words = text.length / 6;
  const withoutSigns = text.replace(SEPARATORS, " ");
  const hits = terms.reduce((sum, term) => {
    const hasSigns = term.split(" ").some(isSign);
    return sum + Math.sqrt(scoreOf(hasSigns ? text : withoutSigns, term));
  }, 0);
  const age = Math.max(0, ageMs) / DAY_MS;
  return (hits * HALF_WORDS * HALF_DAYS) / ((HALF_WORDS + words) * (HALF_DAYS + age));
}

function scoreOf(text: string, term: string): number {
  const scores: number[] = [];
  const anywhere = isSign(term) || [...term].length >= SHORTEST_PART;
  const sought = anywhere ? term : ` ${term}`;
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const start = anywhere ? at : at + 1;
    const isWhole = text.charAt(start + term.length) === " ";
    const worth = text.charAt(start - 1) !== " " ? INSIDE : isWhole ? WHOLE : BEGINNING;
    scores.push(worth * (start <= EARLY ? 2 : 1));
  }
  // The best, so that it doesn't matter what else the words are inside of.
  return scores
    .sort((a, b) => b - a)
    .slice(0, MOST_HITS)
    .reduce((sum, score) => sum + score, 0);
}
