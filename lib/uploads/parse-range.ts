/** The bytes of a file that a request wants, both ends included. */
export type ByteRange = { start: number; end: number };

/**
 * What a Range header asks of a file of `size` bytes: one range, cut to what there is; null for the whole file, also where the header
 * is none that is served here (several ranges, other units); "unsatisfiable" when nothing lies there.
 */
export function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(first) > Number(last)) return null;
  return start > end ? "unsatisfiable" : { start, end };
}
