import type { Path } from "@/lib/webhooks/payload/problem";
import type { RequestRate } from "@/lib/webhooks/request/context";
import type { WebhookError, WebhookErrorCode } from "@/lib/webhooks/request/response";

/**
 * Discord's code and message for each error ("Opcodes and Status Codes" in its documentation). A null message means
 * Parley's own sentence.
 */
const CODES: Record<WebhookErrorCode, { code: number; message: string | null; status?: number }> = {
  unknown_webhook: { code: 10015, message: "Unknown Webhook" },
  malformed_token: { code: 50027, message: "Invalid Webhook Token", status: 401 },
  unknown_message: { code: 10008, message: "Unknown Message" },
  unknown_sender: { code: 0, message: null },
  method_not_allowed: { code: 0, message: "405: Method Not Allowed" },
  paused: { code: 50013, message: null },
  archived: { code: 50013, message: null },
  unsupported_media_type: { code: 50035, message: "Invalid Form Body" },
  unsigned: { code: 40001, message: null },
  invalid: { code: 50035, message: "Invalid Form Body" },
  empty: { code: 50006, message: "Cannot send an empty message" },
  too_many_attachments: { code: 50035, message: "Invalid Form Body" },
  key_reused: { code: 0, message: null },
  too_large: { code: 40005, message: "Request entity too large" },
  rate_limited: { code: 0, message: "You are being rate limited." },
  unavailable: { code: 0, message: null },
  internal: { code: 0, message: null },
};

type DiscordError = { code: number; message: string; errors?: object; retry_after?: number; global?: boolean };

/** Formats an error as Discord does. Field errors are nested under their field. */
export function discordRefusal(error: WebhookError, resetMs: number | null): { status: number; body: DiscordError } {
  const { code, message, status } = CODES[error.code];
  const body: DiscordError = { code, message: message ?? error.message };
  if (code === 50035) body.errors = errorsAt(error.path, error.message);
  if (error.code === "rate_limited") Object.assign(body, { retry_after: (resetMs ?? 1000) / 1000, global: false });
  return { status: status ?? error.status, body };
}

/** Nests an error: `["embeds", 0, "title"]` becomes `{embeds: {"0": {title: {_errors: […]}}}}`. */
function errorsAt(path: Path, sentence: string): object {
  const leaf = { _errors: [{ code: "INVALID", message: sentence }] };
  return path.reduceRight<object>((inner, key) => ({ [key]: inner }), leaf);
}

/** Returns Discord's rate limit headers, or none without a limit. Clients read the first three as integers. */
export function rateHeaders({ webhookId, status }: RequestRate): Record<string, string> {
  if (status === null) return {};
  return {
    "X-RateLimit-Limit": `${status.limit}`,
    "X-RateLimit-Remaining": `${status.remaining}`,
    "X-RateLimit-Reset": `${Math.ceil((Date.now() + status.resetMs) / 1000)}`,
    "X-RateLimit-Reset-After": (status.resetMs / 1000).toFixed(3),
    "X-RateLimit-Bucket": `webhook-${webhookId}`,
  };
}
