import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";

/** What of a message its change may build on. */
type Changeable = Prisma.MessageGetPayload<{ select: typeof changeable }>;

const changeable = {
  id: true,
  channelId: true,
  authorKind: true,
  userId: true,
  content: true,
  embeds: true,
  attachmentCount: true,
  pinnedAt: true,
  threadRootId: true,
} satisfies Prisma.MessageSelect;

/** What to do under the channel's lock; answers the columns to write, or null to leave everything as it is. */
export type MessageChange = (
  tx: Transaction,
  message: Changeable,
) => Promise<Prisma.MessageUncheckedUpdateInput | null>;

/** Where a change came to stand, to be published after the commit. */
type Changed = { channelId: bigint; rev: number; msgSeq: number };

/**
 * Changes a message that stands in the channel, and gives it the channel's next revision in the same transaction, so that
 * every reader learns of it. The channel's row is locked first: whoever also locks a webhook does that before. Throwing undoes everything.
 */
export async function changeMessage(
  tx: Transaction,
  where: { id: bigint; channelId: bigint; webhookId?: bigint },
  change: MessageChange,
): Promise<Changed | "unknown_message" | "archived" | "unchanged"> {
  const [channel] = await tx.$queryRaw<{ rev: bigint; msg_seq: bigint; archived: boolean }[]>`
    SELECT rev, msg_seq, archived_at IS NOT NULL AS archived FROM channels WHERE id = ${where.channelId} FOR NO KEY UPDATE`;
  const message = await tx.message.findFirst({ where: { ...where, deletedAt: null }, select: changeable });
  if (!channel || !message) return "unknown_message";
  if (channel.archived) return "archived";
  const data = await change(tx, message);
  if (!data) return "unchanged";
  let rev = channel.rev + 1n;
  await tx.message.update({ where: { id: message.id }, data: { ...data, rev } });
  if (message.threadRootId !== null && data.deletedAt) {
    rev += 1n;
    await recountReplies(tx, message.threadRootId, rev);
  }
  await tx.channel.update({ where: { id: message.channelId }, data: { rev } });
  return { channelId: message.channelId, rev: Number(rev), msgSeq: Number(channel.msg_seq) };
}

/** Tells readers of a change, once it is committed. */
export function publishChange(changed: Changed): void {
  publish({ kind: "channel", ...changed });
}

/** Tells a thread's root which replies are left, under its channel's lock; `rev` is the revision that this change gets. */
async function recountReplies(tx: Transaction, rootId: bigint, rev: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE messages m SET rev = ${rev}, reply_count = t.count, last_reply_at = t.at, last_reply_seq = t.seq
    FROM (
      SELECT count(*)::int AS count, max(created_at) AS at, max(seq) AS seq FROM messages
      WHERE thread_root_id = ${rootId} AND deleted_at IS NULL) t
    WHERE m.id = ${rootId}`;
}

/**
 * Deletes what belongs to a message and answers the columns of its tombstone: the row stays, so that absent readers learn of it;
 * everything that it said, showed and pinged is cleared, and so is what it said before it was edited. Replies to it stay.
 */
export async function clearMessage(tx: Transaction, messageId: bigint): Promise<Prisma.MessageUncheckedUpdateInput> {
  await tx.attachment.deleteMany({ where: { messageId } });
  await tx.reaction.deleteMany({ where: { messageId } });
  // The delivery log keeps the payload, in which the message's text could still be read.
  await tx.delivery.updateMany({ where: { messageId }, data: { payload: null, payloadCut: false } });
  await tx.$executeRaw`
    UPDATE deliveries SET payload = NULL, payload_cut = false WHERE more_message_ids @> ARRAY[${messageId}]::bigint[]`;
  await tx.messageEdit.deleteMany({ where: { messageId } });
  // The next post with this update key is a new message.
  await tx.webhookUpdate.deleteMany({ where: { messageId } });
  // The next post with this thread key starts a new thread.
  await tx.webhookThread.deleteMany({ where: { rootId: messageId } });
  return {
    content: "",
    embeds: Prisma.DbNull,
    allowedMentions: Prisma.DbNull,
    mentionedUserIds: [],
    mentionsEveryone: false,
    attachmentCount: 0,
    updateCount: 0,
    pinnedAt: null,
    pinnedById: null,
    deletedAt: new Date(),
  };
}
