import { AppError } from "@/lib/text/errors";
import { codePoints, isBlank, storableText } from "@/lib/text/text";
import type { PayloadPath } from "./reading";

/** The longest text that Slack accepts. */
const LONGEST = 40_000;

/** An object's fields as sent: each may be missing or of another type. */
export type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** Returns an object. It's empty if it's absent or, with a remark, if it's anything else. */
export function checkedFields(value: unknown, path: PayloadPath): Fields {
  if (isObject(value)) return value;
  if (!isAbsent(value)) path.remark("isn't an object, so it was left out");
  return {};
}

/** More items than a message shows of any list. */
const MOST = 2000;

/**
 * Returns a text, empty if it's absent. Numbers, booleans, lists of texts and objects with a text are read as text, and
 * anything else is left out, both with a remark. Throws AppError `invalid` if it's longer than Slack accepts.
 */
export function checkedText(value: unknown, path: PayloadPath): string {
  if (isAbsent(value)) return "";
  const text = typeof value === "string" ? value : coerced(value, path);
  if (text.length <= LONGEST || codePoints(text) <= LONGEST) return storableText(text);
  throw new AppError("invalid", `${path} can have at most ${LONGEST} characters.`);
}

function coerced(value: unknown, path: PayloadPath): string {
  const text = isObject(value) ? value.text : value;
  const parts: readonly unknown[] = Array.isArray(text) ? text : [text];
  const isText = parts.length <= MOST && parts.every((part) => part === null || isScalar(part));
  path.remark(isText ? "isn't a string, so it was read as one" : "isn't a string, so it was left out");
  return isText ? parts.filter((part) => part !== null).join("\n") : "";
}

/** Returns a text that only decorates a message, such as a color. If it isn't a text, it's left out, with a remark. */
export function decorationOf(value: unknown, path: PayloadPath): string {
  if (typeof value === "string") return storableText(value).trim();
  if (!isAbsent(value) && value !== false) path.remark("isn't a string, so it was left out");
  return "";
}

/** Returns a text that senders also write as a number or a boolean. */
export function looseText(value: unknown, path: PayloadPath): string {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : checkedText(value, path);
}

/** An item of a list with its path in the payload, such as "attachments[0]". */
export type Item = { value: Fields; path: PayloadPath };

/**
 * Returns a list's objects without nulls, empty if it's absent. A lone object is read as a list of it, and an item that
 * is only a text as an object with that text under `textKey`; anything else is left out, all with a remark. Throws
 * AppError `invalid` for more items than any message shows.
 */
export function itemsOf(value: unknown, path: PayloadPath, textKey = "text"): Item[] {
  if (isAbsent(value)) return [];
  if (isObject(value)) {
    path.remark("isn't a list, so it was read as a list of one");
    return [{ value, path }];
  }
  if (!Array.isArray(value)) {
    path.remark("isn't a list, so it was left out");
    return [];
  }
  if (value.length > MOST) throw new AppError("invalid", `${path} can have at most ${MOST} items.`);
  return value.flatMap((item: unknown, index): Item[] => {
    const place = path.at(index);
    if (isObject(item)) return [{ value: item, path: place }];
    if (isAbsent(item)) return [];
    if (isScalar(item)) {
      place.remark("isn't an object, so it was read as a text");
      return [{ value: { [textKey]: item }, path: place }];
    }
    place.remark("isn't an object, so it was left out");
    return [];
  });
}

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const SPOKEN = ["text", "title", "label", "name", "description"];
const SHOWN = new Set([...SPOKEN, "alt_text", "placeholder"]);

/** Keys whose texts are always visible. `alt_text` and `placeholder` only show while an image or value is missing. */
export const SURE = new Set(SPOKEN);

/**
 * Returns the visible texts of an unknown block or element, in order, down to 20 levels. Buttons without a URL aren't
 * shown, so their texts aren't either.
 */
export function textsIn(value: unknown, keys: ReadonlySet<string> = SHOWN, depth = 0): string[] {
  if (depth > 20 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => textsIn(item, keys, depth + 1));
  if (
    "type" in value &&
    (value.type === "button" || value.type === "workflow_button") &&
    !("url" in value && value.url)
  )
    return [];
  return Object.entries(value).flatMap(([key, inside]: [string, unknown]) => {
    if (typeof inside !== "string") return textsIn(inside, keys, depth + 1);
    return keys.has(key) && !isBlank(inside) ? [storableText(inside)] : [];
  });
}
