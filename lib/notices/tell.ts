import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/publish";

type Act = {
  auditEntryId: bigint;
  actor: { id: bigint };
  /** Whose webhook it is; null when their account is gone. */
  creatorId: bigint | null;
  channelIds: readonly bigint[];
};

/**
 * Leaves a notice for who created a webhook and for the managers of its channels, whoever did it aside; it waits until they see it,
 * also for somebody who is deactivated or has left meanwhile. In the transaction of the act. Answers whom to `announce` it to.
 */
export async function leaveNotices(tx: Transaction, { auditEntryId, actor, creatorId, channelIds }: Act) {
  const told = await tx.$queryRaw<{ user_id: bigint }[]>`
    INSERT INTO notices (user_id, audit_entry_id)
    SELECT u.id, ${auditEntryId} FROM users u WHERE u.id <> ${actor.id} AND (u.id = ${creatorId} OR EXISTS (
      SELECT FROM memberships m WHERE m.user_id = u.id AND m.role = 'manager' AND m.channel_id = ANY(${[...channelIds]}::bigint[])))
    RETURNING user_id`;
  return told.map(({ user_id }) => user_id);
}

/** Makes the open pages of these people ask for their notices. After the commit. */
export function announce(userIds: readonly bigint[]): void {
  for (const userId of userIds) publish({ kind: "user", userId });
}
