import type { MessageRow } from "@/lib/messages/to-dto";

// A page is rendered in one go, so long messages make it shorter: the rest comes when somebody scrolls there.
const PAGE_CHARACTERS = 100_000;

/** How many of the rows, from the first on, make up a page by their size; at least one where there are any. */
export function pageCount(rows: readonly MessageRow[]): number {
  let characters = 0;
  const tooMuch = rows.findIndex(({ content, embeds }) => {
    characters += content.length + (embeds === null ? 0 : JSON.stringify(embeds).length);
    return characters > PAGE_CHARACTERS;
  });
  return tooMuch === -1 ? rows.length : Math.max(tooMuch, 1);
}
