import type { Token } from "markdown-it";

/** The text of inline tokens without their markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === "softbreak" || token.type === "hardbreak" ? " " : token.content))
    .join("");
}
