import { db } from "@/lib/db/client";
import { takeTurn } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/proven-writes.md

declare const proven: unique symbol;

/**
 * A transaction in which a person's rights were read again, and can't be lost before it ends. Only `asPerson`, and
 * `asMember` and the like, make one.
 */
export type ProvenTx = Transaction & { readonly [proven]: true };

type Person = Pick<SessionUser, "id">;

/**
 * Runs a person's write in a transaction while their account stays active. `work` gets the person with the role that
 * they have now. A person's writes of this kind wait for each other, so that what `work` counts stays true; so do
 * everyone's with the same `turn`. Throws `unauthenticated` if they were deactivated.
 */
export async function asPerson<P extends Person, T>(
  user: P,
  work: (tx: ProvenTx, user: P & Pick<SessionUser, "role">) => Promise<T>,
  { turn }: { turn?: string } = {},
): Promise<T> {
  return db().$transaction(async (tx) => {
    if (turn !== undefined) await takeTurn(tx, turn);
    return work(tx as ProvenTx, await holdActive(tx, user, "alone"));
  });
}

/**
 * Like `asPerson`, for what an owner or admin does to someone else's account. Locks both rows in one order, so that two
 * admins who act on each other don't wait for each other.
 */
export async function onPerson<P extends Person, T>(
  actor: P,
  userId: bigint,
  work: (tx: ProvenTx, actor: P & Pick<SessionUser, "role">) => Promise<T>,
): Promise<T> {
  return db().$transaction(async (tx) => {
    await tx.$executeRaw`
      SELECT FROM users WHERE id = ANY(${[actor.id, userId]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`;
    return work(tx as ProvenTx, await holdActive(tx, actor, "shared"));
  });
}

/**
 * Keeps a person active until the transaction ends, and returns them with the role that they have now. `alone` also
 * makes their other writes wait that ask for it, before any of them may change their row. Take channels' locks before.
 */
export async function holdActive<P extends Person>(
  tx: Transaction,
  user: P,
  how: "shared" | "alone",
): Promise<P & Pick<SessionUser, "role">> {
  if (how === "alone") await tx.$executeRaw`SELECT pg_advisory_xact_lock(${user.id})`;
  const [row] = await tx.$queryRaw<Pick<SessionUser, "role">[]>`
    SELECT u.role::text AS role FROM users u WHERE u.id = ${user.id} AND u.deactivated_at IS NULL FOR SHARE`;
  if (!row) throw notActive();
  return { ...user, ...row };
}

/** The error for a session that has ended, and for a person who was deactivated. */
export function notActive(): AppError {
  return new AppError("unauthenticated", "Sign in to do this.");
}
