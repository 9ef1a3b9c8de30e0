import { AppError } from "@/lib/errors";
import { isBlank, storableText } from "@/lib/text";

/** The longest text that Slack accepts. Parley's own limits are lower, so longer ones are always rejected. */
const LONGEST = 40_000;

/** An object's fields as sent: each may be missing or of another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object, empty if it's absent. Throws AppError `invalid` with its path for anything else. */
export function fieldsOf(value: unknown, path: string): Fields {
  if (value === null || value === undefined || value === "") return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Fields;
  throw new AppError("invalid", `${path} must be an object.`);
}

/** More items than a message shows of any list. */
const MOST = 2000;

/** Returns a text, empty if it's absent. Throws AppError `invalid` with its path for anything else. */
export function textOf(value: unknown, path: string): string {
  if (isAbsent(value)) return "";
  if (typeof value === "string" && value.length <= LONGEST) return storableText(value);
  if (typeof value === "string") throw new AppError("invalid", `${path} can have at most ${LONGEST} characters.`);
  throw new AppError("invalid", `${path} must be a string.`);
}

/**
 * A text that only decorates a message, such as a color. Other types are ignored, because they're no reason to reject
 * it.
 */
export const decorationOf = (value: unknown): string => (typeof value === "string" ? storableText(value) : "");

/** Returns a text that senders also write as a number or a boolean. */
export function looseText(value: unknown, path: string): string {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : textOf(value, path);
}

/** An item of a list with its path in the payload, such as "attachments[0]". */
export type Item = { value: Fields; path: string };

/** Returns a list's objects without nulls, empty if it's absent. Throws AppError `invalid` for anything else. */
export function itemsOf(value: unknown, path: string): Item[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new AppError("invalid", `${path} must be a list.`);
  if (value.length > MOST) throw new AppError("invalid", `${path} can have at most ${MOST} items.`);
  return value.flatMap((item: unknown, index) =>
    item === null ? [] : [{ value: fieldsOf(item, `${path}[${index}]`), path: `${path}[${index}]` }],
  );
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

const READ = new Set([...SHOWN, "pretext", "value", "footer", "author_name", "author_subname", "fields"]);

/** Counts the characters in the payload that would have to be parsed as text. */
export function lengthOf(value: unknown, key = "", depth = 0): number {
  if (typeof value === "string") return READ.has(key) ? value.length : 0;
  if (depth > 20 || typeof value !== "object" || value === null) return 0;
  let length = 0;
  // A list's items count under the list's own key.
  for (const [name, inside] of Object.entries(value)) {
    // A button's value is meant for the app that sent it.
    if (name === "value" && key !== "fields") continue;
    length += lengthOf(inside, Array.isArray(value) ? key : name, depth + 1);
  }
  return length;
}
