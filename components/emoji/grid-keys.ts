/** A cell in a list of sections, each a grid with the same number of columns. */
export type Cell = { section: number; index: number };

/** Returns the cell that an arrow key, Home or End moves to; null for other keys, or above the first row. */
export function moveCell(sizes: readonly number[], columns: number, at: Cell, key: string): Cell | null {
  const size = sizes[at.section] ?? 0;
  const rowStart = at.index - (at.index % columns);
  switch (key) {
    case "ArrowRight":
      return at.index + 1 < size ? { ...at, index: at.index + 1 } : firstOf(sizes, at.section + 1, 1);
    case "ArrowLeft":
      return at.index > 0 ? { ...at, index: at.index - 1 } : lastOf(sizes, at.section - 1);
    case "ArrowDown":
      return down(sizes, columns, at);
    case "ArrowUp":
      return up(sizes, columns, at);
    case "Home":
      return { ...at, index: rowStart };
    case "End":
      return { ...at, index: Math.min(rowStart + columns, size) - 1 };
    default:
      return null;
  }
}

function down(sizes: readonly number[], columns: number, at: Cell): Cell | null {
  const size = sizes[at.section] ?? 0;
  if (at.index + columns < size) return { ...at, index: at.index + columns };
  const isLastRow = Math.floor(at.index / columns) === Math.floor((size - 1) / columns);
  if (!isLastRow) return { ...at, index: size - 1 };
  const next = firstOf(sizes, at.section + 1, 1);
  return next && { ...next, index: Math.min(at.index % columns, (sizes[next.section] ?? 1) - 1) };
}

function up(sizes: readonly number[], columns: number, at: Cell): Cell | null {
  if (at.index >= columns) return { ...at, index: at.index - columns };
  const previous = lastOf(sizes, at.section - 1);
  if (!previous) return null;
  const rowStart = previous.index - (previous.index % columns);
  return { ...previous, index: Math.min(rowStart + (at.index % columns), previous.index) };
}

function firstOf(sizes: readonly number[], from: number, step: 1 | -1): Cell | null {
  for (let section = from; section >= 0 && section < sizes.length; section += step) {
    if ((sizes[section] ?? 0) > 0) return { section, index: 0 };
  }
  return null;
}

function lastOf(sizes: readonly number[], from: number): Cell | null {
  const cell = firstOf(sizes, from, -1);
  return cell && { ...cell, index: (sizes[cell.section] ?? 1) - 1 };
}
