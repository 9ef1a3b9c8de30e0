import { isHttpUrl } from "@/lib/people/schema";
import { Budget, type BudgetLimits, OverBudget } from "@/lib/text/budget";
import { cut, oneLine, storableText } from "@/lib/text/text";
import { parseTimestamp } from "@/lib/webhooks/payload/timestamp";

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

// Why: docs/decisions/foreign-text.md

/**
 * The most that JSON from outside may have, all of a request's together. Payloads of tools have a value for every 14
 * bytes or more, so at most 19,000 in a body of 256 KiB, and nest 10 deep.
 */
export const JSON_LIMITS = { nodes: 50_000, depth: 64, characters: 1_048_576 } as const satisfies BudgetLimits;

/** Returns the budget for the JSON in one request's body. */
export function bodyBudget(): Budget {
  return new Budget(JSON_LIMITS);
}

/** Parses JSON. Throws SyntaxError, or OverBudget before it builds anything. */
export function parseJson(text: string, budget: Budget): unknown {
  spend(text, budget);
  return JSON.parse(text);
}

/**
 * Parses JSON as `parseJson` does. Numbers that JavaScript would round, such as 19-digit ids, become strings of their
 * digits.
 */
export function parseExactly(text: string, budget: Budget): unknown {
  const value = parseJson(text, budget);
  if (!LONG_NUMBER.test(text)) return value;
  // The text is valid JSON at this point, so each quotation mark or digit starts a whole string or number.
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (isRounded(token) ? `"${token}"` : token)));
}

/** Takes what a JSON text will become from the budget. Other text costs about as much, and isn't JSON anyway. */
function spend(text: string, budget: Budget): void {
  budget.spendCharacters(text.length);
  const deepest = budget.depth;
  let nodes = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A quotation mark, a comma, an opening and a closing brace or bracket.
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2c) nodes += 1;
    else if (code === 0x7b || code === 0x5b) {
      nodes += 1;
      depth += 1;
      if (depth > deepest) throw new OverBudget("depth");
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    // Text that doesn't start like an object or list is a single value, or no JSON.
    else if (depth === 0 && code > 0x20) break;
  }
  budget.spend(nodes);
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Escapes control characters in the strings of a text that would be JSON without them. Linear in its length. */
export function withEscapedControls(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isString = !isString;
    else if (isString && code === 0x5c) at += 1;
    else if (isString && code < 0x20) {
      parts.push(text.slice(from, at), JSON.stringify(text.charAt(at)).slice(1, -1));
      from = at + 1;
    }
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
}

/** Says how JSON over its budget must be. Continues a sentence that starts with where it is. */
export function limitOf({ what }: OverBudget): string {
  const most = JSON_LIMITS[what].toLocaleString("en-US");
  return what === "depth"
    ? `must be JSON nested at most ${most} levels deep`
    : `must be JSON with at most ${most} ${what === "nodes" ? "values" : what}`;
}

const LONG_NUMBER = /\d{16}/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function isRounded(token: string): boolean {
  return /^-?\d{16,}(\.\d+)?$/.test(token) && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER;
}
