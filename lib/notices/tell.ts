import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";

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

/**
 * Leaves a notice for the person whose account an entry is about; one that they have seen counts as new again. In the transaction of the act.
 * `announce` it afterwards.
 */
export async function leaveNotice(tx: Transaction, userId: bigint, auditEntryId: bigint): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notices (user_id, audit_entry_id) VALUES (${userId}, ${auditEntryId})
    ON CONFLICT (user_id, audit_entry_id) DO UPDATE SET seen_at = NULL`;
}

/**
 * The end of a statement that tells of what nobody did, but what befell webhooks: it writes a line of the audit log for each row
 * (webhook_id, channel_id, details) of the table `befell`, leaves notices of it for who created the webhook and for the managers of the
 * channel, and answers as `user_id` whom to `announce` them to.
 */
export function tellOf(action: AuditAction, befell: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    entries AS (
      INSERT INTO audit_entries (kind, action, channel_id, channel_name, webhook_id, webhook_name, details)
      SELECT ${kindOf(action)}, ${action}, c.id, CASE WHEN c.kind <> 'direct' THEN c.name END, w.id, w.name, b.details
      FROM ${befell} b JOIN webhooks w ON w.id = b.webhook_id JOIN channels c ON c.id = b.channel_id
      RETURNING id, channel_id, webhook_id
    )
    INSERT INTO notices (user_id, audit_entry_id)
    SELECT p.user_id, e.id FROM entries e CROSS JOIN LATERAL (
      SELECT created_by_id AS user_id FROM webhooks WHERE id = e.webhook_id AND created_by_id IS NOT NULL
      UNION SELECT user_id FROM memberships WHERE channel_id = e.channel_id AND role = 'manager') p
    RETURNING user_id`;
}

/** Makes the open pages of these people ask for their notices. After the commit. */
export function announce(userIds: readonly bigint[]): void {
  for (const userId of userIds) publish({ kind: "user", userId });
}
