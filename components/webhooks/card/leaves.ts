import type { Path } from "@/lib/webhooks/interpret/own-cards/model";
import { isObject } from "@/lib/webhooks/payload/json-object";

/** One value of a payload and where it is. */
export type Leaf = { path: Path; value: string | number | boolean };

const MOST_LEAVES = 1_000;
/** How deep values are looked for. */
export const DEEPEST = 8;

/** Returns the payload's texts, numbers and booleans from the outside in, and of each list the first item's. */
export function leavesOf(payload: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: { path: Path; value: unknown }[] = [{ path: [], value: payload }];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: { path: Path; value: unknown }[] = [];
    for (const { path, value } of level) {
      if (Array.isArray(value)) {
        if (value.length > 0) next.push({ path: [...path, 0], value: value[0] });
      } else if (isObject(value)) {
        for (const key of Object.keys(value).slice(0, MOST_LEAVES)) {
          next.push({ path: [...path, key], value: Reflect.get(value, key) });
        }
      } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        if (leaves.length < MOST_LEAVES) leaves.push({ path, value });
      }
    }
    level = next;
  }
  return leaves;
}
