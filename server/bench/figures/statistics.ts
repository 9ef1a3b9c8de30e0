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
