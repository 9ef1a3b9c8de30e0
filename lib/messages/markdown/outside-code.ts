// What Markdown shows as it is written, or follows as an address: blocks of code, code in a line, links. Each is linear.
const LITERAL =
  /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|(?:^|\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*(?:\n|$))+|``[^\n]*?``|`[^`\n]*`|\]\([^\s()]*|<[^\s<>]*>|[a-z]{2,10}:\/\/[^\s<>]*)/;

/** Changes Markdown piece by piece, except in code and addresses. */
export function outsideCode(source: string, change: (piece: string) => string): string {
  return changeBetween(source, LITERAL, change);
}

/** Changes a text piece by piece, except what `kept`, a pattern that is one group, matches. */
export function changeBetween(source: string, kept: RegExp, change: (piece: string) => string): string {
  return source
    .split(kept)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join("");
}
