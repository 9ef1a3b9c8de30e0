import type { AccessibleChannel } from "@/lib/channels/access";
import type { ReadPositionDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import type { SessionUser } from "@/lib/users/find-session-user";

/** Moves this person's read position back to just before the message with this `seq`; never forward. */
export async function markUnreadFrom({ user, channel }: AccessibleChannel, seq: number): Promise<void> {
  await moveBack(user, [{ channelId: channel.id, lastReadSeq: seq - 1 }]);
}

/** Takes "mark all as read" back: positions move back to where they were, never forward, and only in the person's own channels. */
export async function restoreReadPositions(user: SessionUser, positions: readonly ReadPositionDto[]): Promise<void> {
  await moveBack(
    user,
    positions.map(({ channelId, lastReadSeq }) => ({ channelId: BigInt(channelId), lastReadSeq })),
  );
}

async function moveBack(user: SessionUser, to: { channelId: bigint; lastReadSeq: number }[]): Promise<void> {
  const ids = to.map(({ channelId }) => channelId);
  const seqs = to.map(({ lastReadSeq }) => BigInt(Math.max(lastReadSeq, 0)));
  const rows = await db().$queryRaw<{ channel_id: bigint; last_read_seq: bigint }[]>`
    UPDATE memberships m SET last_read_seq = t.seq
    FROM (SELECT id, min(seq) AS seq FROM unnest(${ids}::bigint[], ${seqs}::bigint[]) AS given(id, seq) GROUP BY id) t
    WHERE m.channel_id = t.id AND m.user_id = ${user.id} AND m.last_read_seq > t.seq
    RETURNING m.channel_id, m.last_read_seq`;
  for (const { channel_id: channelId, last_read_seq } of rows) {
    publish({ kind: "read", userId: user.id, channelId, lastReadSeq: Number(last_read_seq), back: true });
  }
}
