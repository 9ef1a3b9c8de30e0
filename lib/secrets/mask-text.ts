import {
  isSecretValue,
  looksRandom,
  nameWords,
  type Sureness,
  saysNothing,
  secretKey,
  secretName,
} from "@/lib/secrets/secret-names";
import { ALPHABETS, NAMED_SHAPES, PATTERNS, SECRET_ADDRESSES, SHAPES } from "@/lib/secrets/shapes";

/** Replaces each secret. */
export const MASK = "•••";

/**
 * Masks secrets as people and programs write them: `NAME=…`, `name: …`, headers, flags, URL parameters and
 * credentials, key files, and known formats. `cut`: the text continues after its end, so a secret that is cut off
 * there counts. Takes time proportional to the text, and yields on the way.
 */
export function* maskText(text: string, cut = false): Generator<undefined, string> {
  let masked = text.includes("-----BEGIN") ? yield* maskKeyFiles(text) : text;
  if (/hooks/i.test(masked)) {
    for (const pattern of SECRET_ADDRESSES) {
      masked = masked.replace(pattern, `$1${MASK}`);
      yield;
    }
  }
  if (masked.includes("@")) {
    masked = masked.replace(IN_ADDRESS, `$1${MASK}@`).replace(TOKEN_IN_ADDRESS, `$1${MASK}@`);
    yield;
  }
  if (NAMES.test(masked)) masked = yield* maskNamed(masked.replace(PAIR, maskPair));
  if (SCHEMES.test(masked)) masked = masked.replace(SCHEME, maskScheme);
  yield;
  if (masked.includes("-u")) masked = masked.replace(CURL_USER, `$1${MASK}`);
  if (masked.includes("--")) masked = masked.replace(FLAG, maskFlag);
  for (const { contains, pattern } of PATTERNS) {
    if (!masked.includes(contains)) continue;
    yield;
    masked = masked.replace(pattern, MASK);
  }
  return yield* maskShapes(masked, cut);
}

