import type { Token } from "markdown-it";

/** More than anybody writes, and little enough to show quickly. */
const most = 1500;

/** Whether a table's missing cells, which the parser fills in, would outnumber everything else. */
export function wouldExplode(source: string): boolean {
  const lines = source.split("\n");
  return lines.some((line) => isDelimiterRow(line) && line.split("|").length * lines.length > most * 2);
}

function isDelimiterRow(line: string): boolean {
  return line.includes("|") && line.includes("-") && !/\p{L}/u.test(line);
}

/** Whether there is more structure than a message can reasonably have. */
export function isTooMuch(tokens: readonly Token[]): boolean {
  let sum = 0;
  for (const token of tokens) {
    sum += cost(token);
    for (const child of token.children ?? []) sum += costInside(child);
  }
  return sum > most;
}

// What a node costs the page: a code block is shown with a frame and buttons, a link with its warning, a mention as a pill.
function cost(token: Token): number {
  return token.type === "fence" || token.type === "code_block" ? 20 : 1;
}

function costInside(token: Token): number {
  if (token.type === "mention") return 2;
  return token.type === "link_open" ? 4 : 1;
}
