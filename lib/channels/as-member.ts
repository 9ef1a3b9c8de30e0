import { type AccessibleChannel, assertCanManage, requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { holdActive, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/proven-writes.md

/** What the write gets: the transaction, and the channel as its settings and the person's rights are now. */
type Work<A extends AccessibleChannel, T> = (tx: ProvenTx, now: A) => Promise<T>;

type How = {
  /** Whose other writes wait: those that change the channel's settings, members or webhooks, or the person's. */
  alone?: "channel" | "person";
  /** Another channel to hold, whose rights `work` reads itself. */
  and?: bigint;
};

/** A person and a channel, perhaps not proven yet. */
type Place = { user: SessionUser; channel: { id: bigint } };

/** Runs a person's write in a transaction while they can see the channel. Throws like `requireChannel`. */
export function asReader<T>(accessible: Place, work: Work<AccessibleChannel, T>, how?: How): Promise<T> {
  return whileProven(accessible, () => {}, work, how);
}

/** The same while they're a member. Throws `forbidden` with this sentence for a visitor of a public channel. */
export function asMember<T>(
  accessible: Place,
  work: Work<AccessibleChannel, T>,
  { otherwise = "Join the channel to do this.", ...how }: How & { otherwise?: string } = {},
): Promise<T> {
  return whileProven(accessible, (now) => assertMember(now, otherwise), work, how);
}

/** The same while they manage the channel, whose other changes wait. Throws `forbidden`. */
export function asManager<T>(accessible: AccessibleChannel, work: Work<AccessibleChannel, T>): Promise<T> {
  return whileProven(accessible, assertCanManage, work, { alone: "channel" });
}

/**
 * Runs a person's write in a transaction in which the channel's settings, their membership and their account stay as
 * they are. Reads all of it again and calls `guard`, which throws if they may not write.
 */
export function whileProven<A extends AccessibleChannel, T>(
  { user, channel: { id } }: Pick<A, "user"> & { channel: { id: bigint } },
  guard: (now: AccessibleChannel) => void,
  work: Work<A, T>,
  { alone, and }: How = {},
): Promise<T> {
  return db().$transaction(async (tx) => {
    await (alone === "channel" ? lockChannels : holdChannels)(tx, id, ...(and === undefined ? [] : [and]));
    const now = await requireChannel(await holdActive(tx, user, alone === "person" ? "alone" : "shared"), id, tx);
    guard(now);
    // The guard has proved again what the type says.
    return work(tx as ProvenTx, now as A);
  });
}

function assertMember({ membership }: AccessibleChannel, otherwise: string): void {
  if (!membership) throw new AppError("forbidden", otherwise);
}

/**
 * Blocks other changes of these channels' settings, members and webhooks until the transaction ends; messages can still
 * be posted. Locks in id order, so that two calls can't deadlock.
 */
function lockChannels(tx: Transaction, ...channelIds: [bigint, ...bigint[]]): Promise<void> {
  return inOrder(channelIds, (id) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${id})`);
}

/** Like `lockChannels`, but doesn't block others that hold these channels too: their settings only have to stay. */
function holdChannels(tx: Transaction, ...channelIds: [bigint, ...bigint[]]): Promise<void> {
  return inOrder(channelIds, (id) => tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${id})`);
}

async function inOrder(ids: readonly bigint[], lock: (id: bigint) => Promise<unknown>): Promise<void> {
  for (const id of ids.toSorted((a, b) => (a < b ? -1 : 1))) await lock(id);
}
