/** The closed set of ways in which an act can fail. Only `lib/web` and the webhook endpoint know their statuses. */
export type ErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "rate_limited"
  | "unavailable";

/** Kinds of `invalid`: nothing to show, more attachments than a message can hold. */
export type ErrorReason = "empty" | "too_many_attachments";

/** Thrown by domain code; `message` is a sentence for the person or the sender, and holds no secret. */
export class AppError extends Error {
  /** Next's bundles and the listener hold separate copies of this class, so it is known by this mark and not by `instanceof`. */
  readonly isAppError = true;
  readonly code: ErrorCode;
  /** Seconds until it makes sense to try again, with `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** The field of the person's form that the message is about. */
  readonly field: string | undefined;
  /** What kind of `invalid` it is, where a webhook's sender expects a word or number of its own for it. */
  readonly reason: ErrorReason | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfter?: number; field?: string; reason?: ErrorReason; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.field = options.field;
    this.reason = options.reason;
  }
}

/** Whether `error` is an AppError of any copy of this module. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && "isAppError" in error && error.isAppError === true;
}

/** Whether `error` is an Error with this code: Node's ("EEXIST"), PostgreSQL's or Prisma's ("P2002", a unique value is taken). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
