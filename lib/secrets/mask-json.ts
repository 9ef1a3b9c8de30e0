import { isSecretValue, type Sureness, saysNothing, secretKey } from "@/lib/secrets/secret-names";

/** A place in a text, and what is to stand there. */
export type Edit = { start: number; end: number; text: string };

/** A string of a JSON text as it was written and as it is meant. */
export type JsonString = { start: number; end: number; value: string };

/** What was read of a JSON text. `isStrange`: it has other words than JSON knows, outside of its strings. */
type ReadJson = { edits: Edit[]; strings: JsonString[]; isStrange: boolean };

/** Tells what a name says of its values; each is looked at once, because lists have the same ones again and again. */
type Names = (name: string) => Sureness | null;

type Frame = {
  isObject: boolean;
  /** How sure it is that all within it is secret. */
  inherited: Sureness | null;
  /** The key whose value comes next; null where a key has to come. */
  key: string | null;
  /** What `name` and `value` say, of a pair such as an environment's list has. */
  pairName: string | null;
  pairValue: Token | null;
  /** Of an array: how many elements it has had, and its first when that is a string. */
  count: number;
  first: string | null;
};

type Token = { start: number; end: number; raw: string };

const NAMES = /^(?:name|key|title|label|variable|header|field|param|parameter|option|env|k)$/i;
const VALUES = /^(?:value|val|v|content|data)$/i;
// Each of its strings matches whatever follows, or one without an end would be tried from each of its places.
const TOKENS = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/g;
const WORDS = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;
const DEEPEST = 1_000;
// How many tokens are read before others get their turn.
const AT_ONCE = 500;

/**
 * Which values of a JSON text are secrets by their names, `{"name": …, "value": …}` and `["name", "value"]` included, as edits in
 * their order that leave it JSON; and the other strings, whose texts may hold secrets. Takes whatever comes: of what isn't quite
 * JSON, or ends in the middle, as much as can be read. Pauses on the way.
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
  // What a session is made of is no secret, and neither is what a likely name holds.
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

// A number that counts something is short.
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
    // Not as JSON has it, or cut.
  }
  return raw.slice(1, isWhole ? -1 : undefined);
}

function withoutHidden(edits: Edit[], strings: JsonString[]): { edits: Edit[]; strings: JsonString[] } {
  edits.sort((a, b) => a.start - b.start);
  const hidden = new Set(edits.map(({ start }) => start));
  return { edits, strings: strings.filter(({ start }) => !hidden.has(start)) };
}
