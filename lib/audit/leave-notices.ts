import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";

type Act = {
  auditEntryId: bigint;
  actor: { id: bigint };
  /** The webhook's creator; null if their account is gone. */
  creatorId: bigint | null;
  channelIds: readonly bigint[];
};

/**
 * Leaves a notice for the webhook's creator and the channels' managers, except the actor. It waits until they see it,
 * even if they are deactivated or have left since. Call it in the action's transaction. Returns the users
 * to `announce` it to.
 */
export async function leaveNotices(tx: Transaction, { auditEntryId, actor, creatorId, channelIds }: Act) {
  const recipients = await tx.$queryRaw<{ user_id: bigint }[]>`
    INSERT INTO notices (user_id, audit_entry_id)
    SELECT u.id, ${auditEntryId} FROM users u WHERE u.id <> ${actor.id} AND (u.id = ${creatorId} OR EXISTS (
      SELECT FROM memberships m WHERE m.user_id = u.id AND m.role = 'manager' AND m.channel_id = ANY(${[...channelIds]}::bigint[])))
    RETURNING user_id`;
  return recipients.map(({ user_id }) => user_id);
}

/**
 * Leaves a notice for the person whose account an entry is about; a notice that they've seen counts as new again.
 * Call it in the action's transaction, and `announce` afterwards.
 */
export async function leaveNotice(tx: Transaction, userId: bigint, auditEntryId: bigint): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notices (user_id, audit_entry_id) VALUES (${userId}, ${auditEntryId})
    ON CONFLICT (user_id, audit_entry_id) DO UPDATE SET seen_at = NULL`;
}

/**
 * SQL that ends a statement about webhooks to which something happened without an actor, such as failing. For each
 * row (webhook_id, channel_id, details) of the table `affected` it writes an audit entry and leaves a notice for the
 * webhook's creator and the channel's managers, and those whom `besides` adds with UNION SELECT. Returns, as `user_id`,
 * the users to `announce` it to.
 */
export function auditAndLeaveNotices(action: AuditAction, affected: Prisma.Sql, besides = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    entries AS (
      INSERT INTO audit_entries (kind, action, channel_id, channel_name, webhook_id, webhook_name, details)
      SELECT ${kindOf(action)}, ${action}, c.id, CASE WHEN c.kind <> 'direct' THEN c.name END, w.id, w.name, b.details
      FROM ${affected} b JOIN webhooks w ON w.id = b.webhook_id JOIN channels c ON c.id = b.channel_id
      RETURNING id, channel_id, webhook_id
    )
    INSERT INTO notices (user_id, audit_entry_id)
    SELECT p.user_id, e.id FROM entries e CROSS JOIN LATERAL (
      SELECT created_by_id AS user_id FROM webhooks WHERE id = e.webhook_id AND created_by_id IS NOT NULL
      UNION SELECT user_id FROM memberships WHERE channel_id = e.channel_id AND role = 'manager' ${besides}) p
    RETURNING user_id`;
}

/** Makes these people's open pages load their notices. Call it after the commit. */
export function announce(userIds: readonly bigint[]): void {
  for (const userId of userIds) publish({ kind: "user", userId });
}
