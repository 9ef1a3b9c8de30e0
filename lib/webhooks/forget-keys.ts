import { db } from "@/lib/db/client";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const EVERY_MS = 3_600_000;

const state = processWide("forget-keys", () => ({ next: 0 }));

/** Deletes idempotency keys older than the 24 hours that are promised, at most once an hour. Answers at once, never throws. */
export function forgetOldKeys(): void {
  if (Date.now() < state.next) return;
  state.next = Date.now() + EVERY_MS;
  const before = new Date(Date.now() - 24 * EVERY_MS);
  db()
    .idempotencyKey.deleteMany({ where: { createdAt: { lt: before } } })
    .catch((error: unknown) => log.warn({ err: error }, "old idempotency keys were not deleted"));
}
