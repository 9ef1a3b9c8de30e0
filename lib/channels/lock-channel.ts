import type { Transaction } from "@/lib/db/transaction";

/**
 * Blocks other changes of these channels' settings, members and webhooks until the transaction ends; messages can still
 * be posted. Locks in id order, so that two calls can't deadlock.
 */
export function lockChannels(tx: Transaction, ...channelIds: [bigint, ...bigint[]]): Promise<void> {
  return inOrder(channelIds, (id) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${id})`);
}

/** Like `lockChannels`, but doesn't block others that hold these channels too: their settings only have to stay. */
export function holdChannels(tx: Transaction, ...channelIds: [bigint, ...bigint[]]): Promise<void> {
  return inOrder(channelIds, (id) => tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${id})`);
}

async function inOrder(ids: readonly bigint[], lock: (id: bigint) => Promise<unknown>): Promise<void> {
  for (const id of ids.toSorted((a, b) => (a < b ? -1 : 1))) await lock(id);
}
