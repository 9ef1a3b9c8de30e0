import { oneLine } from "@/lib/text/text";
import type { Path } from "@/lib/webhooks/interpret/own-cards/model";
import { valueAtPath } from "@/lib/webhooks/interpret/own-cards/values";
import { labelOf } from "@/lib/webhooks/interpret/plain/facts";
import { keyWords } from "@/lib/webhooks/interpret/plain/parts";

/** One row of the payload's tree. */
export type TreeRow = {
  path: Path;
  /** The key, "#1" for a list's first item, or "Payload" for a payload that is a text. */
  label: string;
  kind: "object" | "list" | "text" | "number" | "boolean" | "null";
  /** The value on one line, or how many values are inside. */
  shown: string;
  /** Whether its values are shown below it; null if it has none. */
  open: boolean | null;
  level: number;
  position: number;
  setSize: number;
};

/** Objects and lists whose values fit on the screen are open at first, to this depth. */
const OPEN_LEVELS = 3;
const OPEN_AT_MOST = 12;
// A browser shows thousands of rows slowly, and nobody reads them.
const MOST_INSIDE = 200;
const LONGEST_SHOWN = 300;

/** Returns a path as a string, to compare it with others. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** Returns the rows of the tree from top to bottom. `toggled` has the paths that a person opened or closed. */
export function treeRows(payload: unknown, toggled: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (value: unknown, path: Path, level: number, position: number, setSize: number) => {
    const inside = insideOf(value);
    const byItself = level <= OPEN_LEVELS && inside.length <= OPEN_AT_MOST && !(position > 1 && isIndex(path));
    const open = inside.length === 0 ? null : byItself !== toggled.has(pathKey(path));
    rows.push({ path, label: labelAt(path), ...shownAs(value), open, level, position, setSize });
    if (open) addInside(value, path, level + 1);
  };
  const addInside = (value: unknown, path: Path, level: number) => {
    const inside = insideOf(value).slice(0, MOST_INSIDE);
    inside.forEach((key, index) => {
      add(valueAtPath(value, [key]), [...path, key], level, index + 1, inside.length);
    });
  };
  if (insideOf(payload).length > 0) addInside(payload, [], 1);
  else add(payload, [], 1, 1, 1);
  return rows;
}

function insideOf(value: unknown): (string | number)[] {
  if (Array.isArray(value)) return value.map((_, index) => index);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function isIndex(path: Path): boolean {
  return typeof path.at(-1) === "number";
}

function labelAt(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "Payload";
  return typeof last === "number" ? `#${last + 1}` : last;
}

function shownAs(value: unknown): Pick<TreeRow, "kind" | "shown"> {
  if (Array.isArray(value)) return { kind: "list", shown: count(value.length, "item") };
  if (typeof value === "object" && value !== null) {
    return { kind: "object", shown: count(Object.keys(value).length, "value") };
  }
  if (typeof value === "string") return { kind: "text", shown: oneLine(value.slice(0, LONGEST_SHOWN)) };
  if (typeof value === "number") return { kind: "number", shown: `${value}` };
  if (typeof value === "boolean") return { kind: "boolean", shown: `${value}` };
  return { kind: "null", shown: "null" };
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

// Says nothing without what it's in: "requested_by.name" is "Requested by".
const ONLY_NAMES = new Set("name title label value text login username url link href id key".split(" "));

/** Returns a field's name for the value at a path: its key in words. */
export function nameAt(path: Path): string {
  const keys = path.filter((key) => typeof key === "string");
  const last = keys.at(-1) ?? "";
  const outer = keys.at(-2);
  const words = keyWords(ONLY_NAMES.has(last.toLowerCase()) && outer !== undefined ? outer : last);
  return labelOf(words.length > 0 ? words : ["value"]);
}
