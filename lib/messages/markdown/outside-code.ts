// Parts that Markdown shows verbatim or uses as URLs: code blocks, inline code, links. Each pattern runs in linear
// time.
const LITERAL =
  /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|(?:^|\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*(?:\n|$))+|``[^\n]*?``|`[^`\n]*`|\]\([^\s()]*|<[^\s<>]*>|[a-z]{2,10}:\/\/[^\s<>]*)/;

/** Returns Markdown that shows a line exactly as it is. It formats nothing and mentions no one. */
export function asMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** Applies `change` to Markdown outside of code and URLs. */
export function outsideCode(source: string, change: (piece: string) => string): string {
  return changeBetween(source, LITERAL, change);
}

/** Applies `change` to the text between matches of `kept`, a pattern with exactly one group. */
export function changeBetween(source: string, kept: RegExp, change: (piece: string) => string): string {
  return source
    .split(kept)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join("");
}
