import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";

/**
 * The `seq` of the first message of the channel's flow that is unread for this person; null when there is none, or they aren't a
 * member. Their own messages never are, nor is what comes from a webhook that they have muted.
 */
export async function firstUnreadSeq({ user, channel, membership }: AccessibleChannel): Promise<number | null> {
  if (!membership || membership.lastReadSeq >= channel.msgSeq) return null;
  const rows = await db().$queryRaw<{ seq: bigint }[]>`
    WITH muted AS MATERIALIZED (SELECT webhook_id FROM webhook_mutes WHERE user_id = ${user.id})
    SELECT x.seq FROM messages x
    WHERE x.channel_id = ${channel.id} AND x.seq > ${membership.lastReadSeq} AND x.thread_root_id IS NULL
      AND x.deleted_at IS NULL AND x.user_id IS DISTINCT FROM ${user.id}
      AND (x.webhook_id IS NULL OR x.webhook_id NOT IN (SELECT webhook_id FROM muted))
    ORDER BY x.seq LIMIT 1`;
  return rows[0] ? Number(rows[0].seq) : null;
}
