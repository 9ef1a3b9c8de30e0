import { atOnce, patiently } from "@/lib/process/patiently";
import { type Edit, hasOnlyTexts, type JsonTexts, readJson } from "@/lib/secrets/mask-json";
import { MASK, maskText } from "@/lib/secrets/mask-text";
import { isSecretValue, secretKey } from "@/lib/secrets/secret-names";

// JSON may contain JSON in a string, for example in forwarded events.
const DEEPEST = 3;
// Separates the texts of a payload while they are masked as one. It's white space, so no secret spans it, and values
// don't contain it.
const BETWEEN = "\u2029";
const AT_ONCE_MS = 5;
const STRINGS_AT_ONCE = 1_000;

/**
 * Returns the text with secrets replaced by dots: in JSON, forms and multipart bodies by their names, and everywhere
 * by their form (keys and tokens of known services, key files, credentials in URLs, webhook URLs). JSON stays valid,
 * and everything else stays as it was. `cut`: the text is only the beginning. Never throws.
 */
export function maskSecrets(text: string, cut = false): string {
  return atOnce(masking(text, cut));
}

/** Like `maskSecrets`, for long texts: lets other work run every few milliseconds. Short ones need no promise. */
export function maskPatiently(text: string, cut = false): string | Promise<string> {
  return patiently(masking(text, cut), AT_ONCE_MS);
}

/**
 * Returns a payload for people to read, with its secrets masked; the same object if it has none. `payload` is a text
 * or a JSON value.
 */
export function maskPayload<P>(payload: P): P | Promise<P>;
export function maskPayload(payload: unknown): unknown {
  if (typeof payload === "string") return maskPatiently(payload);
  const isHarmless = patiently(hidesNothing(payload), AT_ONCE_MS);
  return isHarmless === true ? payload : maskJson(payload, isHarmless);
}

async function maskJson(payload: unknown, isHarmless: boolean | Promise<boolean>): Promise<unknown> {
  if (await isHarmless) return payload;
  const text = JSON.stringify(payload);
  const masked = await maskPatiently(text);
  return masked === text ? payload : JSON.parse(masked);
}

/** Returns whether masking a JSON value would surely leave it as it is, which is the case for most. */
function* hidesNothing(payload: unknown): Generator<undefined, boolean> {
  const { names, strings }: JsonTexts = { names: [], strings: [] };
  if (!hasOnlyTexts(payload, { names, strings }, (text) => isNested(text, 1))) return false;
  yield;
  const texts = joined([...strings, ...names.filter((name) => !harmlessNames.has(name))]);
  if ((yield* maskText(texts)) !== texts) return false;
  for (const name of names) if (name.length <= LONGEST_KNOWN) remember(name);
  return true;
}

// A sender's payloads have the same names each time.
const MOST_KNOWN = 2_000;
const LONGEST_KNOWN = 100;
const harmlessNames = new Set<string>();

function remember(name: string): void {
  if (harmlessNames.size >= MOST_KNOWN) harmlessNames.clear();
  harmlessNames.add(name);
}

/** The texts of a payload that may contain secrets. They are masked as one, because there may be thousands. */
type Leaves = string[];

function joined(leaves: Leaves): string {
  return leaves.map((text) => text.replaceAll(BETWEEN, "\n")).join(BETWEEN);
}

/** Rebuilds a text from its masked leaves. */
type Assembly = (leaves: readonly string[]) => string;

type TakenText = { assemble: Assembly; isStrange: boolean };

function* masking(text: string, cut: boolean): Generator<undefined, string> {
  const leaves: Leaves = [];
  const taken = yield* takeApart(text, leaves, 0);
  const masked = yield* maskText(joined(leaves), cut);
  yield;
  const result = taken.assemble(masked.split(BETWEEN));
  yield;
  // Text that isn't valid JSON may contain secrets outside of its strings.
  return taken.isStrange ? yield* maskText(result, cut) : result;
}

