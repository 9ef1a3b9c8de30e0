import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { publish } from "@/lib/events/hub";
import { noSuchThread } from "@/lib/threads/thread-page";

/**
 * Has a person follow a thread, as read up to its end, or turn away from it. Throws `not_found` for what is no message of the
 * channel's own flow, and for a deleted one without replies, `forbidden` to who hasn't joined the channel.
 */
export async function setFollowing(
  { user, channel, membership }: AccessibleChannel,
  rootId: bigint,
  following: boolean,
): Promise<void> {
  if (!membership) throw new AppError("forbidden", "Join the channel before you follow its threads.");
  const root = await db().message.findFirst({
    where: {
      id: rootId,
      channelId: channel.id,
      threadRootId: null,
      OR: [{ deletedAt: null }, { replyCount: { gt: 0 } }],
    },
    select: { seq: true, lastReplySeq: true },
  });
  if (!root) throw noSuchThread();
  const follow = { rootId, userId: user.id };
  const lastReadSeq = root.lastReplySeq ?? root.seq;
  await db().threadFollow.upsert({
    where: { rootId_userId: follow },
    create: { ...follow, following, lastReadSeq },
    update: { following, ...(following && { lastReadSeq }) },
  });
  publish({ kind: "unread", userId: user.id });
}

/** Moves a follower's read position in a thread forward to `seq`, at most to its end; never back. Nothing changes for others. */
export async function markThreadRead({ user, channel }: AccessibleChannel, rootId: bigint, seq: number): Promise<void> {
  const moved = await db().$executeRaw`
    UPDATE thread_follows f SET last_read_seq = least(${seq}::bigint, coalesce(r.last_reply_seq, r.seq)) FROM messages r
    WHERE r.id = f.root_id AND r.channel_id = ${channel.id} AND f.root_id = ${rootId} AND f.user_id = ${user.id}
      AND f.last_read_seq < least(${seq}::bigint, coalesce(r.last_reply_seq, r.seq))`;
  if (moved > 0) publish({ kind: "unread", userId: user.id });
}
