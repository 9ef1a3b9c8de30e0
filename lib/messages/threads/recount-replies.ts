import type { Transaction } from "@/lib/db/transaction";

/** Tells a thread's root which replies are left, under its channel's lock; `rev` is the revision that this change gets. */
export async function recountReplies(tx: Transaction, rootId: bigint, rev: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE messages m SET rev = ${rev}, reply_count = t.count, last_reply_at = t.at, last_reply_seq = t.seq
    FROM (
      SELECT count(*)::int AS count, max(created_at) AS at, max(seq) AS seq FROM messages
      WHERE thread_root_id = ${rootId} AND deleted_at IS NULL) t
    WHERE m.id = ${rootId}`;
}
