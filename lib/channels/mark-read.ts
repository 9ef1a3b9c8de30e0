import type { AccessibleChannel } from "@/lib/channels/access";
import type { ReadPositionDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import type { SessionUser } from "@/lib/users/find-session-user";

type Row = { channel_id: bigint; before: bigint; after: bigint };

/** Moves this person's read position forward to `seq`, at most to the channel's end; never back. */
export async function markRead({ user, channel }: AccessibleChannel, seq: number): Promise<void> {
  const rows = await db().$queryRaw<{ last_read_seq: bigint }[]>`
    UPDATE memberships m SET last_read_seq = least(${seq}::bigint, c.msg_seq) FROM channels c
    WHERE c.id = m.channel_id AND m.channel_id = ${channel.id} AND m.user_id = ${user.id}
      AND m.last_read_seq < least(${seq}::bigint, c.msg_seq)
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

/** Moves this person's read position to the end of each open channel that they are in. Answers where those that moved were before. */
export async function markAllRead(user: SessionUser): Promise<ReadPositionDto[]> {
  // The old value is read under the row's lock: what it answers is what an undo goes back to.
  const rows = await db().$queryRaw<Row[]>`
    UPDATE memberships m SET last_read_seq = c.msg_seq
    FROM channels c, (SELECT channel_id, last_read_seq FROM memberships WHERE user_id = ${user.id} ORDER BY channel_id FOR UPDATE) old
    WHERE c.id = m.channel_id AND old.channel_id = m.channel_id AND m.user_id = ${user.id}
      AND c.archived_at IS NULL AND m.last_read_seq < c.msg_seq
    RETURNING m.channel_id, old.last_read_seq AS before, m.last_read_seq AS after`;
  for (const { channel_id: channelId, after } of rows) {
    publish({ kind: "read", userId: user.id, channelId, lastReadSeq: Number(after), back: false });
  }
  return rows.map((row) => ({ channelId: `${row.channel_id}`, lastReadSeq: Number(row.before) }));
}
