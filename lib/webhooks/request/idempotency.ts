import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Idempotency } from "@/lib/messages/draft";
import { processWide } from "@/lib/process-wide";
import type { RequestContext } from "@/lib/webhooks/request/context";

const EVERY_MS = 3_600_000;

const state = processWide("forget-keys", () => ({ next: 0 }));

/** The request's `Idempotency-Key`, or null. Throws AppError `invalid`. */
export function idempotencyKey({ headers }: RequestContext): string | null {
  const key = headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
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

/** Deletes idempotency keys older than the 24 hours that are promised, at most once an hour. Answers at once, never throws. */
export function forgetOldKeys(): void {
  if (Date.now() < state.next) return;
  state.next = Date.now() + EVERY_MS;
  const before = new Date(Date.now() - 24 * EVERY_MS);
  db()
    .idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } })
    .catch((error: unknown) => log.warn({ err: error }, "old idempotency keys were not deleted"));
}
