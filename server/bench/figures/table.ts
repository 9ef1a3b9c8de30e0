/**
 * Rows under their headings as lines of text, each column as wide as its widest cell: words in the first, on the left, and figures in the
 * others, on the right. A row of one cell parts groups.
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows.filter((row) => row.length > 1)];
  const widths = headings.map((_, index) => Math.max(...all.map((row) => (row[index] ?? "").length)));
  const line = (row: readonly string[]) =>
    widths
      .map((width, index) => {
        const cell = row[index] ?? "";
        return index === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  const body = rows.map((row) => (row.length === 1 ? `\n${row[0] ?? ""}` : line(row)));
  return [line(headings), rule, ...body].join("\n");
}

/** A figure to about three places, thousands parted; "–" where there is none. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** A share of one as whole percent; "–" where there is none. */
export function percent(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value * 100)} %` : "–";
}

/** How many times as much; "–" where there is none. */
export function times(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} ×` : "–";
}