// `://user:password@` and `://token@`.
const IN_ADDRESS = /(:(?:\\?\/){2}[^\s:/@"'\\<>?#]{0,100}:)[^\s/@"'\\<>]{1,300}@/g;
const TOKEN_IN_ADDRESS = /(:(?:\\?\/){2})[\w.~-]{16,300}@/g;
const SCHEMES = /bearer|basic/i;
const SCHEME = /(?<![\w-])(Bearer|Basic)([ \t]{1,4})([\w.~+/=-]{8,})/gi;
const CURL_USER = /((?<![\w-])(?:-u|--user)(?:=|[ \t]{1,4})["']?[^\s:"'=]{1,100}:)[^\s"']{1,200}/g;
const FLAG = /(?<![\w-])(--[A-Za-z][\w-]{2,60})([ \t]{1,4})(["']?)([^\s"'\\-][^\s"'\\]{0,300})/g;

// "basic information" isn't a password.
function maskScheme(whole: string, scheme: string, space: string, value: string): string {
  const isSecret = /^basic$/i.test(scheme)
    ? /^[\w+/-]+=*$/.test(value) && Buffer.from(value, "base64").includes(":")
    : value.length >= 12 || looksRandom(value);
  return isSecret ? `${scheme}${space}${MASK}` : whole;
}

function maskFlag(whole: string, flag: string, space: string, quote: string, value: string): string {
  const sureness = secretName(flag);
  return sureness && isSecretValue(sureness, flag, value) ? `${flag}${space}${quote}${MASK}` : whole;
}

// The way YAML lists environment variables.
const PAIR =
  /(?<![\w-])((?:name|key)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([\w.-]{1,80})["']?,?[ \t]{0,9}\r?\n[ \t]{0,40}["']?value["']?[ \t]{0,9}[:=][ \t]{0,9}["']?)([^\s"']{1,300})/gi;

function maskPair(whole: string, before: string, name: string, value: string): string {
  const sureness = secretName(name);
  return sureness && isSecretValue(sureness, name, value) ? before + MASK : whole;
}

const KEY_FILE = /-----BEGIN [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const REST_OF_KEY = /(?:[A-Za-z0-9+/=:,.() \t\r\n]|-(?!-----BEGIN)|\\[nrt])*/y;

function* maskKeyFiles(text: string): Generator<undefined, string> {
  let masked = "";
  let from = 0;
  let end = 0;
  for (const { 0: begin, index } of text.matchAll(KEY_FILE)) {
    if (index < from) continue;
    const start = index + begin.length;
    if (end !== -1 && end < start) end = text.indexOf("-----END", start);
    // If the end marker is missing, the key ends where its characters do.
    const reach = start + read(REST_OF_KEY, text, start).length;
    masked += text.slice(from, start) + MASK;
    from = end === -1 || end > reach ? reach : end;
    yield;
  }
  return masked + text.slice(from);
}

const ASCII = 128;

/** Returns a number for the two characters at a position; 0 if either isn't ASCII. */
function pairAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  return first < ASCII && second < ASCII ? first * ASCII + second : 0;
}

// By the first two characters of their prefixes. No prefix begins at most positions of a text, and looking those two up in
// a table says so.
const shapesByPair = new Map<number, (typeof SHAPES)[number][]>();
for (const shape of SHAPES) {
  const pair = pairAt(shape.prefix, 0);
  shapesByPair.set(pair, [...(shapesByPair.get(pair) ?? []), shape]);
}
const beginsShape = new Uint8Array(ASCII * ASCII);
for (const pair of shapesByPair.keys()) beginsShape[pair] = 1;

/** Returns the shape whose prefix begins a word at this position. */
function shapeAt(text: string, at: number): (typeof SHAPES)[number] | undefined {
  const pair = pairAt(text, at);
  if (beginsShape[pair] !== 1) return undefined;
  const shape = shapesByPair.get(pair)?.find(({ prefix }) => text.startsWith(prefix, at));
  return shape && BEFORE.test(text.slice(Math.max(0, at - 3), at)) ? shape : undefined;
}

// What may precede it: no letter or digit, or one that is part of an escape.
const BEFORE = /(?:^|[^A-Za-z0-9]|\\[nrt]|%[0-9A-Fa-f]{2})$/;

function* maskShapes(text: string, cut: boolean): Generator<undefined, string> {
  let masked = "";
  let from = 0;
  let hits = 0;
  const runs = new Runs(text);
  for (let at = 0; at < text.length - 1; at += 1) {
    const shape = shapeAt(text, at);
    if (!shape) continue;
    hits += 1;
    if (hits % AT_ONCE === 0) yield;
    const start = at + shape.prefix.length;
    const value = runs.read(ALPHABETS[shape.chars], start);
    const stop = start + value.length;
    const goesOn = cut && stop === text.length;
    const isSecret = goesOn || isOf(shape, value, text[stop]);
    if (isSecret) {
      masked += text.slice(from, at) + MASK;
      from = stop;
    }
    at = (isSecret ? stop : start) - 1;
  }
  return masked + text.slice(from);
}

// A secret has digits before this, and a run may be as long as the whole payload.
const LONGEST_WITHOUT_DIGITS = 200;

function isOf({ least, exact, digits = 0 }: (typeof SHAPES)[number], value: string, next = ""): boolean {
  if (exact && (value.length !== least || /[\w-]/.test(next))) return false;
  if (value.length < least) return false;
  return digits === 0 || value.slice(0, LONGEST_WITHOUT_DIGITS).replace(/\D+/g, "").length >= digits;
}

/**
 * Reads runs of characters, from the start of the text to its end, each only once: a match that starts inside a run
 * ends where the run ends.
 */
class Runs {
  readonly #text: string;
  readonly #ends = new Map<RegExp, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns what `pattern` matches at `start`. */
  read(pattern: RegExp, start: number): string {
    const last = this.#ends.get(pattern);
    if (last !== undefined && start < last) return this.#text.slice(start, last);
    const value = read(pattern, this.#text, start);
    this.#ends.set(pattern, start + value.length);
    return value;
  }
}

const NAMES = new RegExp(
  `pass|pwd|secret|token|key|auth|cookie|cred|sess|sid|sig|jwt|otp|bearer|${Object.keys(NAMED_SHAPES).join("|")}`,
  "i",
);
// The number of matches before the generator yields.
const AT_ONCE = 500;
// A name of one or two words and what separates it from its value. Only tried at the start of a word.
const NAME =
  /(?<![\w.$-])((?:[A-Za-z][\w-]{1,30} )?[A-Za-z_$][\w.$[\]-]{1,80})((?:\\{0,3}["'`]){0,2}[ \t]{0,4}(?:=>|:=|[=:>])[ \t]{0,4})/g;
const QUOTES = /(?:\\{0,3}["'`])?/y;
const AUTHORIZATION = /(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)[ \t]{1,4}/iy;
const VALUES = {
  line: /[^\s&<]+/y,
  word: /[^\s"'`<>,;&|)\]}\\]+/y,
  whole: /[^\r\n\u2028\u2029"'`<]+/y,
  quoted: /(?:[^"\\\r\n\u2028\u2029]|\\[^\r\n\u2028\u2029])+/y,
  inQuotes: /[^"'`\\\r\n\u2028\u2029]+/y,
  element: /[^<\r\n\u2028\u2029]+/y,
};

// A sender's payloads have the same names each time.
const MOST_KNOWN = 2_000;
const kinds = new Map<string, Kind>();

function knownKind(name: string, before: string): Kind {
  const known = kinds.get(before + name);
  if (known !== undefined) return known;
  if (kinds.size >= MOST_KNOWN) kinds.clear();
  const kind = kindOf(name, before);
  kinds.set(before + name, kind);
  return kind;
}

function* maskNamed(text: string): Generator<undefined, string> {
  let masked = "";
  let from = 0;
  let hits = 0;
  NAME.lastIndex = 0;
  const runs = new Runs(text);
  for (let hit = NAME.exec(text); hit; hit = NAME.exec(text)) {
    hits += 1;
    const next = NAME.lastIndex;
    if (hits % AT_ONCE === 0) yield;
    const [whole, name = "", between = ""] = hit;
    const before = text[hit.index - 1] ?? "";
    const kind = knownKind(name, before);
    const isOther = between.trim() === ">" && before !== "<";
    const found =
      kind === null || isOther
        ? null
        : valueAt(text, runs, { name, kind, between, start: hit.index + whole.length, index: hit.index });
    if (found) {
      masked += text.slice(from, found.start) + MASK;
      from = found.start + found.value.length;
    }
    NAME.lastIndex = found ? from : next;
  }
  return masked + text.slice(from);
}

/**
 * How sure it is that values of a name are secret, or the form that secret ones have; null if the name says nothing.
 */
type Kind = Sureness | RegExp | null;

function kindOf(name: string, before: string): Kind {
  if (/[?&;]/.test(before)) return secretKey(name) ?? namedShape(name) ?? null;
  const last = name.slice(name.lastIndexOf(" ") + 1);
  return secretName(last) ?? secretName(name) ?? namedShape(name) ?? null;
}

type NamedValue = { name: string; kind: Sureness | RegExp; between: string; start: number; index: number };

function valueAt(
  text: string,
  runs: Runs,
  { name, kind, between, start: after, index }: NamedValue,
): { start: number; value: string } | null {
  const quote = read(QUOTES, text, after);
  const scheme = read(AUTHORIZATION, text, after + quote.length);
  const start = after + quote.length + scheme.length;
  if (typeof kind !== "string") {
    const value = runs.read(VALUES.word, start);
    return kind.test(value) ? { start, value } : null;
  }
  const beginsLine = /^[\s>+*-]*(?:export |set |env |- )?$/i.test(lineBefore(text, index));
  const isCookie = /cookie/i.test(name);
  const value = valueAfter(runs, start, { quote, between, beginsLine, isCookie });
  if (value === "" || value.startsWith(MASK) || value.startsWith("=")) return null;
  const isSaid = quote === "" && scheme === "" && !isCookie && between.trim().endsWith(":");
  const isSecret = isSaid
    ? isSaidSecret(kind, name, value, beginsLine && endsLine(text, start + value.length))
    : isSecretValue(kind, name, value);
  return isSecret ? { start, value } : null;
}

const LONGEST_COOKIE_NAME = 500;

function valueAfter(
  runs: Runs,
  start: number,
  { quote, between, beginsLine, isCookie }: { quote: string; between: string; beginsLine: boolean; isCookie: boolean },
): string {
  if (between.trim() === ">") return runs.read(VALUES.element, start);
  if (quote === '"') return runs.read(VALUES.quoted, start);
  if (quote !== "") return runs.read(VALUES.inQuotes, start);
  if (isCookie) {
    const all = runs.read(VALUES.whole, start);
    return all.slice(0, LONGEST_COOKIE_NAME).includes("=") || between.includes("=") ? all : "";
  }
  return runs.read(beginsLine && between.trim() === "=" ? VALUES.line : VALUES.word, start);
}

// "password: hunter2" is a secret, and "fix(token): refresh it" and "Password: required" aren't.
function isSaidSecret(sureness: Sureness, name: string, value: string, alone: boolean): boolean {
  if (saysNothing(value)) return false;
  if (looksRandom(value)) return sureness === "certain" || value.length >= 16;
  const isPassword = /^(?:pass|pw)/.test(nameWords(name).at(-1) ?? "");
  return sureness === "certain" && alone && isPassword && value.length >= 4 && !/^\w+:\/\//.test(value);
}

function namedShape(name: string): RegExp | undefined {
  if (name.length > 60) return undefined;
  const words = nameWords(name);
  const service = words.find((word) => Object.hasOwn(NAMED_SHAPES, word));
  if (service === undefined) return undefined;
  const others = words.filter((word) => word !== service);
  return others.every((word) => /^(?:api|app|key|auth|access|client|personal|account|value)$/.test(word))
    ? NAMED_SHAPES[service]
    : undefined;
}

const LONGEST_INDENT = 24;

function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - LONGEST_INDENT), index);
  return before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\u2029")) + 1);
}

function endsLine(text: string, index: number): boolean {
  return /^[ \t]*(?:$|[\r\n\u2029])/.test(text.slice(index, index + 8));
}

function read(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? "";
}
