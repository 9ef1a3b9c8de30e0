type Keyword = {
  folded: string;
  /** Where its first word starts. */
  at: number;
  /** The people who have it. */
  userIds: bigint[];
};

/** Returns the keywords that occur in a message's texts, each once. */
export type Matcher = (texts: readonly string[]) => ReadonlySet<Keyword>;

const WORDS = /[\p{Alphabetic}\p{N}_]+/gu;
const ENDS_IN_WORD = /[\p{Alphabetic}\p{N}_]$/u;
const BEGINS_WITH_WORD = /^[\p{Alphabetic}\p{N}_]/u;

/**
 * Compiles everyone's keywords into one matcher. It finds whole keywords, ignoring case, with any white space between
 * their words; all other characters are literal. It looks up each word of a text once, so the cost doesn't depend on
 * the number of keywords.
 */
export function compileKeywords(people: readonly { id: bigint; keywords: readonly string[] }[]): Matcher {
  const known = new Map<string, Keyword>();
  const byFirstWord = new Map<string, Keyword[]>();
  for (const { id, keywords } of people) {
    for (const folded of keywords.map(fold)) {
      const same = known.get(folded);
      const [first] = folded.matchAll(WORDS);
      if (same) same.userIds.push(id);
      else if (first) {
        const keyword = { folded, at: first.index, userIds: [id] };
        known.set(folded, keyword);
        const others = byFirstWord.get(first[0]);
        if (others) others.push(keyword);
        else byFirstWord.set(first[0], [keyword]);
      }
    }
  }
  return (texts) => {
    const found = new Set<Keyword>();
    for (const text of texts.map(fold)) {
      for (const { 0: word, index } of text.matchAll(WORDS)) {
        for (const keyword of byFirstWord.get(word) ?? []) {
          if (standsAt(text, index - keyword.at, keyword.folded)) found.add(keyword);
        }
      }
    }
    return found;
  };
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}

/** Returns whether a keyword starts there, without a letter or digit directly before or after it. */
function standsAt(text: string, start: number, folded: string): boolean {
  if (start < 0 || !text.startsWith(folded, start)) return false;
  const end = start + folded.length;
  // Two UTF-16 units are a whole character or more.
  return (
    !ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start)) && !BEGINS_WITH_WORD.test(text.slice(end, end + 2))
  );
}
