import type { Token } from "markdown-it";

const box = /^\[([ xX])\](?:\s|$)/;

/** Notes on each list item that starts with "[ ]" or "[x]" whether it is done, and takes the mark out of its text. */
export function markTasks(tokens: Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== "list_item_open" || tokens[index + 1]?.type !== "paragraph_open") return;
    const text = tokens[index + 2]?.children?.[0];
    const match = text?.type === "text" ? box.exec(text.content) : null;
    if (!text || !match) return;
    text.content = text.content.slice(match[0].length);
    token.meta = { done: match[1] !== " " };
  });
}
