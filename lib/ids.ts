const LARGEST = 2n ** 63n - 1n;

/** The id written in `text`, or null when that is not 1 to 19 decimal digits of a 64-bit number. */
export function parseId(text: string): bigint | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const id = BigInt(text);
  return id <= LARGEST ? id : null;
}
