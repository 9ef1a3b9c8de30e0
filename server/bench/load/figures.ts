import type { VersionsColumn } from "@/server/bench/load/bench";

/** Returns the smallest value that `share` (0 to 1) of the sorted values don't exceed; NaN if there are no values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns the median; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** Returns the median of each field over all rounds; NaN for a field that is NaN in every round. */
export function medians<Field extends string>(
  rounds: readonly Readonly<Record<Field, number>>[],
  fields: readonly Field[],
): Record<Field, number> {
  const known = (field: Field) => rounds.map((round) => round[field]).filter((value) => !Number.isNaN(value));
  return Object.fromEntries(fields.map((field) => [field, median(known(field))])) as Record<Field, number>;
}

/**
 * Formats rows as a text table. The first column is aligned left, the others right. A row with a single cell is a group's
 * heading.
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

/** Formats the columns that all sections have for the table of versions in docs/bench.md as Markdown. */
export function versionsTable(columns: readonly VersionsColumn[]): string {
  const names = [...new Set(columns.flatMap(({ cells }) => Object.keys(cells)))];
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["Version", ...columns.map(({ heading }) => heading)]),
    row(["---", ...columns.map(() => "---")]),
    ...names.map((name) => row([name, ...columns.map(({ cells }) => cells[name] ?? "–")])),
  ].join("\n");
}

/** Joins figures of one cell of that table. */
export function together(figures: readonly string[], unit = ""): string {
  return `${figures.join(" · ")}${unit}`;
}

/** Formats a number to about three digits with thousands separators; "–" for NaN. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a share of 1 in whole percent; "–" for NaN and infinity. */
export function percent(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value * 100)} %` : "–";
}

/** Formats a multiple; "–" for NaN and infinity. */
export function times(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} ×` : "–";
}
