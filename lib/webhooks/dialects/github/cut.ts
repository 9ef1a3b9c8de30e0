import { codePoints } from "@/lib/text";

/** The text in at most `most` code points; what is cut away leaves a "…". */
export function cut(text: string, most: number): string {
  if (codePoints(text) <= most) return text;
  return `${firstCodePoints(text, most - 1).trimEnd()}…`;
}

/** The first `count` code points of a text. */
export function firstCodePoints(text: string, count: number): string {
  return [...text.slice(0, count * 2)].slice(0, count).join("");
}
