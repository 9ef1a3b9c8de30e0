import { foldText } from "@/lib/text";

/** The words that somebody searches for, without case and accents. */
export function searchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

/** Whether the text holds every one of these words, in any order: "Zoë" holds "zoe". Every text holds no words. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}
