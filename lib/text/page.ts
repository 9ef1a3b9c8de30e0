// Why: docs/decisions/lists.md

/**
 * The most bytes that a page's items take as JSON. A page of the browser has them twice, as HTML and as data, and an
 * answer may have 1 MB.
 */
export const PAGE_BYTES = 120_000;

// Rows are read in steps, because their sizes are known only afterwards.
const FIRST_STEP = 10;
const GROWTH = 4;

/** One page of a list, and where the next one starts; null at the end. */
export type Page<Item> = { items: Item[]; next: string | null };

type PageLimits<Row, Item> = {
  /** The most rows of a page. */
  most: number;
  bytes?: number | undefined;
  /** The text by which the next page starts after this row. */
  cursorOf: (row: Row) => string;
  /** Returns an item for each row, in their order; null for one that isn't there any more. May read from the database. */
  toItems: (rows: readonly Row[]) => readonly (Item | null)[] | Promise<readonly (Item | null)[]>;
};

/**
 * Cuts a list into pages, which end at a number of rows or bytes, whichever comes first, and have at least one item.
 * `rows` are the page's rows and one more, if there is one: only ids, if their items can be long. Items are made
 * in steps, so that a page of long ones doesn't read many more than it returns.
 */
export async function page<Row, Item>(
  rows: readonly Row[],
  { most, bytes = PAGE_BYTES, cursorOf, toItems }: PageLimits<Row, Item>,
): Promise<Page<Item>> {
  const wanted = rows.slice(0, most);
  const items: Item[] = [];
  let [taken, used, step] = [0, 0, FIRST_STEP];
  let full = false;
  while (!full && taken < wanted.length) {
    const some = wanted.slice(taken, taken + step);
    const made = await toItems(some);
    const fitting = countFitting(made, bytes - used, items.length === 0);
    items.push(...made.slice(0, fitting.count).filter((item) => item !== null));
    taken += fitting.count;
    used += fitting.bytes;
    full = fitting.count < some.length || used >= bytes;
    step = Math.max(1, Math.min(step * GROWTH, Math.floor((bytes - used) / Math.max(used / taken, 1))));
  }
  const last = rows[taken - 1];
  return { items, next: taken < rows.length && last !== undefined ? cursorOf(last) : null };
}

/** Counts the items, from the first, that take at most so many bytes as JSON. With `atLeastOne`, the first always fits. */
export function countFitting(
  items: readonly unknown[],
  most: number,
  atLeastOne: boolean,
): { count: number; bytes: number } {
  let [bytes, empty] = [0, atLeastOne];
  for (const [count, item] of items.entries()) {
    const size = item === null ? 0 : Buffer.byteLength(JSON.stringify(item));
    if (bytes + size > most && !empty) return { count, bytes };
    bytes += size;
    empty &&= item === null;
  }
  return { count: items.length, bytes };
}
