import { type AccessibleChannel, seesSenders } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { ThreadPageDto } from "@/lib/messages/dto";
import { pageCount } from "@/lib/messages/read/queries";
import { messageSelect, toDtos } from "@/lib/messages/read/to-dto";
import { AppError } from "@/lib/text/errors";
import { countFitting, PAGE_BYTES } from "@/lib/text/page";

const PAGE = 50;

/**
 * Returns a thread's root and the latest page of its replies, or the page before `before`. Throws `not_found` for a
 * reply, or a deleted message without replies.
 */
export async function threadPage(
  accessible: AccessibleChannel,
  rootId: bigint,
  before: number | null,
): Promise<ThreadPageDto> {
  const { user, channel } = accessible;
  // Read first: the event stream sends again whatever changes while the rest is being read.
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channel.id }, select: { rev: true } });
  const [root, follow, replies] = await Promise.all([
    db().message.findFirst({ where: { id: rootId, channelId: channel.id, threadRootId: null }, select: messageSelect }),
    db().threadFollow.findUnique({ where: { rootId_userId: { rootId, userId: user.id } } }),
    db().message.findMany({
      where: { threadRootId: rootId, deletedAt: null, ...(before !== null && { seq: { lt: before } }) },
      orderBy: { seq: "desc" },
      take: PAGE + 1,
      select: messageSelect,
    }),
  ]);
  if (!root || (root.deletedAt !== null && root.replyCount === 0)) throw noSuchThread();
  const shown = replies.slice(0, PAGE).slice(0, pageCount(replies));
  const [rootDto, ...made] = await toDtos([root, ...shown], { senders: seesSenders(accessible) });
  if (!rootDto) throw noSuchThread();
  const messages = made.slice(0, countFitting(made, PAGE_BYTES, true).count).toReversed();
  return {
    root: rootDto,
    messages,
    hasOlder: replies.length > messages.length,
    hasNewer: false,
    rev: Number(rev),
    following: follow?.following ?? false,
    lastReadSeq: follow?.following ? Number(follow.lastReadSeq) : 0,
  };
}

/** Returns the error for a message that doesn't exist or isn't a thread's root. */
export function noSuchThread(): AppError {
  return new AppError("not_found", "This thread doesn't exist or was deleted.");
}

/** Returns the root's id and `seq` if the message with this `seq` is only in a thread; otherwise null. */
export async function replyAt(
  { channel }: AccessibleChannel,
  seq: number,
): Promise<{ rootId: bigint; rootSeq: bigint } | null> {
  const found = await db().message.findFirst({
    where: { channelId: channel.id, seq, deletedAt: null, threadRootId: { not: null }, inChannel: null },
    select: { threadRoot: { select: { id: true, seq: true } } },
  });
  return found?.threadRoot ? { rootId: found.threadRoot.id, rootSeq: found.threadRoot.seq } : null;
}
