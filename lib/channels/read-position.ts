import type { AccessibleChannel } from "@/lib/channels/access";
import type { ReadPositionDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { isActive } from "@/lib/db/is-active";
import { publish } from "@/lib/events/hub";
import type { SessionUser } from "@/lib/people/find-session-user";

type Row = { channel_id: bigint; before: bigint; after: bigint };

/** Moves the user's read position forward to `seq` or the channel's end, never back. */
export async function markRead({ user, channel }: AccessibleChannel, seq: number): Promise<void> {
  const rows = await db().$queryRaw<{ last_read_seq: bigint }[]>`
    UPDATE memberships m SET last_read_seq = least(${seq}::bigint, c.msg_seq) FROM channels c
    WHERE c.id = m.channel_id AND m.channel_id = ${channel.id} AND m.user_id = ${user.id}
      AND m.last_read_seq < least(${seq}::bigint, c.msg_seq) AND ${isActive(user.id)}
    RETURNING m.last_read_seq`;
  for (const row of rows) {
    publish({
      kind: "read",
      userId: user.id,
      channelId: channel.id,
      lastReadSeq: Number(row.last_read_seq),
      back: false,
    });
  }
}

/**
 * Moves the user's read position to the end of each of their open channels. Returns the previous positions of those
 * that moved.
 */
export async function readAllChannels(user: SessionUser): Promise<ReadPositionDto[]> {
  // The old value is read under the row's lock, because undo goes back to it.
  const rows = await db().$queryRaw<Row[]>`
    UPDATE memberships m SET last_read_seq = c.msg_seq
    FROM channels c, (SELECT channel_id, last_read_seq FROM memberships WHERE user_id = ${user.id} ORDER BY channel_id FOR UPDATE) old
    WHERE c.id = m.channel_id AND old.channel_id = m.channel_id AND m.user_id = ${user.id}
      AND c.archived_at IS NULL AND m.last_read_seq < c.msg_seq AND ${isActive(user.id)}
    RETURNING m.channel_id, old.last_read_seq AS before, m.last_read_seq AS after`;
  for (const { channel_id: channelId, after } of rows) {
    publish({ kind: "read", userId: user.id, channelId, lastReadSeq: Number(after), back: false });
  }
  return rows.map((row) => ({ channelId: `${row.channel_id}`, lastReadSeq: Number(row.before) }));
}

/** Moves the user's read position back to just before the message with this `seq`, never forward. */
export async function markUnreadFrom({ user, channel }: AccessibleChannel, seq: number): Promise<void> {
  await moveBack(user, [{ channelId: channel.id, lastReadSeq: seq - 1 }]);
}

/** Undoes "mark all as read": moves positions back, never forward, and only in the user's own channels. */
export async function restoreReadPositions(user: SessionUser, positions: readonly ReadPositionDto[]): Promise<void> {
  await moveBack(
    user,
    positions.map(({ channelId, lastReadSeq }) => ({ channelId: BigInt(channelId), lastReadSeq })),
  );
}

async function moveBack(user: SessionUser, to: { channelId: bigint; lastReadSeq: number }[]): Promise<void> {
  const ids = to.map(({ channelId }) => channelId);
  const seqs = to.map(({ lastReadSeq }) => BigInt(lastReadSeq));
  const rows = await db().$queryRaw<{ channel_id: bigint; last_read_seq: bigint }[]>`
    UPDATE memberships m SET last_read_seq = t.seq
    FROM (SELECT id, min(seq) AS seq FROM unnest(${ids}::bigint[], ${seqs}::bigint[]) AS given(id, seq) GROUP BY id) t
    WHERE m.channel_id = t.id AND m.user_id = ${user.id} AND m.last_read_seq > t.seq
      AND ${isActive(user.id)}
    RETURNING m.channel_id, m.last_read_seq`;
  for (const { channel_id: channelId, last_read_seq } of rows) {
    publish({ kind: "read", userId: user.id, channelId, lastReadSeq: Number(last_read_seq), back: true });
  }
}
