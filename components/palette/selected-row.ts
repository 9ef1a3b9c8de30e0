import type { PaletteItem } from "./palette-item";

/** The row that was selected last, for which query, and whether it was pointed at rather than simply the first. */
export type Held = { query: string; id: string | null; pointed: boolean };

/**
 * The row that is selected now. Rows that come later, before it or behind it, don't move the selection; if its own row goes, the
 * first takes its place. Only messages, which are always offered, give way to the first match that comes before them.
 */
export function selectedRow(held: Held, query: string, rows: readonly PaletteItem[]): PaletteItem | undefined {
  const [first] = rows;
  const found = held.query === query ? rows.find(({ id }) => id === held.id) : undefined;
  const givesWay = found?.group === "Messages" && first?.group !== "Messages" && !held.pointed;
  return found && !givesWay ? found : first;
}
