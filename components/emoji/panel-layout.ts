/** The heights of a section's heading and of the space below its rows, in pixels. */
export const HEADING = 32;
const BELOW = 8;
// Rows beyond the visible ones that are rendered, so that scrolling shows no gaps.
const AHEAD = 6;

/** Where a section is in the scrolled list, in pixels. */
export type SectionLayout = { top: number; height: number; rows: number };

/** Returns where each section is, from the number of its emoji. */
export function layOut(sizes: readonly number[], columns: number, cell: number): SectionLayout[] {
  let top = 0;
  return sizes.map((size) => {
    const rows = Math.ceil(size / columns);
    const section = { top, rows, height: rows === 0 ? 0 : HEADING + rows * cell + BELOW };
    top += section.height;
    return section;
  });
}

/** Returns which of a section's rows to render: [first, end). */
export function rowsNear({ top, rows }: SectionLayout, cell: number, scrolled: number, height: number) {
  const toRow = (y: number) => (y - top - HEADING) / cell;
  const first = Math.floor(toRow(scrolled)) - AHEAD;
  const end = Math.ceil(toRow(scrolled + height)) + AHEAD;
  return { first: Math.min(Math.max(first, 0), rows), end: Math.min(Math.max(end, 0), rows) };
}

/** Returns the index of the section at the top of the list. */
export function sectionAt(sections: readonly SectionLayout[], scrolled: number): number {
  return Math.max(
    sections.findLastIndex(({ top, height }) => height > 0 && top <= scrolled + 1),
    0,
  );
}

/** Returns how far to scroll so that a row is visible below its section's heading. */
export function scrolledTo(
  { top }: SectionLayout,
  row: number,
  cell: number,
  scrolled: number,
  height: number,
): number {
  const rowTop = top + HEADING + row * cell;
  if (rowTop - HEADING < scrolled) return rowTop - HEADING;
  return rowTop + cell > scrolled + height ? rowTop + cell - height : scrolled;
}
