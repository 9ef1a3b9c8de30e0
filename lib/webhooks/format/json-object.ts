import { cut, oneLine, storableText } from "@/lib/text";
import { isHttpUrl } from "@/lib/users/schema";
import { parseTimestamp } from "@/lib/webhooks/format/timestamp";

/** Longer than any text on GitHub; the rest isn't read. */
const LONGEST = 130_000;

/** More items than a card shows. Lists are read this far so that they can be counted. */
const MOST_ITEMS = 5000;

/**
 * A read-only view of an object in a payload. Missing values and values of another type read as empty or null and never
 * throw. Only own properties are seen.
 */
export class JsonObject {
  readonly #value: object | null;

  constructor(value: unknown) {
    this.#value = isObject(value) ? value : null;
  }

  /** Whether this is an object at all. */
  get present(): boolean {
    return this.#value !== null;
  }

  /** The object at this path. */
  at(...keys: string[]): JsonObject {
    return keys.reduce<JsonObject>((object, key) => new JsonObject(object.#get(key)), this);
  }

  /** The object's own keys, at most a hundred. */
  get keys(): string[] {
    return Object.keys(this.#value ?? {}).slice(0, 100);
  }

  /** The objects in a list. */
  objects(key: string): JsonObject[] {
    return this.#list(key)
      .map((item) => new JsonObject(item))
      .filter((object) => object.present);
  }

  /** The texts in a list, each read as by `line`. */
  lines(key: string): string[] {
    return this.#list(key).flatMap((item) => toLine(item, 100) || []);
  }

  /** A text as one line of at most `most` code points, or "". */
  line(key: string, most = 256): string {
    return toLine(this.#get(key), most);
  }

  /** A text unchanged, or "". */
  text(key: string): string {
    const value = this.#get(key);
    return typeof value === "string" ? storableText(value.slice(0, LONGEST)).replaceAll("\r\n", "\n") : "";
  }

  /** The first non-blank line of a text, such as a commit's subject. */
  firstLine(key: string, most = 100): string {
    const value = this.#get(key);
    if (typeof value !== "string") return "";
    const [first = ""] = value
      .slice(0, 2000)
      .trimStart()
      .split(/[\r\n]/, 1);
    return toLine(first, most);
  }

  /** A whole number, or null. */
  integer(key: string): number | null {
    const value = this.#get(key);
    return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
  }

  /** Whether the value is `true`. */
  is(key: string): boolean {
    return this.#get(key) === true;
  }

  /** A normalized http(s) URL short enough for an embed, or undefined. */
  url(key: string): string | undefined {
    const value = this.#get(key);
    return typeof value === "string" ? webUrl(value) : undefined;
  }

  /** A date-time as ISO 8601 in UTC, or undefined. */
  time(key: string): string | undefined {
    const value = this.#get(key);
    return typeof value === "string" && value.length < 50 ? (parseTimestamp(value) ?? undefined) : undefined;
  }

  #get(key: string): unknown {
    return this.#value && Object.hasOwn(this.#value, key) ? (this.#value as Record<string, unknown>)[key] : undefined;
  }

  #list(key: string): unknown[] {
    const value = this.#get(key);
    return Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [];
  }
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the normalized http(s) URL if it has at most 2048 characters, or undefined. */
export function webUrl(text: string): string | undefined {
  if (text.length > 2048 || !isHttpUrl(text)) return undefined;
  const { href } = new URL(text);
  return href.length <= 2048 ? href : undefined;
}

function toLine(value: unknown, most: number): string {
  if (typeof value === "number") return `${value}`;
  if (typeof value !== "string") return "";
  // 4000 characters are enough for any line, even one padded with white space.
  return cut(oneLine(value.slice(0, 4000)), most);
}

/**
 * Parses JSON. Numbers that JavaScript would round, such as 19-digit ids, become strings of their digits. Throws
 * SyntaxError.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!LONG_NUMBER.test(text)) return value;
  // The text is valid JSON at this point, so each quotation mark or digit starts a whole string or number.
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (isRounded(token) ? `"${token}"` : token)));
}

const LONG_NUMBER = /\d{16}/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function isRounded(token: string): boolean {
  return /^-?\d{16,}(\.\d+)?$/.test(token) && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER;
}
