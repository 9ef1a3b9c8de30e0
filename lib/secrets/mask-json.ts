import { isSecretValue, type Sureness, saysNothing, secretKey } from "@/lib/secrets/secret-names";

/** A range of a text and its replacement. */
export type Edit = { start: number; end: number; text: string };

/** A string in a JSON text: its range and its decoded value. */
export type JsonString = { start: number; end: number; value: string };

/** The result of reading a JSON text. `isStrange`: it contains something other than JSON outside of its strings. */
type ReadJson = { edits: Edit[]; strings: JsonString[]; isStrange: boolean };

/** Returns what a name says about its value. Cached, because lists repeat the same names. */
type Names = (name: string) => Sureness | null;

/** The texts of a JSON value: its names and its strings. */
export type JsonTexts = { names: string[]; strings: string[] };

/**
 * Collects the texts of a parsed JSON value. Returns false if reading it as JSON text might find more secrets than those have:
 * because of a name, or in a string that `isNested` JSON.
 */
export function hasOnlyTexts(value: unknown, texts: JsonTexts, isNested: (text: string) => boolean): boolean {
  if (typeof value === "string") {
    texts.strings.push(value);
    return !isNested(value);
  }
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    if (typeof first === "string" && secretKey(first) !== null) return false;
    return value.every((each) => hasOnlyTexts(each, texts, isNested));
  }
  for (const [name, each] of Object.entries(value)) {
    const namesSecret = typeof each === "string" && NAMES.test(name) && secretKey(each) !== null;
    if (namesSecret || secretKey(name) !== null) return false;
    texts.names.push(name);
    if (!hasOnlyTexts(each, texts, isNested)) return false;
  }
  return true;
}

type Frame = {
  isObject: boolean;
  /** Set if everything inside is secret. */
  inherited: Sureness | null;
  /** The key of the next value; null if a key comes next. */
  key: string | null;
  /** The parts of a pair such as `{"name": …, "value": …}`. */
  pairName: string | null;
  pairValue: Token | null;
  /** In an array: the number of elements so far, and the first one if it's a string. */
  count: number;
  first: string | null;
};

type Token = { start: number; end: number; raw: string };

const NAMES = /^(?:name|key|title|label|variable|header|field|param|parameter|option|env|k)$/i;
const VALUES = /^(?:value|val|v|content|data)$/i;
// A string also matches without its closing quote; otherwise, each of its characters would be tried as a start.
const TOKENS = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/g;
const WORDS = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;
const DEEPEST = 1_000;
// The number of tokens before the generator yields.
const AT_ONCE = 500;

/**
 * Finds the values in a JSON text that are secret because of their names, also in `{"name": …, "value": …}` and
 * `["name", "value"]`. Returns them as edits that keep the JSON valid, together with all other strings, which may
 * contain secrets. Reads as much as it can of text that is cut or isn't valid JSON. Yields on the way.
 */
export function* readJson(text: string, mask: string): Generator<undefined, ReadJson> {
  const edits: Edit[] = [];
  const strings: JsonString[] = [];
  const stack: Frame[] = [];
  const hide = ({ start, end }: Token) => edits.push({ start, end, text: JSON.stringify(mask) });
  const known = new Map<string, Sureness | null>();
  const names: Names = (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const sureness = secretKey(name);
    known.set(name, sureness);
    return sureness;
  };
  let isStrange = false;
  let tokens = 0;
  for (const { 0: raw, index: start } of text.matchAll(TOKENS)) {
    tokens += 1;
    if (tokens % AT_ONCE === 0) yield;
    const frame = stack.at(-1);
    const token = { start, end: start + raw.length, raw };
    if (raw === "{" || raw === "[") {
      if (stack.length < DEEPEST) stack.push(opened(raw === "{", frame, names));
    } else if (raw === "}" || raw === "]") {
      const closed = stack.pop();
      const hidden = closed && hiddenPair(closed, names);
      if (hidden) hide(hidden);
      if (frame) settle(stack.at(-1));
    } else if (raw === ",") {
      if (frame?.isObject) frame.key = null;
    } else if (raw !== ":") {
      const value = raw.startsWith('"') ? decoded(raw) : null;
      isStrange ||= value === null && !WORDS.test(raw);
      if (frame?.isObject && frame.key === null) {
        frame.key = value ?? raw;
        if (value !== null) strings.push({ ...token, value });
        continue;
      }
      if (isSecret(frame, value, raw, names)) hide(token);
      else {
        if (value !== null) strings.push({ ...token, value });
        remember(frame, token, value);
      }
      if (frame && !frame.isObject) frame.count += 1;
    }
  }
  for (const frame of stack) {
    const hidden = hiddenPair(frame, names);
    if (hidden) hide(hidden);
  }
  return { ...withoutHidden(edits, strings), isStrange };
}

function opened(isObject: boolean, parent: Frame | undefined, names: Names): Frame {
  const own = parent?.isObject && parent.key !== null ? names(parent.key) : null;
  // Inside a "likely" name such as "session", not everything is secret.
  const inherited = parent?.inherited ?? (own === "certain" ? own : null);
  return { isObject, inherited, key: null, pairName: null, pairValue: null, count: 0, first: null };
}

function settle(parent: Frame | undefined): void {
  if (parent && !parent.isObject) parent.count += 1;
}

function isSecret(frame: Frame | undefined, value: string | null, raw: string, names: Names): boolean {
  if (!frame) return false;
  const name = frame.isObject ? (frame.key ?? "") : (frame.first ?? "");
  const isSecond = frame.isObject || frame.count === 1;
  const own = isSecond ? names(name) : null;
  if (frame.inherited && !own)
    return value === null ? isLongNumber(raw) : !saysNothing(value) && (!frame.isObject || value.length > 3);
  if (!own) return false;
  if (value === null) return own === "certain" && isLongNumber(raw) && !/s$/i.test(name);
  return isSecretValue(own, name, value);
}

// Shorter numbers are counts.
function isLongNumber(raw: string): boolean {
  return /^\d{4,}$/.test(raw);
}

function remember(frame: Frame | undefined, token: Token, value: string | null): void {
  if (!frame) return;
  if (!frame.isObject) {
    if (frame.count === 0) frame.first = value;
  } else if (frame.key !== null && value !== null && NAMES.test(frame.key) && frame.pairName === null) {
    frame.pairName = value;
  } else if (frame.key !== null && VALUES.test(frame.key)) {
    frame.pairValue = token;
  }
}

function hiddenPair({ pairName, pairValue }: Frame, names: Names): Token | null {
  if (pairName === null || pairValue === null) return null;
  const sureness = names(pairName);
  if (!sureness) return null;
  const isText = pairValue.raw.startsWith('"');
  const hides = isText
    ? isSecretValue(sureness, pairName, decoded(pairValue.raw))
    : sureness === "certain" && isLongNumber(pairValue.raw);
  return hides ? pairValue : null;
}

function decoded(raw: string): string {
  const isWhole = raw.length > 1 && raw.endsWith('"');
  if (!raw.includes("\\")) return raw.slice(1, isWhole ? -1 : undefined);
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "string") return value;
  } catch {
    // Invalid or cut.
  }
  return raw.slice(1, isWhole ? -1 : undefined);
}

function withoutHidden(edits: Edit[], strings: JsonString[]): { edits: Edit[]; strings: JsonString[] } {
  edits.sort((a, b) => a.start - b.start);
  const hidden = new Set(edits.map(({ start }) => start));
  return { edits, strings: strings.filter(({ start }) => !hidden.has(start)) };
}
