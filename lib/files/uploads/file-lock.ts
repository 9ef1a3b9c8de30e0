import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { inTurn } from "@/lib/process/in-turn";

// With this first number, the locks of files can't be taken for others.
const FILES = 824_271;
// Much longer than deleting or moving a file takes.
const MOST_MS = 600_000;

// Each holds a database connection. If the store is slow, they mustn't take all of them.
const FEW = {
  atOnce: 2,
  waiting: 1_000,
  patience: 10_000,
  refusal: { code: "unavailable", message: "Too many files are being deleted. Try again in a moment." },
} as const;

/**
 * Runs `work`, which may delete the file with this hash for good, while nobody else deletes or moves it. Throws
 * `unavailable` after ten seconds of waiting, or a database error after five.
 */
export function whileDeleting<T>(hash: Uint8Array, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTurn("delete-files", FEW, () =>
    db().$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FILES}::int, ${keyOf(hash)}::int)`;
        return work(tx);
      },
      { timeout: MOST_MS },
    ),
  );
}

/**
 * Runs `work`, which moves the file with this hash to another store, while nobody deletes it for good. Throws a
 * database error after five seconds of waiting.
 */
export function whileMoving<T>(hash: Uint8Array, work: () => Promise<T>): Promise<T> {
  return db().$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${FILES}::int, ${keyOf(hash)}::int)`;
      return work();
    },
    { timeout: MOST_MS },
  );
}

/**
 * Resolves once every `whileDeleting` of this file that began before has ended. Throws a database error after five
 * seconds of waiting.
 */
export async function afterDeletions(hash: Uint8Array): Promise<void> {
  await db().$executeRaw`SELECT pg_advisory_xact_lock_shared(${FILES}::int, ${keyOf(hash)}::int)`;
}

function keyOf(hash: Uint8Array): number {
  return Buffer.from(hash).readInt32BE(0);
}
