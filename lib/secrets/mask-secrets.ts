import { atOnce, patiently } from "@/lib/patiently";
import { type Edit, readJson } from "@/lib/secrets/mask-json";
import { MASK, maskText } from "@/lib/secrets/mask-text";
import { isSecretValue, secretKey } from "@/lib/secrets/secret-names";

// JSON may hold JSON as a string, as events that were passed on do.
const DEEPEST = 3;
// Between the texts of a payload while they are read as one. No secret spans it, because it is white space, and no line end that a
// value could have.
const BETWEEN = "\u2029";
const AT_ONCE_MS = 5;
const STRINGS_AT_ONCE = 1_000;

/**
 * The text with what looks like a secret replaced by dots: in JSON, forms and multipart bodies values whose names say so, everywhere
 * what is known by its looks (keys and tokens of known services, key files, credentials in addresses, the addresses of webhooks).
 * JSON stays JSON, and what isn't masked stays as it was written. `cut`: the text is only a beginning. Never throws.
 */
export function maskSecrets(text: string, cut = false): string {
  return atOnce(masking(text, cut));
}

/** The same for long texts: whatever they hold, others get their turn every few milliseconds. */
export function maskPatiently(text: string, cut = false): Promise<string> {
  return patiently(masking(text, cut), AT_ONCE_MS);
}

/**
 * What a tool says, with secrets masked just as in its text: for what people read. The very same when there are none. `payload` is a
 * text, or what JSON can say.
 */
export async function maskPayload<P>(payload: P): Promise<P> {
  if (typeof payload === "string") return (await maskPatiently(payload)) as P & string;
  const text = written(payload);
  if (text === null) return maskPayload(withoutDepths(payload) as P);
  const masked = await maskPatiently(text);
  return masked === text ? payload : JSON.parse(masked);
}

/** The value as JSON; null when it is nested too deeply for that. */
function written(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

function withoutDepths(payload: unknown): unknown {
  const kept = Object.entries(payload ?? {}).map(
    ([key, value]) => [key, written(value) === null ? "…" : value] as const,
  );
  return Array.isArray(payload) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** The texts of a payload that may hold secrets, all of which are read as one: there may be thousands. */
type Leaves = string[];

function joined(leaves: Leaves): string {
  return leaves.map((text) => text.replaceAll(BETWEEN, "\n")).join(BETWEEN);
}

/** Puts a text together again from its leaves, as they are now. */
type Assembly = (leaves: readonly string[]) => string;

type Taken = { assemble: Assembly; isStrange: boolean };

function* masking(text: string, cut: boolean): Generator<undefined, string> {
  const leaves: Leaves = [];
  const taken = yield* takeApart(text, leaves, 0);
  const masked = yield* maskText(joined(leaves), cut);
  yield;
  const result = taken.assemble(masked.split(BETWEEN));
  yield;
  // What isn't quite JSON may hold secrets outside of its strings.
  return taken.isStrange ? yield* maskText(result, cut) : result;
}

const JSON_LIKE = /^\s*[{[]/;
const MULTIPART = /^--[^\r\n]{1,72}\r?\nContent-/i;
const FORM = /^[\w.~%+*[\]-]{1,100}=[^\s"<>{}]*$/;

function* takeApart(text: string, leaves: Leaves, depth: number): Generator<undefined, Taken> {
  if (depth > 0 ? isNested(text, depth) : JSON_LIKE.test(text)) return yield* fromJson(text, leaves, depth);
  if (depth === 0 && FORM.test(text)) return { assemble: yield* fromForm(text, leaves), isStrange: false };
  if (depth === 0 && MULTIPART.test(text)) return { assemble: yield* fromMultipart(text, leaves), isStrange: false };
  return { assemble: leaf(text, leaves), isStrange: false };
}

function leaf(text: string, leaves: Leaves): Assembly {
  const index = leaves.push(text) - 1;
  return (masked) => masked[index] ?? MASK;
}

// Nobody puts a payload into less.
const LEAST_NESTED = 20;

function isNested(text: string, depth: number): boolean {
  return depth <= DEEPEST && text.length >= LEAST_NESTED && JSON_LIKE.test(text) && isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* fromJson(text: string, leaves: Leaves, depth: number): Generator<undefined, Taken> {
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

// The sign between the leaves is none of theirs.
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
