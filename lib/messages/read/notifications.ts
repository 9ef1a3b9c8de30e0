import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { NotificationsDto } from "@/lib/messages/dto";
import { messageSelect, toDtos } from "@/lib/messages/read/to-dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { notifying } from "@/lib/people/notifications/who-is-notified";

const MOST = 5;

/** How far a tab knows a channel's messages, and its keyword matches, which are found a moment later. */
type Position = { channelId: bigint; seq: number; matchSeq?: number };

/**
 * The newest messages after the given positions that notify this user and that they haven't read on any device:
 * messages by others that they haven't muted, in open channels, as each channel's level says (keyword matches count as
 * mentions), and replies in threads that they follow. Ignores channels that they aren't in.
 */
export async function notificationsSince(user: SessionUser, positions: readonly Position[]): Promise<NotificationsDto> {
  const ids = positions.map(({ channelId }) => channelId);
  const seqs = positions.map(({ seq }) => BigInt(seq));
  const matchSeqs = positions.map(({ seq, matchSeq = seq }) => BigInt(matchSeq));
  // OFFSET 0 makes PostgreSQL look up each membership instead of comparing all of them with each position.
  const found = await db().$queryRaw<{ id: bigint }[]>`
    SELECT n.id FROM unnest(${ids}::bigint[], ${seqs}::bigint[], ${matchSeqs}::bigint[]) AS given(channel_id, seq, match_seq)
    CROSS JOIN LATERAL (
      SELECT * FROM memberships
      WHERE channel_id = given.channel_id AND user_id = ${user.id} AND notifications <> 'none' OFFSET 0
    ) m
    JOIN channels c ON c.id = m.channel_id AND c.archived_at IS NULL
    CROSS JOIN LATERAL (${notifying({
      after: Prisma.sql`given.seq`,
      matchedAfter: Prisma.sql`given.match_seq`,
      inFull: true,
      atMost: MOST + 1,
    })}) n
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
