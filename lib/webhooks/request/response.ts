import { asFullDisk, isDatabaseUnavailable } from "@/lib/db/failures";
import { log } from "@/lib/process/log";
import { traceable } from "@/lib/process/request-id";
import { type AppError, isAppError } from "@/lib/text/errors";
import { type Path, PayloadError } from "@/lib/webhooks/payload/problem";

/** A response as plain values, independent of the server. */
export type WebhookResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

const encoder = new TextEncoder();

/** Returns a JSON response. */
export function json(status: number, body: object, headers: Record<string, string> = {}): WebhookResponse {
  return respond(status, "application/json; charset=utf-8", JSON.stringify(body), headers);
}

/** Returns a plain text response, as Slack's clients expect. */
export function textResponse(status: number, body: string, headers: Record<string, string> = {}): WebhookResponse {
  return respond(status, "text/plain; charset=utf-8", body, headers);
}

/** Returns a 204 response. */
export function noContent(headers: Record<string, string> = {}): WebhookResponse {
  return { status: 204, headers: { "Cache-Control": "no-store", ...headers }, body: new Uint8Array() };
}

/** Returns Parley's response to a post. */
export function posted({ messageId, channelId }: { messageId: bigint; channelId: bigint }): WebhookResponse {
  return json(200, { messageId: `${messageId}`, channelId: `${channelId}` });
}

/** Returns Parley's error response. */
export function refused({ status, message, headers }: WebhookError): WebhookResponse {
  return json(status, { error: message, ...traceable(status) }, headers);
}

function respond(status: number, type: string, body: string, headers: Record<string, string>): WebhookResponse {
  return {
    status,
    headers: { "Content-Type": type, "Cache-Control": "no-store", ...headers },
    body: encoder.encode(body),
  };
}

/** All reasons to reject a request. Each sender gets them in its own format. */
export type WebhookErrorCode =
  | "unknown_webhook"
  | "malformed_token"
  | "unknown_message"
  | "unknown_sender"
  | "method_not_allowed"
  | "paused"
  | "archived"
  | "unsupported_media_type"
  | "unsigned"
  | "invalid"
  | "empty"
  | "too_many_attachments"
  | "key_reused"
  | "too_large"
  | "rate_limited"
  | "unavailable"
  | "internal";

const STATUS: Record<WebhookErrorCode, number> = {
  unknown_webhook: 404,
  malformed_token: 404,
  unknown_message: 404,
  unknown_sender: 404,
  method_not_allowed: 405,
  paused: 403,
  archived: 403,
  unsupported_media_type: 415,
  unsigned: 401,
  invalid: 400,
  empty: 400,
  too_many_attachments: 400,
  key_reused: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** Why a request is rejected. `message` is a sentence for the sender and contains no secrets. */
export class WebhookError extends Error {
  readonly status: number;
  /** Headers for the error response in every format. */
  readonly headers: Record<string, string>;
  /** The part of the payload that caused it; empty for the whole. */
  readonly path: Path;

  constructor(
    readonly code: WebhookErrorCode,
    message: string,
    { headers = {}, path = [] }: { headers?: Record<string, string>; path?: Path } = {},
  ) {
    super(message);
    this.status = STATUS[code];
    this.headers = headers;
    this.path = path;
  }
}

/** A request is accepted, but nothing is posted. Thrown, so that every sender's answer to it is made in one place. */
export class Skipped extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Returns Parley's response to a skipped request. */
export function skipped(reason: string): WebhookResponse {
  return json(202, { skipped: reason });
}

/** The sentence of every 404 for a wrong webhook ID or token, so that the response doesn't show which is wrong. */
export const NO_SUCH_WEBHOOK = "There is no webhook with this ID and token.";

/** How to send UTF-8 with the popular client that sends Latin-1 by default. */
export const UTF8_IN_POWERSHELL =
  "In PowerShell 5: Invoke-RestMethod $url -Method Post -Body $json -ContentType 'application/json; charset=utf-8'.";

const SENTENCES = {
  unknown_webhook: NO_SUCH_WEBHOOK,
  // No webhook can have such a token, so this reveals nothing. Only Discord's clients get a different response.
  malformed_token: NO_SUCH_WEBHOOK,
  unknown_message: "This webhook has no message with this ID in its current channel.",
  paused: "This webhook is paused. Resume it in the channel's settings.",
  archived: "This webhook's channel is archived. Unarchive it in the channel's settings.",
  unsigned:
    "This webhook requires signed requests, and X-Hub-Signature-256 is missing or wrong. Sign the body with the webhook's secret.",
  key_reused: "This Idempotency-Key was already used with a different body. Use a new key for each message.",
} satisfies Partial<Record<WebhookErrorCode, string>>;

/** Returns an error whose sentence is always the same. */
export function webhookError(code: keyof typeof SENTENCES): WebhookError {
  return new WebhookError(code, SENTENCES[code]);
}

/** Converts any error to one that may be sent. Unexpected errors are logged, and their details aren't sent. */
export function toWebhookError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  if (isAppError(error) && isPassedOn(error.code)) {
    const headers: Record<string, string> = error.retryAfter ? { "Retry-After": `${error.retryAfter}` } : {};
    return new WebhookError(error.reason ?? error.code, error.message, { headers, path: pathOf(error) });
  }
  const full = asFullDisk(error);
  if (full) return toWebhookError(full);
  if (isDatabaseUnavailable(error)) {
    return new WebhookError(
      "unavailable",
      "The message couldn't be stored because the database is unavailable. Try again in a few seconds.",
      {
        headers: { "Retry-After": "5" },
      },
    );
  }
  log.error({ err: error }, "unexpected error at the webhook endpoint");
  return new WebhookError("internal", "Something went wrong on our side. Try again.");
}

function isPassedOn(code: AppError["code"]): code is "invalid" | "too_large" | "rate_limited" | "unavailable" {
  return code === "invalid" || code === "too_large" || code === "rate_limited" || code === "unavailable";
}

function pathOf(error: AppError): Path {
  if (error instanceof PayloadError) return error.problems[0].path;
  return error.field === undefined ? [] : [error.field];
}
