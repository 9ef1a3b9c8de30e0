import type { Transaction } from "@/lib/db/transaction";

type Reader = Pick<Transaction, "$queryRaw">;
type DefaultChannel = { id: bigint; name: string; msgSeq: bigint };

/**
 * Returns the channels that new people join, oldest first: the chosen ones that are still open, or else the oldest
 * public channel. With `without`, as if that channel weren't there.
 */
export function defaultChannels(reader: Reader, without: bigint | null = null): Promise<DefaultChannel[]> {
  return reader.$queryRaw<DefaultChannel[]>`
    WITH chosen AS (
      SELECT c.id, c.name, c.msg_seq AS "msgSeq" FROM workspaces w
      CROSS JOIN unnest(w.default_channel_ids) AS d (id) JOIN channels c ON c.id = d.id
      WHERE c.kind = 'public' AND c.archived_at IS NULL AND c.id IS DISTINCT FROM ${without}
    ), oldest AS (
      SELECT id, name, msg_seq AS "msgSeq" FROM channels
      WHERE kind = 'public' AND archived_at IS NULL AND id IS DISTINCT FROM ${without} AND NOT EXISTS (SELECT FROM chosen) ORDER BY id LIMIT 1
    )
    SELECT * FROM chosen UNION SELECT * FROM oldest ORDER BY id`;
}

/** The first memberships of a new person: the default channels, read up to now. */
export async function firstMemberships(reader: Reader) {
  const channels = await defaultChannels(reader);
  return { create: channels.map(({ id, msgSeq }) => ({ channelId: id, lastReadSeq: msgSeq })) };
}

/** Notes that a new person joined the default channels, for a line in each (docs/decisions/channels.md). */
export async function noteFirstJoins(tx: Transaction, userId: bigint): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO channel_events (channel_id, kind, actor_id)
    SELECT channel_id, 'joined', user_id FROM memberships WHERE user_id = ${userId}`;
}
