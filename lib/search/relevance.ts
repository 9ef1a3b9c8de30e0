const DAY_MS = 86_400_000;
// After this many days, an otherwise equal message counts half as much.
const HALF_DAYS = 90;
// A message of this length counts half as much as a very short one with the same hits.
const HALF_WORDS = 60;
// More repetitions say nothing more.
const MOST_HITS = 5;

/**
 * Returns how well a message's normalized text matches the terms: whole words count more than beginnings of words,
 * early ones more than late ones, and short or recent messages more than long or old ones.
 */
export function relevanceOf(said: string, terms: readonly string[], ageMs: number): number {
  const text = ` ${said.replace(/ +/g, " ").trim()} `;
  const words = text.length / 6;
  const hits = terms.reduce((sum, term) => sum + Math.sqrt(scoreOf(text, term)), 0);
  const age = Math.max(0, ageMs) / DAY_MS;
  return (hits * HALF_WORDS * HALF_DAYS) / ((HALF_WORDS + words) * (HALF_DAYS + age));
}

function scoreOf(text: string, term: string): number {
  let score = 0;
  let at = text.indexOf(` ${term}`);
  for (let count = 0; at !== -1 && count < MOST_HITS; count += 1) {
    const isWhole = text.charAt(at + term.length + 1) === " ";
    score += (isWhole ? 3 : 1) * (at < 60 ? 2 : 1);
    at = text.indexOf(` ${term}`, at + term.length);
  }
  return score;
}
