import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { assertFits, reserveRoom } from "@/lib/files/uploads/quota";
import { readMultipart } from "@/lib/files/uploads/read-multipart";
import { removeTemporary } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { traced } from "@/lib/process/tracing";
import { type Budget, OverBudget } from "@/lib/text/budget";
import { charsetIn, formFields } from "@/lib/text/charset";
import { AppError } from "@/lib/text/errors";
import { isBlank } from "@/lib/text/text";
import { bodyBudget, isObject, limitOf, parseExactly, withEscapedControls } from "@/lib/webhooks/payload/json-object";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";
import { decodeText, type RequestContext } from "@/lib/webhooks/request/context";
import { WebhookError } from "@/lib/webhooks/request/response";
import { refuseEncoding, requireMethod, requireReady } from "@/lib/webhooks/request/take-payload";

/**
 * A tool's request: its raw body, its payload (an object, a list or plain text) and its files. `isForm`: the payload is
 * a form's fields.
 */
export type AnyPayload = { body: Uint8Array; payload: object | string; isForm?: boolean; files: NewAttachment[] };

// In a form with more fields, none is taken as the payload: no tool sends so many, and checking each would be slow.
const MOST_FIELDS = 200;

const MULTIPART_LIMITS = {
  files: UPLOAD_LIMITS.files,
  fileBytes: PAYLOAD_LIMITS.bodyBytes,
  fields: MOST_FIELDS,
  fieldBytes: PAYLOAD_LIMITS.bodyBytes,
  totalBytes: PAYLOAD_LIMITS.bodyBytes,
};

/**
 * Reads a request's JSON, form or text and passes it to `act`, after the contract's checks in order: method, state,
 * content type, rate, size, parse. `anyType` accepts every content type, for payloads that are never plain text. Files
 * are deleted after `act` finishes. Throws WebhookError or AppError.
 */
export async function takeAny<T>(
  context: RequestContext,
  act: (taken: AnyPayload) => Promise<T>,
  { anyType = false } = {},
): Promise<T> {
  requireMethod(context, ["POST"]);
  requireReady(context);
  refuseEncoding(context);
  const given = kindOf(context);
  if (given === null && !anyType) throw unreadable();
  const counted = context.rate.count();
  if (counted) await counted;
  if (given === "multipart") {
    const body = await context.body.read();
    if (!anyType || isMultipart(context, body)) return takeMultipart(context, body, act);
  }
  const kind = anyType || given === null || given === "multipart" ? "form" : given;
  const taking = traced("parse a payload", () => takeText(context, kind));
  const taken = taking instanceof Promise ? await taking : taking;
  return act({ ...taken, files: [] });
}

type TakenText = Omit<AnyPayload, "files">;

function takeText(context: RequestContext, kind: BodyKind): TakenText | Promise<TakenText> {
  const body = context.body.read();
  return body instanceof Promise ? body.then((arrived) => textIn(context, arrived, kind)) : textIn(context, body, kind);
}

function textIn(context: RequestContext, body: Uint8Array, kind: BodyKind): TakenText {
  const charset = charsetIn(context.headers("content-type"));
  const decoded = decodeText(body, charset);
  if (kind === "other" && CONTROL.test(decoded)) throw unreadable();
  context.body.setPayload(decoded);
  const { text, ...read } = readBody(decoded, kind, bodyBudget(), charset);
  context.body.setPayload(text);
  return { body, ...read };
}

