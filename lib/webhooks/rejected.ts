import { type AppError, isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { isDatabaseUnavailable } from "@/lib/unavailable";

/** The closed set of reasons for which a request is refused. Each dialect has its own words or numbers for them. */
export type RejectionKind =
  | "unknown_webhook"
  | "malformed_token"
  | "unknown_message"
  | "method"
  | "paused"
  | "archived"
  | "media_type"
  | "signature"
  | "invalid"
  | "empty"
  | "too_many_attachments"
  | "key_reused"
  | "too_large"
  | "rate_limited"
  | "unavailable"
  | "internal";

const STATUS: Record<RejectionKind, number> = {
  unknown_webhook: 404,
  malformed_token: 404,
  unknown_message: 404,
  method: 405,
  paused: 403,
  archived: 403,
  media_type: 415,
  signature: 401,
  invalid: 400,
  empty: 400,
  too_many_attachments: 400,
  key_reused: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** A refusal: its kind, its sentence for the sender, and the headers that go with it whatever the dialect. */
export class Rejected extends Error {
  readonly status: number;

  constructor(
    readonly kind: RejectionKind,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = STATUS[kind];
  }
}

/** The refusals that several places give. */
export const refusals = {
  unknown_webhook: () => new Rejected("unknown_webhook", "There is no webhook with this id and token."),
  /** Nobody has such a token, which tells nothing about any webhook: only Discord's clients are answered differently. */
  malformed_token: () => new Rejected("malformed_token", "There is no webhook with this id and token."),
  unknown_message: () =>
    new Rejected(
      "unknown_message",
      "This webhook has posted no message with this id in the channel that it is in now.",
    ),
  /** What only a person's message can be refused for. */
  unknown_thread: () => new Rejected("unknown_webhook", "There is no webhook with this id and token."),
  not_a_member: () => new Rejected("unknown_webhook", "There is no webhook with this id and token."),
  paused: () => new Rejected("paused", "This webhook is paused. A member can resume it in the channel's settings."),
  archived: () => new Rejected("archived", "This webhook's channel is archived and takes no messages."),
  unsigned: () =>
    new Rejected(
      "signature",
      "This webhook takes only signed requests: X-Hub-Signature-256 is missing, or not made of this body with its secret.",
    ),
  /** Of what isn't a POST the body alone is no proof. */
  unsigned_change: () =>
    new Rejected(
      "signature",
      "This webhook takes only signed requests: X-Hub-Signature-256 is missing, or not made with its secret of the method, a space, the path, a line feed and the body.",
    ),
  key_reused: () => new Rejected("key_reused", "This Idempotency-Key has been used with another body."),
};

const KINDS: Partial<Record<AppError["code"], RejectionKind>> = {
  invalid: "invalid",
  too_large: "too_large",
  rate_limited: "rate_limited",
};

/** The refusal that an error amounts to; what nobody foresaw is logged here. */
export function toRejected(error: unknown): Rejected {
  if (error instanceof Rejected) return error;
  const kind = isAppError(error) ? KINDS[error.code] : undefined;
  if (isAppError(error) && kind) {
    const headers: Record<string, string> = error.retryAfter ? { "Retry-After": `${error.retryAfter}` } : {};
    return new Rejected(kind === "invalid" ? (error.reason ?? kind) : kind, error.message, headers);
  }
  if (isDatabaseUnavailable(error)) {
    return new Rejected("unavailable", "The message can't be stored just now. Try again in a few seconds.", {
      "Retry-After": "5",
    });
  }
  log.error({ err: error }, "an unforeseen error at the webhook endpoint");
  return new Rejected("internal", "Something went wrong on our side. Try again.");
}
