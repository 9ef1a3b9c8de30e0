// The database function parley_id makes ids from the milliseconds since this moment and a counter.
const BEGINNING = Date.UTC(2026, 0, 1);
const LARGEST_ID = 2n ** 63n - 1n;

/** Returns the lowest id that an entry can have at this moment. Ids last until 2095. */
export function idAt(milliseconds: number): bigint {
  const id = BigInt(milliseconds - BEGINNING) << 22n;
  return id < LARGEST_ID ? id : LARGEST_ID;
}

/** Returns when the entry with this id was inserted, in milliseconds. */
export function momentOf(id: bigint): number {
  return Number(id >> 22n) + BEGINNING;
}
