import type { Path } from "@/lib/webhooks/interpret/own-cards/model";

const MOST_PATHS = 500;
const MOST_VALUES = 20;
const MOST_IN_PAYLOAD = 500;
const MOST_ITEMS = 5;
const DEEPEST = 6;
/** A longer text isn't a state. */
const LONGEST = 40;

type Single = string | number | boolean;

/** Counts which short values payloads have at each of their paths, as far as one could say a state. */
export class SeenValues {
  readonly #paths = new Map<string, { path: Path; counts: Map<Single, number> }>();

  /** Counts a payload's values. */
  add(payload: unknown): void {
    let left = MOST_IN_PAYLOAD;
    const look = (value: unknown, path: Path): void => {
      left -= 1;
      if (left < 0 || path.length > DEEPEST) return;
      if (Array.isArray(value)) for (const item of value.slice(0, MOST_ITEMS)) look(item, [...path, 0]);
      else if (typeof value === "object" && value !== null) {
        for (const key of Object.keys(value).slice(0, MOST_IN_PAYLOAD)) look(Reflect.get(value, key), [...path, key]);
      } else if (isShort(value)) this.#count(path, value);
    };
    look(payload, []);
  }

  #count(path: Path, value: Single): void {
    const key = JSON.stringify(path);
    const known = this.#paths.get(key);
    if (!known && this.#paths.size >= MOST_PATHS) return;
    const counts = known?.counts ?? new Map<Single, number>();
    if (!known) this.#paths.set(key, { path, counts });
    if (counts.has(value) || counts.size < MOST_VALUES) counts.set(value, (counts.get(value) ?? 0) + 1);
  }

  /** Returns the values of each path, the most frequent first. */
  list(): { path: Path; values: Single[] }[] {
    return [...this.#paths.values()].map(({ path, counts }) => ({
      path,
      values: [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value),
    }));
  }
}

function isShort(value: unknown): value is Single {
  if (typeof value === "string") return value !== "" && value.length <= LONGEST && !value.includes("\n");
  return typeof value === "number" || typeof value === "boolean";
}
