/** The value that `share` (0 to 1) of the sorted values don't exceed; NaN of none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** A record of the medians of each field over all rounds. Fields that no round knows are NaN. */
export function medians<Field extends string>(
  rounds: readonly Readonly<Record<Field, number>>[],
  fields: readonly Field[],
): Record<Field, number> {
  const known = (field: Field) => rounds.map((round) => round[field]).filter((value) => !Number.isNaN(value));
  return Object.fromEntries(fields.map((field) => [field, median(known(field))])) as Record<Field, number>;
}

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
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share of one as whole percent; "–" where there is none. */
export function percent(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value * 100)} %` : "–";
}

/** How many times as much; "–" where there is none. */
export function times(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} ×` : "–";
}
