import type { Transaction } from "@/lib/db/transaction";

/**
 * Blocks other changes of these channels' settings, members and webhooks until the transaction ends; messages can still
 * be posted. Locks in id order, so that two calls can't deadlock.
 */
export async function lockChannels(tx: Transaction, ...channelIds: [bigint, ...bigint[]]): Promise<void> {
  for (const id of channelIds.toSorted((a, b) => (a < b ? -1 : 1))) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${id})`;
  }
}
