import { AppError } from "@/lib/errors";
import { UPLOAD_LIMITS } from "@/lib/uploads/dto";
import { assertFits, reserveRoom } from "@/lib/uploads/quota";
import { readMultipart } from "@/lib/uploads/read-multipart";
import { removeTemporary } from "@/lib/uploads/store-file";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { decodeText } from "@/lib/webhooks/request/body";
import type { RequestContext } from "@/lib/webhooks/request/context";
import { refuseEncoding, requireMethod, requireReady } from "@/lib/webhooks/request/take-payload";
import { WebhookError } from "@/lib/webhooks/request/webhook-error";
import { type BodyKind, MOST_FIELDS, readBody, readFields } from "@/lib/webhooks/senders/described/read-body";

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
