import type { Transaction } from "@/lib/db/transaction";

/**
 * Until the transaction ends, nobody else changes these channels' settings, members or webhooks; messages go on. Locks are
 * taken in id order, so that two of these can't wait for each other.
 */
export async function lockChannels(tx: Transaction, ...channelIds: [bigint, ...bigint[]]): Promise<void> {
  for (const id of channelIds.toSorted((a, b) => (a < b ? -1 : 1))) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${id})`;
  }
}
