import { AppError } from "@/lib/errors";
import type { Idempotency } from "@/lib/messages/draft";
import { decodeText, parseJson } from "@/lib/webhooks/request/body";
import type { RequestContext } from "@/lib/webhooks/request/context";
import { idempotencyKey, idempotencyOf } from "@/lib/webhooks/request/idempotency";
import { requireSignature } from "@/lib/webhooks/request/signature";
import { WebhookError, webhookError } from "@/lib/webhooks/request/webhook-error";

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