/** Whether a body that's called multipart can be that, and isn't JSON. */
function isMultipart({ headers }: RequestContext, body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 100)).toString("latin1").trimStart();
  return /;\s*boundary=/i.test(headers("content-type") ?? "") && !/^[[{]/.test(start);
}

// Characters that never occur in text.
const CONTROL = /(?![\t\n\r\f])\p{Cc}/u;

/** Returns what the content type announces: null if it can't be text. */
export function kindOf({ headers }: Pick<RequestContext, "headers">): BodyKind | "multipart" | null {
  const [given = ""] = (headers("content-type") ?? "").toLowerCase().split(";");
  const type = given.trim();
  if (/^application\/([\w.+-]+\+)?json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  if (type === "" || /^text\/[\w.+-]+$/.test(type)) return "text";
  // Other application types may still be text; an image never is.
  return /^application\/[\w.+-]+$/.test(type) ? "other" : null;
}

function unreadable(): WebhookError {
  return new WebhookError(
    "unsupported_media_type",
    "The Content-Type must be application/json, application/x-www-form-urlencoded, multipart/form-data or text/plain.",
  );
}

async function takeMultipart<T>(
  context: RequestContext,
  body: Uint8Array,
  act: (taken: AnyPayload) => Promise<T>,
): Promise<T> {
  const release = await reserveRoom("webhooks", body.byteLength);
  try {
    const form = await readMultipart({ headers: context.headers, body: atOnce(body) }, MULTIPART_LIMITS);
    const stored = form.files.map(({ file }) => file);
    try {
      await assertFits("webhooks", stored);
      if (form.fields.length === 0 && stored.length > 0) {
        throw new AppError(
          "invalid",
          "The form has a file but no message. Add the message as JSON in a field named payload.",
        );
      }
      const { text, ...read } = readFields(form.fields, bodyBudget());
      context.body.setPayload(text);
      const files = form.files.map(({ file, name }) => ({ file, name, description: "" }));
      return await act({ body, ...read, files });
    } finally {
      await removeTemporary(stored);
    }
  } finally {
    release();
  }
}

async function* atOnce(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/** The kind that the content type announces. "other" can be anything. */
export type BodyKind = "json" | "form" | "text" | "other";

/**
 * A request's payload (an object, a list or plain text) and the text that it was read from. `isForm`: the payload is a
 * form's fields.
 */
export type ReadBody = { payload: object | string; text: string; isForm?: boolean };

/**
 * Reads a body for what it is: JSON first, then a form, then plain text. The content type only decides ambiguous cases.
 * A
 * form's percent-encoded text is in this charset. Throws AppError with a sentence that says how to send it.
 */
export function readBody(text: string, kind: BodyKind, budget: Budget, charset: string | null = null): ReadBody {
  if (isBlank(text))
    throw kind === "form" ? emptyForm() : invalid("The body is empty. Send JSON, a form or plain text.", "empty");
  const value = parsed(text, budget, "The body");
  if (isContainer(value)) return { payload: filled(value, "The body"), text };
  // "7" sent as text is text, and so is a JSON string.
  if (kind === "json" && value !== undefined) {
    if (typeof value === "string" && !isBlank(value)) return { payload: value, text };
    throw nothing(`The body is ${value === null ? "null" : `only a ${typeof value}`}`);
  }
  if (kind !== "text" && LIKE_JSON.test(text)) throw brokenJson("The body");
  const isForm = kind === "form" ? LIKE_FORM.test(text) : kind !== "text" && ONLY_FORM.test(text);
  if (isForm) return readFields([...formFields(text, charset)], budget, text);
  if (kind === "form" && ENCODED.test(text)) {
    return readBody(formFields(`_=${text}`, charset).get("_") ?? "", "other", budget);
  }
  return { payload: text, text };
}

/**
 * Converts a form's fields to an object, with lists for repeated names. A field that contains JSON becomes the payload,
 * with the other fields added to it. `whole` is the form's text, if it can be shown.
 */
export function readFields(
  fields: readonly (readonly [name: string, value: string])[],
  budget: Budget,
  whole?: string,
): ReadBody {
  const byName = new Map<string, string | string[]>();
  for (const [name, value] of fields) {
    const before = byName.get(name);
    if (Array.isArray(before)) before.push(value);
    else byName.set(name, before === undefined ? value : [before, value]);
  }
  const said = [...byName].filter(([, value]) => !isBlank(typeof value === "string" ? value : value.join("")));
  if (said.length === 0) throw emptyForm();
  const envelope = findEnvelope(said, budget);
  const others = said.filter(([name]) => name !== envelope?.name);
  if (envelope && others.length === 0) return { payload: envelope.value, text: envelope.text };
  const payload = envelope ? withOthers(envelope, others) : Object.fromEntries(byName);
  return { payload, text: whole ?? JSON.stringify(payload), ...(!envelope && { isForm: true }) };
}

// "[2026-11-21] Disk full" and "{{alert}}" are text.
const LIKE_JSON = /^\s*(\{(?!\{)|\[\s*["{[\]])/;
// A form starts with a field name; other text with "=" isn't a form.
const LIKE_FORM = /^([\w.~%+*[\]-]+&)*[\w.~%+*[\]-]{1,200}=/;
// Stricter, for bodies not announced as a form: no white space, quotes or brackets, as prose would have.
const ONLY_FORM = /^[\w.~%+*[\]-]{1,200}=[^\s"<>{}]*$/;
// Form-encoded text without a field name.
const ENCODED = /^[\w.~%+*-]+$/;
const ENVELOPES = ["payload", "payload_json", "data"];

type Envelope = { name: string; text: string; value: object };

/** Finds the field that contains the tool's JSON: one with a usual name, or the only one with JSON. */
function findEnvelope(fields: readonly (readonly [string, string | string[]])[], budget: Budget): Envelope | null {
  for (const usual of ENVELOPES) {
    const [, text] = fields.find(([name]) => name === usual) ?? [];
    if (typeof text !== "string") continue;
    const value = parsed(text, budget, `The form field ${usual}`);
    if (isContainer(value)) return { name: usual, text, value: filled(value, `The form field ${usual}`) };
    if (LIKE_JSON.test(text)) throw brokenJson(`The form field ${usual}`);
  }
  if (fields.length > MOST_FIELDS) return null;
  const holding = fields.flatMap(([name, text]): Envelope[] => {
    const value =
      typeof text === "string" && LIKE_JSON.test(text)
        ? parsed(text, budget, `The form field ${name.slice(0, 100)}`)
        : undefined;
    return typeof text === "string" && isContainer(value) && !isEmpty(value) ? [{ name, text, value }] : [];
  });
  const [only, ...more] = holding;
  return only && more.length === 0 ? only : null;
}

/** Adds the other fields to the payload without overwriting its own keys. */
function withOthers({ name, value }: Envelope, others: readonly (readonly [string, string | string[]])[]): object {
  if (!isObject(value)) return { ...Object.fromEntries(others), [name]: value };
  const added = others.map(([key, each]) => [Object.hasOwn(value, key) ? `form.${key}` : key, each] as const);
  return Object.fromEntries([...Object.entries(value), ...added]);
}

/**
 * Parses JSON, also with line breaks as they are in its strings, as shell scripts write it; undefined if the text isn't
 * JSON. Throws AppError if it's over the budget.
 */
function parsed(text: string, budget: Budget, what: string): unknown {
  try {
    return parseExactly(text, budget);
  } catch (error) {
    if (error instanceof OverBudget) throw invalid(`${what} ${limitOf(error)}.`);
    const escaped = LIKE_JSON.test(text) ? withEscapedControls(text) : text;
    return escaped === text ? undefined : parsed(escaped, budget, what);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function filled(value: object, what: string): object {
  if (isEmpty(value)) throw nothing(`${what} is an empty ${Array.isArray(value) ? "list" : "object"}`);
  return value;
}

function brokenJson(what: string): AppError {
  return invalid(`${what} isn't valid JSON. Fix it, or send plain text as text/plain.`);
}

function emptyForm(): AppError {
  return invalid(
    "The form is empty. Send at least one field, or send JSON with `Content-Type: application/json`.",
    "empty",
  );
}

function nothing(what: string): AppError {
  return invalid(`${what}, so there is nothing to post.`, "empty");
}

function invalid(message: string, reason?: "empty"): AppError {
  return new AppError("invalid", message, reason ? { reason } : {});
}
