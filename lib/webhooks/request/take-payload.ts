import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Idempotency } from "@/lib/messages/draft";
import { HOUR_MS, inPortions, repeat } from "@/lib/repeat";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { assertFits, reserveRoom } from "@/lib/uploads/quota";
import { readMultipart } from "@/lib/uploads/read-multipart";
import { removeTemporary } from "@/lib/uploads/store-file";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { decodeText, parseJson, type RequestContext } from "@/lib/webhooks/request/context";
import { type BodyKind, MOST_FIELDS, readBody, readFields } from "@/lib/webhooks/request/read-body";
import { WebhookError, webhookError } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";

/** A request's JSON, and what makes a repeat of it known. */
type Taken = { payload: unknown; idempotency: Idempotency | null };

/**
 * The JSON of a post, after the contract's checks in their order: method, state, content type, rate, size, signature, parse.
 * `form`: a form's field `payload` is JSON too. `toolsKey`: what makes a tool's delivery known that has no Idempotency-Key. Throws
 * WebhookError or AppError.
 */
export async function takePayload(
  context: RequestContext,
  { form = false, toolsKey = null }: { form?: boolean; toolsKey?: string | null } = {},
): Promise<Taken> {
  requireMethod(context, ["POST"]);
  requireReady(context);
  const isForm = requireContentType(context, form);
  const key = idempotencyKey(context);
  await context.rate.count();
  const body = await context.body.read();
  const known = idempotencyOf(key ?? toolsKey, requireSignature(context, body), body);
  const idempotency = known && { ...known, isToolsId: key === null };
  const text = decodeText(body);
  context.body.setPayload(text);
  return { payload: isForm ? formPayload(context, text) : parseJson(text), idempotency };
}

/** Throws WebhookError for every method but these. */
export function requireMethod({ method }: RequestContext, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const headers = { Allow: allowed.join(", ") };
  throw new WebhookError("method_not_allowed", `${method} is not possible here; use ${headers.Allow}.`, { headers });
}

/** Throws WebhookError for a paused webhook and an archived channel. */
export function requireReady({ webhook }: RequestContext): void {
  if (webhook.paused) throw webhookError("paused");
  if (webhook.archived) throw webhookError("archived");
}

/** Throws WebhookError for a body that isn't plain JSON, or a form where `form` allows it. Answers whether it is a form. */
export function requireContentType(context: RequestContext, form: boolean): boolean {
  refuseEncoding(context);
  const [type = "", ...parameters] = (context.headers("content-type") ?? "").toLowerCase().split(";");
  const isForm = form && type.trim() === "application/x-www-form-urlencoded";
  if (!isForm && !/^application\/([\w.+-]+\+)?json$/.test(type.trim())) {
    const or = form ? " or application/x-www-form-urlencoded" : "";
    throw new WebhookError("unsupported_media_type", `The Content-Type must be application/json${or}.`);
  }
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.split("=", 2);
    if (name.trim() === "charset" && !/^"?utf-?8"?$/.test(value.trim())) {
      throw new WebhookError("unsupported_media_type", "The Content-Type's charset must be utf-8.");
    }
  }
  return isForm;
}

/** Throws WebhookError for a body that is compressed or encoded otherwise. */
export function refuseEncoding({ headers }: RequestContext): void {
  if (headers("content-encoding") === null) return;
  throw new WebhookError("unsupported_media_type", "Content-Encoding is not supported; send the body as it is.");
}

function formPayload({ body }: RequestContext, text: string): unknown {
  const payload = new URLSearchParams(text).get("payload");
  if (payload === null) throw new AppError("invalid", "The form must have the field payload.");
  body.setPayload(payload);
  return parseJson(payload, () => new AppError("invalid", "The form's field payload must be JSON."));
}

const DAY_MS = 24 * 3_600_000;

