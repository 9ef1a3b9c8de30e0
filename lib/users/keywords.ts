import { codePoints, foldText, oneLine } from "@/lib/text";

/** How many keywords somebody may have, and how many characters each. */
export const KEYWORD_LIMITS = { count: 20, length: 50 } as const;

/** The keywords in what somebody typed, with commas or line breaks between them: each once, however it is written. */
export function toKeywords(text: string): string[] {
  const keywords = text
    .split(/[,\n]/)
    .map(oneLine)
    .filter((keyword) => /[\p{L}\p{N}]/u.test(keyword));
  const folded = keywords.map(foldText);
  return keywords.filter((_, index) => folded.indexOf(folded[index] ?? "") === index);
}

/** Whether somebody may have these. */
export function areFewAndShort(keywords: readonly string[]): boolean {
  const { count, length } = KEYWORD_LIMITS;
  return keywords.length <= count && keywords.every((keyword) => codePoints(keyword) <= length);
}
