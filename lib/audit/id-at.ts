// The database makes ids by the function parley_id: milliseconds since this moment, and a number within each.
const BEGINNING = Date.UTC(2026, 0, 1);
const LARGEST_ID = 2n ** 63n - 1n;

/** The least id that an entry of this moment can have; ids end in 2095. */
export function idAt(milliseconds: number): bigint {
  const id = BigInt(milliseconds - BEGINNING) << 22n;
  return id < LARGEST_ID ? id : LARGEST_ID;
}

/** Returns when the entry with this id was inserted, in milliseconds. */
export function momentOf(id: bigint): number {
  return Number(id >> 22n) + BEGINNING;
}
