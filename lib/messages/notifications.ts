import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { NotificationsDto } from "@/lib/messages/dto";
import { messageSelect, toDtos } from "@/lib/messages/to-dto";
import type { SessionUser } from "@/lib/users/find-session-user";
import { mutedAuthors, notMuted } from "@/lib/users/muted-authors";

const MOST = 5;

// Only a channel's latest messages are looked at, however long somebody was away.
const LOOKED_AT = 5_000;

/** Up to where in a channel a tab knows of the messages, and of those among them that match keywords, which are found a moment later. */
type Position = { channelId: bigint; seq: number; matchSeq?: number };

// Of messages `x` those that others wrote, and nobody whom the member `m` has muted.
const fromOthers = Prisma.sql`x.deleted_at IS NULL AND x.user_id IS DISTINCT FROM m.user_id AND ${notMuted}`;

/**
 * The newest messages after the given positions that notify this person and that they have read on no device: in their open
 * channels what others wrote there, whom they haven't muted, as the level of each says, matches of their keywords being mentions; of
 * replies, those in threads that they follow. Positions in channels that they aren't in are passed over.
 */
export async function notificationsSince(user: SessionUser, positions: readonly Position[]): Promise<NotificationsDto> {
  const ids = positions.map(({ channelId }) => channelId);
  const seqs = positions.map(({ seq }) => BigInt(seq));
  const matchSeqs = positions.map(({ seq, matchSeq = seq }) => BigInt(matchSeq));
  const found = await db().$queryRaw<{ id: bigint }[]>`
    WITH ${mutedAuthors(user.id)}
    SELECT n.id FROM unnest(${ids}::bigint[], ${seqs}::bigint[], ${matchSeqs}::bigint[]) AS given(channel_id, seq, match_seq)
    JOIN memberships m ON m.channel_id = given.channel_id AND m.user_id = ${user.id} AND m.notifications <> 'none'
    JOIN channels c ON c.id = m.channel_id AND c.archived_at IS NULL
    CROSS JOIN LATERAL (
      (SELECT x.id FROM messages x
      WHERE (m.notifications = 'all' OR c.kind = 'direct') AND x.channel_id = c.id AND x.thread_root_id IS NULL
        AND x.seq > greatest(given.seq, c.msg_seq - ${LOOKED_AT}::bigint, m.last_read_seq) AND ${fromOthers}
      ORDER BY x.seq DESC LIMIT ${MOST + 1})
      UNION ALL
      (SELECT x.id FROM messages x
      WHERE m.notifications = 'mentions' AND c.kind <> 'direct' AND x.channel_id = c.id AND x.thread_root_id IS NULL
        AND x.seq > greatest(given.seq, c.msg_seq - ${LOOKED_AT}::bigint, m.last_read_seq) AND ${fromOthers}
        AND (x.mentions_everyone OR x.mentioned_user_ids <> '{}')
        AND (x.mentions_everyone OR m.user_id = ANY(x.mentioned_user_ids))
      ORDER BY x.seq DESC LIMIT ${MOST + 1})
      UNION ALL
      (SELECT x.id FROM message_matches k JOIN messages x ON x.id = k.message_id
      WHERE m.notifications = 'mentions' AND c.kind <> 'direct' AND k.user_id = m.user_id AND k.channel_id = c.id
        AND k.seq > greatest(given.match_seq, c.msg_seq - ${LOOKED_AT}::bigint, m.last_read_seq) AND k.kind = 'keyword' AND NOT k.by_edit
        AND NOT (x.mentions_everyone OR m.user_id = ANY(x.mentioned_user_ids)) AND ${fromOthers}
      ORDER BY k.seq DESC LIMIT ${MOST + 1})
      UNION ALL
      (SELECT x.id FROM messages x
      WHERE x.channel_id = c.id AND x.thread_root_id IS NOT NULL
        AND x.seq > greatest(given.seq, c.msg_seq - ${LOOKED_AT}::bigint) AND ${fromOthers}
        AND EXISTS (SELECT FROM thread_follows f WHERE f.root_id = x.thread_root_id AND f.user_id = m.user_id
          AND f.following AND f.last_read_seq < x.seq)
      ORDER BY x.seq DESC LIMIT ${MOST + 1})) n
    ORDER BY n.id DESC LIMIT ${MOST + 1}`;
  if (found.length === 0) return { notifications: [], more: false };
  const rows = await db().message.findMany({
    where: { id: { in: found.slice(0, MOST).map(({ id }) => id) }, deletedAt: null },
    orderBy: { id: "desc" },
    select: { ...messageSelect, channel: { select: { id: true, name: true, kind: true } } },
  });
  const channels = rows.map(({ channel }) => channel);
  const [messages, naming] = await Promise.all([toDtos(rows), namesFor(user, channels)]);
  const notifications = messages.flatMap((message, index) => {
    const channel = channels[index];
    if (!channel) return [];
    return [{ message, channel: { id: `${channel.id}`, name: naming(channel).name, kind: channel.kind } }];
  });
  return { notifications, more: found.length > MOST };
}
