/** The list with the item at `place` one place up (-1) or down (1); the same list where there is no such place. */
export function moved<T>(items: T[], place: number, by: -1 | 1): T[] {
  const [item, other] = [items[place], items[place + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(place, other).with(place + by, item);
}

/** The list without the item at `place`. */
export function without<T>(items: readonly T[], place: number): T[] {
  return items.filter((_, at) => at !== place);
}
