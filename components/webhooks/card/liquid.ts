/** Where a value is: a key for an object, an index for a list. */
export type Path = readonly (string | number)[];

/** A value as templates name it: in the payload, in the row of a field's list, or in a line of a list. */
export type Value = { root: "payload" | "row" | "line"; path: Path };

/** A value to compare with. */
export type Scalar = string | number | boolean | null;

/** Holds if the value is the scalar, or, with `is` false, if it isn't. */
export type Condition = { value: Value; is: boolean; than: Scalar };

// Names that mean something else at the beginning of an expression.
const TAKEN = new Set([
  ..."payload headers request tables item row line".split(" "),
  ..."true false nil null empty blank and or contains not".split(" "),
]);
const NAME = /^[A-Za-z_][\w-]*$/;

/** Returns the Liquid expression of a value. */
export function writeValue({ root, path }: Value): string {
  const [first] = path;
  const isShort = root === "payload" && typeof first === "string" && NAME.test(first) && !TAKEN.has(first);
  const rest = isShort ? path.slice(1) : path;
  return (isShort ? first : root) + rest.map(writeKey).join("");
}

function writeKey(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return NAME.test(key) ? `.${key}` : `[${writeScalar(key)}]`;
}

/** Parses what `writeValue` writes. Returns null for anything else. */
export function readValue(text: string): Value | null {
  const scanner = new Scanner(text);
  const value = scanner.value();
  return value !== null && scanner.atEnd && writeValue(value) === text ? value : null;
}

/** Returns a Liquid literal. Numbers that Liquid can't write become text. */
export function writeScalar(value: Scalar): string {
  if (value === null) return "nil";
  if (typeof value === "boolean" || (typeof value === "number" && NUMBER.test(`${value}`))) return `${value}`;
  const escapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  // A tag would end at "%}", even within quotes.
  return `"${`${value}`
    .replace(/["\\]/g, "\\$&")
    .replace(/[\n\r\t]/g, (each) => escapes[each] ?? each)
    .replaceAll("%}", "\\u0025}")}"`;
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Returns conditions that all have to hold as Liquid. */
export function writeConditions(conditions: readonly Condition[]): string {
  return conditions
    .map(({ value, is, than }) => `${writeValue(value)} ${is ? "==" : "!="} ${writeScalar(than)}`)
    .join(" and ");
}

/** Parses what `writeConditions` writes. Returns null for anything else. */
export function readConditions(text: string): Condition[] | null {
  const scanner = new Scanner(text);
  const found: Condition[] = [];
  do {
    const value = scanner.value();
    const sign = scanner.take(/ (==|!=) /y);
    const than = scanner.scalar();
    if (value === null || sign === null || than === undefined) return null;
    found.push({ value, is: sign === " == ", than });
  } while (scanner.take(/ and /y) !== null);
  return scanner.atEnd && writeConditions(found) === text ? found : null;
}

/** Reads the parts of an expression one after another. */
export class Scanner {
  #at = 0;

  constructor(readonly text: string) {}

  get atEnd(): boolean {
    return this.#at === this.text.length;
  }

  /** Returns what a sticky pattern matches here, or null, and continues after it. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  value(): Value | null {
    const name = this.take(/[A-Za-z_][\w-]*/y);
    if (name === null) return null;
    const isRoot = name === "payload" || name === "row" || name === "line";
    const path: (string | number)[] = isRoot ? [] : [name];
    for (;;) {
      const key = this.take(/\.[A-Za-z_][\w-]*/y)?.slice(1) ?? this.#index();
      if (key === undefined) return { root: isRoot ? name : "payload", path };
      path.push(key);
    }
  }

  /** Returns undefined if there's no literal here. */
  scalar(): Scalar | undefined {
    const word = this.take(/(true|false|nil)(?![\w-])/y);
    if (word !== null) return word === "nil" ? null : word === "true";
    const number = this.take(/-?\d+(\.\d+)?/y);
    if (number !== null) return Number(number);
    const quoted = this.take(/"(?:[^"\\]|\\.)*"/y);
    if (quoted === null) return undefined;
    const meant: Record<string, string> = { n: "\n", r: "\r", t: "\t", u0025: "%" };
    return quoted.slice(1, -1).replace(/\\(u0025|[\s\S])/g, (_, each: string) => meant[each] ?? each);
  }

  #index(): string | number | undefined {
    const index = this.take(/\[\d{1,9}\]/y);
    if (index !== null) return Number(index.slice(1, -1));
    if (this.take(/\[(?=")/y) === null) return undefined;
    const key = this.scalar();
    return typeof key === "string" && this.take(/\]/y) !== null ? key : undefined;
  }
}
