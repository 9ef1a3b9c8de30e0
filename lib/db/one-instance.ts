import type { PoolClient } from "pg";
import { sessionPool } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { log } from "@/lib/process/log";

/** Runs the work unless another instance is running work with this key. Then it does nothing. */
export async function onOneInstance(key: string, work: () => Promise<void>): Promise<void> {
  const client = await connectionFor(key);
  try {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine", [key]);
    if (rows[0]?.mine) await work();
  } finally {
    await giveUp(client);
  }
}

/** Keeps `onOneInstance` from running anything with this key, until the returned function is called. Others can do so too. */
export async function lockInCommon(key: string): Promise<() => Promise<void>> {
  const client = await connectionFor(key);
  try {
    await client.query("SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [key]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return () => giveUp(client);
}

/** Gives up the connection's locks. Closing it alone would do so a little later, and what runs next would find them taken. */
async function giveUp(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_unlock_all()").catch(() => undefined);
  client.release(true);
}

async function connectionFor(key: string): Promise<PoolClient> {
  const client = await sessionPool().connect();
  // Without a listener, losing this connection would end the process.
  client.on("error", (error) => log.debug({ err: error, key }, "lost the connection that holds a job's lock"));
  return client;
}

/**
 * Takes a lock until the transaction ends. Returns false if another one holds it. A statement of its own, so that the
 * next one sees what the previous holder committed.
 */
export async function tryLock(tx: Transaction, key: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS mine`;
  return row?.mine ?? false;
}

/** Waits for a lock and holds it until the transaction ends, so that what is counted meanwhile stays true. */
export async function takeTurn(tx: Transaction, key: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}
