/** A column's heading and which side its cells stand on; figures belong on the right. */
export type Column = { heading: string; align: "left" | "right" };

/** Rows under their headings as lines of text, each column as wide as its widest cell. A row of one cell parts groups. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const all = [columns.map(({ heading }) => heading), ...rows.filter((row) => row.length > 1)];
  const widths = columns.map((_, index) => Math.max(...all.map((row) => (row[index] ?? "").length)));
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, index) => {
        const [cell, width] = [row[index] ?? "", widths[index] ?? 0];
        return align === "left" ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  const body = rows.map((row) => (row.length === 1 ? `\n${row[0] ?? ""}` : line(row)));
  return [line(columns.map(({ heading }) => heading)), rule, ...body].join("\n");
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
