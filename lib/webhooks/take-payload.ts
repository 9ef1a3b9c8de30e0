import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import type { Idempotency } from "@/lib/messages/draft";
import { unseal } from "@/lib/seal";
import type { Attempt, ReceiveRequest } from "@/lib/webhooks/attempt";
import type { AuthorizedWebhook } from "@/lib/webhooks/authorize";
import { decodeText, parseJson } from "@/lib/webhooks/decode-body";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload-schema";
import { countPost } from "@/lib/webhooks/rate-limit";
import { readBody } from "@/lib/webhooks/read-body";
import { signatureOf } from "@/lib/webhooks/verify-signature";
import { WebhookError, webhookError } from "@/lib/webhooks/webhook-error";

/** A request's JSON, and what makes a repeat of it known. */
type Taken = { payload: unknown; idempotency: Idempotency | null };

/**
 * The request's JSON, after the contract's checks in their order: method, state, content type, rate, size, signature, parse.
 * `form`: a form's field `payload` is JSON too. Throws WebhookError or AppError.
 */
export async function takePayload(
  attempt: Attempt,
  { form = false, key = idempotencyKey }: { form?: boolean; key?: (request: ReceiveRequest) => string | null } = {},
): Promise<Taken> {
  const { request, webhook } = attempt;
  requireMethod(request, ["POST"]);
  requireReady(webhook);
  const isForm = checkContentType(request, form);
  const repeatKey = key(request);
  await count(attempt);
  const body = await readBody(request, PAYLOAD_LIMITS.bodyBytes);
  attempt.body = body;
  const idempotency = knownBy(repeatKey, requireSignature(attempt, body), body);
  return { payload: isForm ? formPayload(attempt, body) : parseJson(decodeText(body)), idempotency };
}

/** Throws WebhookError for every method but these. */
export function requireMethod({ method }: ReceiveRequest, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const allow = allowed.join(", ");
  throw new WebhookError("method_not_allowed", `${method} is not possible here; use ${allow}.`, {
    headers: { Allow: allow },
  });
}

/** Throws WebhookError for a paused webhook and an archived channel. */
export function requireReady(webhook: AuthorizedWebhook): void {
  if (webhook.paused) throw webhookError("paused");
  if (webhook.archived) throw webhookError("archived");
}

/** Counts the request once, and notes how the webhook stands. Throws AppError `rate_limited`. */
export async function count(attempt: Attempt): Promise<void> {
  if (attempt.rate) return;
  await countPost(attempt.webhook.id, (status) => {
    attempt.rate = status;
  });
}

/** What a repeat of this request is known by; null when it has neither a key nor a signature. */
export function knownBy(key: string | null, signature: Buffer | null, body: Uint8Array): Idempotency | null {
  if (key === null && signature === null) return null;
  return { key, signature, bodyHash: createHash("sha256").update(body).digest() };
}

/** The request's signature, or null if the webhook asks for none. Throws WebhookError unless it is made with the webhook's secret. */
export function requireSignature({ webhook, request, byHand }: Attempt, body: Uint8Array): Buffer | null {
  if (webhook.signingSecret === null || byHand !== null) return null;
  const secret = unseal(webhook.signingSecret);
  if (secret === null) {
    throw new WebhookError(
      "unsigned",
      "This webhook's signing secret can't be read any more. A member has to set it again.",
    );
  }
  const { method, pathname } = request;
  const signature = signatureOf(secret, { method, pathname, body }, request.headers("x-hub-signature-256"));
  if (signature === null) throw method === "POST" ? webhookError("unsigned") : unsignedChange();
  return signature;
}

/** Anything but a POST must sign what it changes too. */
function unsignedChange(): WebhookError {
  return new WebhookError(
    "unsigned",
    "This webhook takes only signed requests: X-Hub-Signature-256 is missing, or not made with its secret of the method, a space, the path, a line feed and the body.",
  );
}

/** Throws WebhookError for a body that isn't plain JSON, or a form where `form` allows it. Answers whether it is a form. */
export function checkContentType(request: ReceiveRequest, form: boolean): boolean {
  if (request.headers("content-encoding") !== null) {
    throw new WebhookError("unsupported_media_type", "Content-Encoding is not supported; send the body as it is.");
  }
  const [type = "", ...parameters] = (request.headers("content-type") ?? "").toLowerCase().split(";");
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

/** The request's `Idempotency-Key`, or null. Throws AppError `invalid`. */
export function idempotencyKey(request: ReceiveRequest): string | null {
  const key = request.headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

function formPayload(attempt: Attempt, body: Uint8Array): unknown {
  const payload = new URLSearchParams(decodeText(body)).get("payload");
  if (payload === null) throw new AppError("invalid", "The form must have the field payload.");
  attempt.payload = payload;
  return parseJson(payload, () => new AppError("invalid", "The form's field payload must be JSON."));
}
