// What Markdown shows as it is written, or follows as an address: blocks of code, code in a line, links. Each is linear.
const LITERAL =
  /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|(?:^|\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*(?:\n|$))+|``[^\n]*?``|`[^`\n]*`|\]\([^\s()]*|<[^\s<>]*>|[a-z]{2,10}:\/\/[^\s<>]*)/;

/** Changes Markdown piece by piece, except in code and addresses. */
export function outsideCode(source: string, change: (piece: string) => string): string {
  return source
    .split(LITERAL)
    .map((piece, place) => (place % 2 === 1 ? piece : change(piece)))
    .join("");
}