const JSON_LIKE = /^\s*[{[]/;
// What can't be JSON isn't parsed: an error takes longer than most texts.
const BEGINS_JSON = /^\s*(?:\{\s*(?:"|\}\s*$)|\[\s*(?:["{[\d\-tfn]|\]\s*$))/;
const MULTIPART = /^--[^\r\n]{1,72}\r?\nContent-/i;
const FORM = /^[\w.~%+*[\]-]{1,100}=[^\s"<>{}]*$/;

function* takeApart(text: string, leaves: Leaves, depth: number): Generator<undefined, TakenText> {
  if (depth > 0 ? isNested(text, depth) : JSON_LIKE.test(text)) return yield* fromJson(text, leaves, depth);
  if (depth === 0 && FORM.test(text)) return { assemble: yield* fromForm(text, leaves), isStrange: false };
  if (depth === 0 && MULTIPART.test(text)) return { assemble: yield* fromMultipart(text, leaves), isStrange: false };
  return { assemble: leaf(text, leaves), isStrange: false };
}

function leaf(text: string, leaves: Leaves): Assembly {
  const index = leaves.push(text) - 1;
  return (masked) => masked[index] ?? MASK;
}

// Shorter strings aren't worth parsing as JSON.
const LEAST_NESTED = 20;

function isNested(text: string, depth: number): boolean {
  return depth <= DEEPEST && text.length >= LEAST_NESTED && BEGINS_JSON.test(text) && isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* fromJson(text: string, leaves: Leaves, depth: number): Generator<undefined, TakenText> {
  const { edits, strings, isStrange } = yield* readJson(text, MASK);
  const parts: { start: number; end: number; value: string; assemble: Assembly }[] = [];
  for (const each of strings) {
    const { assemble } = isNested(each.value, depth + 1)
      ? yield* fromJson(each.value, leaves, depth + 1)
      : { assemble: leaf(each.value, leaves) };
    parts.push({ ...each, assemble });
    if (parts.length % STRINGS_AT_ONCE === 0) yield;
  }
  yield;
  const assemble: Assembly = (masked) => {
    const changed = parts.flatMap(({ start, end, value, assemble }): Edit[] => {
      const now = assemble(masked);
      return isSame(now, value) ? [] : [{ start, end, text: JSON.stringify(now) }];
    });
    return applied(text, [...edits, ...changed]);
  };
  return { assemble, isStrange };
}

// Ignores separators that were in the text itself.
function isSame(now: string, before: string): boolean {
  return now === before || (before.includes(BETWEEN) && now === before.replaceAll(BETWEEN, "\n"));
}

function applied(text: string, edits: Edit[]): string {
  let result = "";
  let from = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

function* fromForm(text: string, leaves: Leaves): Generator<undefined, Assembly> {
  const fields: Assembly[] = [];
  for (const field of text.split("&")) {
    fields.push(yield* fromField(field, leaves));
    yield;
  }
  return (masked) => fields.map((assemble) => assemble(masked)).join("&");
}

function* fromField(field: string, leaves: Leaves): Generator<undefined, Assembly> {
  const [, name = "", written = ""] = /^([^=]*)=(.*)$/s.exec(field) ?? [];
  const value = unescaped(written) ?? written;
  const sureness = secretKey(unescaped(name) ?? name);
  if (sureness && isSecretValue(sureness, name, value)) return () => `${name}=${MASK}`;
  const { assemble } = yield* takeApart(value, leaves, 1);
  return (masked) => {
    const now = assemble(masked);
    return isSame(now, value)
      ? field
      : `${name}=${encodeURIComponent(now.toWellFormed()).replaceAll(encodeURIComponent(MASK), MASK)}`;
  };
}

function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

const PART =
  /^(\s{0,4}[^\r\n]{0,500}?\bname="([^"\r\n]{0,100})"[^\r\n]{0,500}(?:\r?\n[^\r\n]{1,500}){0,5}\r?\n\r?\n)([\s\S]*?)(\r?\n)?$/;

function* fromMultipart(text: string, leaves: Leaves): Generator<undefined, Assembly> {
  const boundary = /^--[^\r\n]{0,72}/.exec(text)?.[0] ?? "--";
  const parts: Assembly[] = [];
  for (const part of text.split(boundary)) {
    yield;
    const [, head = "", name = "", body = part, end = ""] = PART.exec(part) ?? [];
    const sureness = secretKey(name);
    const { assemble } = yield* takeApart(body, leaves, 1);
    const isSecret = sureness && isSecretValue(sureness, name, body);
    parts.push((masked) => head + (isSecret ? MASK : assemble(masked)) + end);
  }
  return (masked) => parts.map((assemble) => assemble(masked)).join(boundary);
}
