import { foldText } from "@/lib/text/fold-text";

/** Returns the words of a search, without case and accents. */
export function searchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

/** Returns whether the text contains every one of these words, in any order: "Zoë" contains "zoe". */
export function holdsWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}
