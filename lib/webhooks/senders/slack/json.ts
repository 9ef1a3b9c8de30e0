import { AppError } from "@/lib/errors";
import { isBlank, storableText } from "@/lib/text";

/** The longest text that Slack takes; none of a message of ours may be as long. */
const LONGEST = 40_000;

/** What a sender wrote under a name; anything may be missing. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object, empty when it is absent. Throws AppError `invalid` for anything else, naming its path. */
export function fieldsOf(value: unknown, path: string): Fields {
  if (value === null || value === undefined || value === "") return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Fields;
  throw new AppError("invalid", `${path} must be an object.`);
}

/** More of anything than a message could show, whatever it is. */
const MOST = 2000;

/** A text, empty when it is absent. Throws AppError `invalid` for anything else, naming its path. */
export function textOf(value: unknown, path: string): string {
  if (isAbsent(value)) return "";
  if (typeof value === "string" && value.length <= LONGEST) return storableText(value);
  if (typeof value === "string") throw new AppError("invalid", `${path} can have at most ${LONGEST} characters.`);
  throw new AppError("invalid", `${path} must be a string.`);
}

/** What only adorns a message, cleaned; empty when it is no text, which is no reason to refuse the message. */
export const decorationOf = (value: unknown): string => (typeof value === "string" ? storableText(value) : "");

/** A text that senders also write as a number or a boolean. */
export function looseText(value: unknown, path: string): string {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : textOf(value, path);
}

/** An item of a list with its path in the payload, such as "attachments[0]". */
export type Item = { value: Fields; path: string };

/** A list's objects, without its nulls; empty when it is absent. Throws AppError `invalid` for anything else. */
export function itemsOf(value: unknown, path: string): Item[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new AppError("invalid", `${path} must be a list.`);
  if (value.length > MOST) throw new AppError("invalid", `${path} can hold at most ${MOST} items.`);
  return value.flatMap((item: unknown, place) =>
    item === null ? [] : [{ value: fieldsOf(item, `${path}[${place}]`), path: `${path}[${place}]` }],
  );
}

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const SPOKEN = ["text", "title", "label", "name", "description"];
const SHOWN = new Set([...SPOKEN, "alt_text", "placeholder"]);

/** The words that are sure to be visible wherever they stand: not what only stands for a picture or an empty field. */
export const SURE = new Set(SPOKEN);

/**
 * Every text that a reader of something unknown would expect to see, in its order. Nesting is bounded. A button without an address
 * is nothing to see.
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

/** How much is written in the payload that would have to be read as text, wherever it stands. */
export function lengthOf(value: unknown, key = "", depth = 0): number {
  if (typeof value === "string") return READ.has(key) ? value.length : 0;
  if (depth > 20 || typeof value !== "object" || value === null) return 0;
  let length = 0;
  // What stands in a list stands under the list's name.
  for (const [name, inside] of Object.entries(value)) {
    // A button's value is for the app that sent it.
    if (name === "value" && key !== "fields") continue;
    length += lengthOf(inside, Array.isArray(value) ? key : name, depth + 1);
  }
  return length;
}
