import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Idempotency } from "@/lib/messages/draft";
import { HOUR_MS, inPortions, repeat } from "@/lib/repeat";
import type { RequestContext } from "@/lib/webhooks/request/context";

const DAY_MS = 24 * 3_600_000;

/** The request's `Idempotency-Key`, or null. Throws AppError `invalid`. */
export function idempotencyKey({ headers }: RequestContext): string | null {
  const key = headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

/** The key of a delivery to which its tool gave this id; null without one that can be a key. */
export function toolsKey(tool: string, id: string | null | undefined): string | null {
  if (!id || !/^[\x21-\x7e]{1,200}$/.test(id)) return null;
  return `${tool}:${id}`.replace(/[^\x21-\x7e]/g, "-");
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

/**
 * By what a delivery is known whose tool gave its id to one with another body before: tools share ids between deliveries. A repeat of it
 * is still one. Null when the key is the sender's own promise.
 */
export function withBodyInKey(idempotency: Idempotency): Idempotency | null {
  const { key, bodyHash, isToolsId } = idempotency;
  if (key === null || !isToolsId) return null;
  return { ...idempotency, key: `${key}~${bodyHash.toString("base64url").slice(0, 22)}` };
}

/** Deletes keys that need not be known any more, now and every hour from now on. Starts once per process, answers at once, never throws. */
export function forgetOldKeys(): void {
  repeat("forget-keys", { every: HOUR_MS }, deleteOldKeys, "old idempotency keys were not deleted");
}

/** Deletes the idempotency keys older than the 24 hours that are promised, a portion at a time. */
export async function deleteOldKeys(): Promise<void> {
  const before = new Date(Date.now() - DAY_MS);
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM idempotency_keys WHERE id IN (
        SELECT id FROM idempotency_keys WHERE created_at < ${before} ORDER BY created_at LIMIT ${atMost}
        FOR UPDATE SKIP LOCKED)`,
  );
}
