import { processWide } from "@/lib/process-wide";

type Place = { lose: () => void };

const taken = processWide("places", () => new Map<string, Set<Place>>());

/**
 * Keeps one of `most` places of this name in this process until the returned function is called. If there are more, the one
 * that was kept the longest is lost, and its `lose` is called.
 */
export function keepPlace(name: string, most: number, lose: () => void): () => void {
  const places = taken.get(name) ?? new Set();
  taken.set(name, places);
  const place = { lose };
  places.add(place);
  const leave = (one: Place) => {
    places.delete(one);
    if (places.size === 0) taken.delete(name);
  };
  // A Set keeps the order of insertion, so the oldest come first.
  for (const oldest of [...places].slice(0, -most)) {
    leave(oldest);
    oldest.lose();
  }
  return () => leave(place);
}
