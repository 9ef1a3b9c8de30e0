import { isBlank } from "@/lib/text/text";
import { isObject } from "@/lib/webhooks/payload/json-object";
import { type Path, pathText } from "@/lib/webhooks/payload/problem";

/** An object's fields as sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value's fields; none if it isn't an object. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? (value as Fields) : {});

/** Returns a list's items; none if it isn't a list. */
export const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// What these keys hold is for programs, unless it has spaces.
const FOR_PROGRAMS = /^(?:type|id|tts|.*_ids?|nonce|hash|content_type|proxy_.*|timestamp|.*_timestamp)$/;
const NAMED = 10;
const LONGEST_NAME = 80;

/**
 * Knows what of a payload was read. Whatever its readers don't take, they can't show, so all texts that no one took are
 * left out of the message, whether or not Parley knows their keys.
 */
export class DiscordReading {
  readonly #taken = new Map<object, string[]>();
  readonly #refused: string[] = [];

  /** Returns a field's value. A text counts as read, an object or list only as far as its own fields are taken. */
  take(fields: Fields, key: string): unknown {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (value === undefined) return undefined;
    const keys = this.#taken.get(fields);
    if (keys) keys.push(key);
    else this.#taken.set(fields, [key]);
    return value;
  }

  /** Returns a field's text; "" if it's none, which is then left out. */
  text(fields: Fields, key: string): string {
    return typeof fields[key] === "string" ? String(this.take(fields, key)) : "";
  }

  /** Returns a field's value, all of which counts as read. */
  takeAll(fields: Fields, key: string): unknown {
    const value = this.take(fields, key);
    if (typeof value === "object" && value !== null) this.#whole.add(value);
    return value;
  }

  readonly #whole = new Set<object>();

  /** Notes a value that can't be shown and why. Continues a sentence that starts with its path. */
  refuse(path: Path, why: string): void {
    this.#refused.push(`${shortened(pathText(path))} (${why})`);
  }

  /** Names in a sentence what of the payload was left out, or returns null. */
  leftOut(payload: unknown): string | null {
    const names = this.#refused.slice(0, NAMED);
    let count = this.#refused.length;
    this.#visit(payload, [], "", (path) => {
      count += 1;
      if (names.length < NAMED) names.push(shortened(pathText(path)));
    });
    if (count === 0) return null;
    const more = count > names.length ? ` and ${count - names.length} more` : "";
    return `Left out: ${names.join(", ")}${more}.`;
  }

  /** Visits each text with words that wasn't taken. `key` is the name of what `value` is in. */
  #visit(value: unknown, path: (string | number)[], key: string, left: (path: Path) => void): void {
    if (typeof value === "string") {
      if (hasWords(value) && !(FOR_PROGRAMS.test(key) && !/\s/.test(value))) left(path);
      return;
    }
    if (typeof value !== "object" || value === null || this.#whole.has(value)) return;
    const taken = this.#taken.get(value);
    for (const [name, inside] of Object.entries(value)) {
      const isText = typeof inside === "string";
      if (isText ? taken?.includes(name) : typeof inside !== "object") continue;
      path.push(Array.isArray(value) ? Number(name) : name);
      this.#visit(inside, path, Array.isArray(value) ? key : name, left);
      path.pop();
    }
  }
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !isBlank(text);

const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
