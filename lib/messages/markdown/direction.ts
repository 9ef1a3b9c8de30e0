import type { MarkdownNode } from "./tree";

const LETTER = /[\p{L}\u061c\u200e\u200f]/u;
// Hebrew, Arabic, Syriac, Thaana, N'Ko and other scripts from right to left, and their marks.
const FROM_RIGHT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Where code and names go doesn't depend on the text around them.
const NEUTRAL = new Set(["code_inline", "code_block", "fence", "mention"]);

/**
 * Returns the direction of the first letter in the text. Unlike `dir="auto"`, it also reads paragraphs inside that have
 * their own direction. Undefined if there is no letter.
 */
export function directionOf(nodes: readonly MarkdownNode[]): "ltr" | "rtl" | undefined {
  for (const { type, text = "", children = [] } of nodes) {
    if (NEUTRAL.has(type)) continue;
    const [letter] = LETTER.exec(text) ?? [];
    const direction = letter === undefined ? directionOf(children) : FROM_RIGHT.test(letter) ? "rtl" : "ltr";
    if (direction) return direction;
  }
  return undefined;
}
