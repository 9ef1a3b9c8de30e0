/** All the ways in which an action can fail. Only `lib/web` and the webhook endpoint map them to HTTP statuses. */
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

/** Thrown by domain code. `message` is shown to the person or sender, and never contains a secret. */
export class AppError extends Error {
  /**
   * Marks an AppError, because `instanceof` fails: Next's bundles and the listener have separate copies of this class.
   */
  readonly isAppError = true;
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, with `rate_limited` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** The form field that the message is about. */
  readonly field: string | undefined;
  /** The kind of `invalid`, for senders that expect their own error code for it. */
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

/** The error for what doesn't exist, or what this person may not see: they can't tell which. */
export function noSuchThing(): AppError {
  return new AppError("not_found", "This doesn't exist, or you don't have access to it.");
}

/** The error for a message that was deleted, never existed or is in another channel. */
export function noSuchMessage(): AppError {
  return new AppError("not_found", "This message doesn't exist or was deleted.");
}

/** The same for the message that a reply is written to. */
export function noSuchRoot(): AppError {
  return new AppError("not_found", "The message you're replying to doesn't exist or was deleted.");
}

/** Whether `error` is an AppError from any copy of this module. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && "isAppError" in error && error.isAppError === true;
}

/** Whether `error` is an Error with this code: Node's ("EEXIST"), PostgreSQL's or Prisma's ("P2002": not unique). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

const DEEPEST = 5;

/** Returns an error, what caused it, and what the database's driver said within Prisma's errors. */
export function* partsOf(error: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (typeof error !== "object" || error === null || depth > DEEPEST) return;
  const part = error as Record<string, unknown>;
  yield part;
  yield* partsOf(part.cause, depth + 1);
  if (typeof part.meta === "object" && part.meta !== null) {
    yield* partsOf(Reflect.get(part.meta, "driverAdapterError"), depth + 1);
  }
}

/** Returns an error's text without the period at its end, or its code. */
export function reasonOf(error: unknown): string {
  // If a name has several addresses, each was tried; usually all fail for the same reason.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  return (first.message || String(Reflect.get(first, "code") ?? first.name)).replace(/\.?\s*$/, "");
}
