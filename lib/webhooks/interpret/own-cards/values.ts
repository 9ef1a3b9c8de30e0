import { asText } from "@/lib/webhooks/interpret/described/filters";
import type { Condition, Path, Value } from "@/lib/webhooks/interpret/own-cards/model";

// This file also runs in browsers, so it can't use Node.

/** Returns the value at a path of own properties, or undefined. A list also has its `size`, `first` and `last`. */
export function valueAtPath(from: unknown, path: Path): unknown {
  let value = from;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value)) value = ofList(value, key);
    else if (!Object.hasOwn(value, key)) return undefined;
    else value = Reflect.get(value, key);
  }
  return value;
}

function ofList(list: readonly unknown[], key: string | number): unknown {
  if (key === "size") return list.length;
  if (key === "first" || key === "last") return list.at(key === "first" ? 0 : -1);
  return typeof key === "number" ? list[key] : undefined;
}

/** Whether there's nothing: no value, or an empty text or list. */
function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Whether the conditions all hold for the values that `at` returns. Numbers are compared as they are written. */
export function holds(conditions: readonly Condition[], at: (value: Value) => unknown): boolean {
  return conditions.every(({ value, is, than }) => {
    const found = at(value);
    const isSingle = typeof found !== "object" || found === null;
    const same = than === null ? isBlankValue(found) : isSingle && found !== undefined && written(found) === `${than}`;
    return same === is;
  });
}

const LONGEST_COMPARED = 300;

function written(value: unknown): string {
  return asText(typeof value === "string" ? value.slice(0, LONGEST_COMPARED) : value);
}

/** Returns a value's name as people write it, such as `build.status` or `jobs[0].name`. */
export function nameOfValue({ root, path }: Value): string {
  const [first] = path;
  const isShort = root === "payload" && typeof first === "string" && /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(first);
  const rest = (isShort ? path.slice(1) : path).map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? `.${key}` : `["${key}"]`;
  });
  return (isShort ? first : root) + rest.join("");
}

/** Returns conditions in words, such as `status is failed and branch isn't main`. */
export function describeConditions(conditions: readonly Condition[]): string {
  return conditions
    .map(({ value, is, than }) => `${nameOfValue(value)} ${is ? "is" : "isn't"} ${than === null ? "empty" : `${than}`}`)
    .join(" and ");
}
