import { primary } from "@/lib/primary";
import { processWide } from "@/lib/process-wide";

type Place = { lose: () => void };

const taken = processWide("places", () => new Map<string, Set<Place>>());

/**
 * Keeps one of `most` places of this name in all processes behind this port, until the returned function is called. Where there are
 * more, who has kept theirs for the longest loses it, and is told by `lose`.
 */
export function keepPlace(name: string, most: number, lose: () => void): () => void {
  return (primary()?.takePlace ?? takePlace)(name, most, lose);
}

/** The same among those in this process. */
export function takePlace(name: string, most: number, lose: () => void): () => void {
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
