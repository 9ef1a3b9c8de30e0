import type { Transaction } from "@/lib/db/transaction";

/** The memberships with which a new person begins: of #general, which is the oldest public channel, read up to now. */
export async function firstMemberships(tx: Transaction) {
  const first = await tx.channel.findFirst({
    where: { kind: "public", archivedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, msgSeq: true },
  });
  return first ? { create: { channelId: first.id, lastReadSeq: first.msgSeq } } : {};
}
