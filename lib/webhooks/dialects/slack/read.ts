import { AppError } from "@/lib/errors";
import { storableText } from "@/lib/text";

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
