import { AppError } from "@/lib/errors";
import { isBlank } from "@/lib/text";
import { isObject } from "@/lib/webhooks/format/json-object";
import { decodeText } from "@/lib/webhooks/request/body";
import type { RequestContext } from "@/lib/webhooks/request/context";
import { refuseEncoding, requireMethod, requireReady } from "@/lib/webhooks/request/take-payload";
import { WebhookError } from "@/lib/webhooks/request/webhook-error";

/** A tool's request as it came, and what it says: an object or a list, or plain text. */
export type AnyPayload = { body: Uint8Array; payload: object | string };

/**
 * Takes JSON, a form or plain text, after the contract's checks in their order: method, state, content type, rate, size, parse. Text
 * that is a JSON object or list is read as one, because some tools send JSON so. Throws WebhookError or AppError.
 */
export async function takeAny(context: RequestContext): Promise<AnyPayload> {
  requireMethod(context, ["POST"]);
  requireReady(context);
  refuseEncoding(context);
  const type = typeOf(context);
  await context.rate.count();
  const body = await context.body.read();
  const text = decodeText(body);
  context.body.setPayload(text);
  if (type === "form") return { body, payload: readForm(context, text) };
  if (type === "json" || /^\s*[{[]/.test(text)) return { body, payload: readJson(text, type === "json") };
  if (isBlank(text)) throw nothing("The body is empty");
  return { body, payload: text };
}

function typeOf({ headers }: RequestContext): "json" | "form" | "text" {
  const [type = ""] = (headers("content-type") ?? "").toLowerCase().split(";");
  if (/^application\/([\w.+-]+\+)?json$/.test(type.trim())) return "json";
  if (type.trim() === "application/x-www-form-urlencoded") return "form";
  if (type.trim() === "" || /^text\/[\w.+-]+$/.test(type.trim())) return "text";
  throw new WebhookError(
    "unsupported_media_type",
    "The Content-Type must be application/json, application/x-www-form-urlencoded or text/plain.",
  );
}

function readJson(text: string, isSaid: boolean): object | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (!isSaid) return text;
    throw new AppError("invalid", "The body must be JSON, and this is not.");
  }
  if (typeof value === "string" && !isBlank(value)) return value;
  if (!isObject(value) && !Array.isArray(value)) {
    throw nothing(`The body is ${value === null ? "null" : `only a ${typeof value}`}`);
  }
  if (Object.keys(value).length === 0)
    throw nothing(`The body is an empty ${Array.isArray(value) ? "list" : "object"}`);
  return value;
}

/** A form's field `payload` when that is JSON, as many tools send it; else its fields as an object. */
function readForm({ body }: RequestContext, text: string): object | string {
  const form = new URLSearchParams(text);
  const payload = form.get("payload");
  if (payload !== null && /^\s*[{[]/.test(payload)) {
    body.setPayload(payload);
    return readJson(payload, true);
  }
  const fields = Object.fromEntries(form);
  if (Object.values(fields).every(isBlank)) throw nothing("The form has no fields");
  return fields;
}

function nothing(what: string): AppError {
  return new AppError("invalid", `${what}: there is nothing to post.`, { reason: "empty" });
}