/** The request's `Idempotency-Key`, or null. Throws AppError `invalid`. */
export function idempotencyKey({ headers }: RequestContext): string | null {
  const key = headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

/** The key of a delivery to which its tool gave this id; null without one that can be a key. */
export function toolsKey(tool: string, id: string | null | undefined): string | null {
  if (!id || !/^[\x21-\x7e]{1,200}$/.test(id)) return null;
  return `${tool}:${id}`.replace(/[^\x21-\x7e]/g, "-");
}

/** By what a repeat of a request is known; null when it has neither a key nor a signature. */
export function idempotencyOf(
  key: string | null,
  signature: Buffer | null,
  ...body: readonly (Uint8Array | string)[]
): Idempotency | null {
  if (key === null && signature === null) return null;
  const hash = createHash("sha256");
  for (const part of body) hash.update(part);
  return { key, signature, bodyHash: hash.digest() };
}

/**
 * By what a delivery is known whose tool gave its id to one with another body before: tools share ids between deliveries. A repeat of it
 * is still one. Null when the key is the sender's own promise.
 */
export function withBodyInKey(idempotency: Idempotency): Idempotency | null {
  const { key, bodyHash, isToolsId } = idempotency;
  if (key === null || !isToolsId) return null;
  return { ...idempotency, key: `${key}~${bodyHash.toString("base64url").slice(0, 22)}` };
}

/** Deletes keys that need not be known any more, now and every hour from now on. Starts once per process, answers at once, never throws. */
export function forgetOldKeys(): void {
  repeat("forget-keys", { every: HOUR_MS }, deleteOldKeys, "old idempotency keys were not deleted");
}

/** Deletes the idempotency keys older than the 24 hours that are promised, a portion at a time. */
export async function deleteOldKeys(): Promise<void> {
  const before = new Date(Date.now() - DAY_MS);
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM idempotency_keys WHERE id IN (
        SELECT id FROM idempotency_keys WHERE created_at < ${before} ORDER BY created_at LIMIT ${atMost}
        FOR UPDATE SKIP LOCKED)`,
  );
}

/** A tool's request as it came, what it says (an object or a list, or plain text), and the files in it. */
export type AnyPayload = { body: Uint8Array; payload: object | string; files: NewAttachment[] };

const MULTIPART_LIMITS = {
  files: UPLOAD_LIMITS.files,
  fileBytes: PAYLOAD_LIMITS.bodyBytes,
  fields: MOST_FIELDS,
  fieldBytes: PAYLOAD_LIMITS.bodyBytes,
  totalBytes: PAYLOAD_LIMITS.bodyBytes,
};

/**
 * Does something with a request's JSON, form or plain text, after the contract's checks in their order: method, state, content type,
 * rate, size, parse. The files of a form are on disk for as long as `act` takes. Throws WebhookError or AppError.
 */
export async function takeAny<T>(context: RequestContext, act: (taken: AnyPayload) => Promise<T>): Promise<T> {
  requireMethod(context, ["POST"]);
  requireReady(context);
  refuseEncoding(context);
  const kind = kindOf(context);
  await context.rate.count();
  const body = await context.body.read();
  if (kind === "multipart") return takeMultipart(context, body, act);
  const decoded = decodeText(body);
  if (kind === "other" && CONTROL.test(decoded)) throw unreadable();
  context.body.setPayload(decoded);
  const { payload, text } = readBody(decoded, kind);
  context.body.setPayload(text);
  return act({ body, payload, files: [] });
}

// What no text has.
const CONTROL = /(?![\t\n\r\f])\p{Cc}/u;

function kindOf({ headers }: RequestContext): BodyKind | "multipart" {
  const [given = ""] = (headers("content-type") ?? "").toLowerCase().split(";");
  const type = given.trim();
  if (/^application\/([\w.+-]+\+)?json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  if (type === "" || /^text\/[\w.+-]+$/.test(type)) return "text";
  // What else an application sends may be text all the same; a picture never is.
  if (/^application\/[\w.+-]+$/.test(type)) return "other";
  throw unreadable();
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
          "The form has only a file. Send the message with it, as JSON in a field named payload.",
        );
      }
      const { payload, text } = readFields(form.fields);
      context.body.setPayload(text);
      const files = form.files.map(({ file, name }) => ({ file, name, description: "" }));
      return await act({ body, payload, files });
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
