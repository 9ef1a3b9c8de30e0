/** Returns a source of whole numbers from 0, below another, that are the same for the same seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns one of the values. Throws if there are none. */
export function pickOf<Value>(values: readonly Value[], next: (below: number) => number): Value {
  const value = values[next(values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from.");
  return value;
}

/** Returns the list in an order that depends only on `seed`. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  return values
    .map((value, index) => ({ value, place: Math.imul(index + 1, 2_654_435_761 + seed * 40_503) >>> 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
