/** Where a key leads in a list of `count` rows from the row at `at`, -1 for none of them, round its ends; null for a key that moves nothing. */
export function pickerStep(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  return null;
}
