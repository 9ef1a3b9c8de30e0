import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";

/** The columns that a change can build on. */
export type Changeable = Prisma.MessageGetPayload<{ select: typeof changeable }>;

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
  replyCount: true,
} satisfies Prisma.MessageSelect;

/** Runs under the channel's lock and returns the columns to write, or null to leave the message as it is. */
export type MessageChange = (
  tx: Transaction,
  message: Changeable,
) => Promise<Prisma.MessageUncheckedUpdateInput | null>;

/** A change to publish after the commit. `files`: whether the message's files may have changed. */
type CommittedChange = { channelId: bigint; rev: number; msgSeq: number; files: boolean };

/**
 * Changes a message and gives it the channel's next revision in the same transaction, so that every reader gets the
 * change. Locks the channel's row; a caller that also locks a webhook must lock that first. Throwing undoes everything.
 */
export async function changeMessage(
  tx: Transaction,
  where: { id: bigint; channelId: bigint; webhookId?: bigint },
  change: MessageChange,
): Promise<CommittedChange | "unknown_message" | "archived" | "unchanged"> {
  const [channel] = await tx.$queryRaw<{ rev: bigint; msg_seq: bigint; archived: boolean }[]>`
    SELECT rev, msg_seq, archived_at IS NOT NULL AS archived FROM channels WHERE id = ${where.channelId} FOR NO KEY UPDATE`;
  const message = await tx.message.findFirst({
    where: { ...where, deletedAt: null, event: { equals: Prisma.DbNull } },
    select: changeable,
  });
  if (!channel || !message) return "unknown_message";
  if (channel.archived) return "archived";
  const data = await change(tx, message);
  if (!data) return "unchanged";
  let rev = channel.rev + 1n;
  await tx.message.update({ where: { id: message.id }, data: { ...data, rev } });
  if (message.threadRootId !== null && data.deletedAt) {
    rev = await recountReplies(tx, [message.threadRootId], rev);
  }
  if (message.replyCount > 0 && (data.content !== undefined || data.embeds !== undefined)) {
    rev = await renewInChannel(tx, [message.id], rev);
  }
  await tx.channel.update({ where: { id: message.channelId }, data: { rev } });
  const { attachmentCount } = data;
  const files = attachmentCount !== undefined && (attachmentCount !== 0 || message.attachmentCount > 0);
  return { channelId: message.channelId, rev: Number(rev), msgSeq: Number(channel.msg_seq), files };
}

/** How many of a message's earlier versions are kept, the latest ones, whoever edits it. */
export const MOST_VERSIONS = 100;

/** Keeps a message's version that is about to be replaced. */
export async function keepVersion(
  tx: Transaction,
  { id: messageId, content }: Pick<Changeable, "id" | "content">,
  embeds: Prisma.JsonValue = null,
): Promise<void> {
  await tx.messageEdit.create({ data: { messageId, content, embeds: embeds ?? Prisma.DbNull } });
  await tx.$executeRaw`
    DELETE FROM message_edits WHERE id IN (
      SELECT id FROM message_edits WHERE message_id = ${messageId} ORDER BY id DESC OFFSET ${MOST_VERSIONS})`;
}

/** Announces a committed change to readers. */
export function publishChange({ files, ...changed }: CommittedChange): void {
  publish({ kind: "channel", ...changed });
  if (files) publish({ kind: "files", channelId: changed.channelId });
}

/** Recounts the replies of these threads' roots under their channel's lock, each with a revision after `rev`. Returns the last one. */
export async function recountReplies(tx: Transaction, rootIds: bigint[], rev: bigint): Promise<bigint> {
  await tx.$executeRaw`
    UPDATE messages m SET rev = ${rev} + r.place, reply_count = t.count, last_reply_at = t.at, last_reply_seq = t.seq,
      gathered = CASE WHEN m.gathered IS NOT NULL THEN t.gathered END
    FROM unnest(${rootIds}::bigint[]) WITH ORDINALITY AS r(id, place) CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, max(created_at) AS at, max(seq) AS seq,
        (count(*) FILTER (WHERE silent AND webhook_id IS NOT NULL))::int AS gathered FROM messages
      WHERE thread_root_id = r.id AND deleted_at IS NULL AND event IS NULL OFFSET 0) t
    WHERE m.id = r.id`;
  return rev + BigInt(rootIds.length);
}

/**
 * Gives the replies to these messages that also appear in the channel new revisions after `rev`, because they show what
 * they reply to. Returns the last revision.
 */
export async function renewInChannel(tx: Transaction, rootIds: bigint[], rev: bigint): Promise<bigint> {
  const renewed = await tx.$executeRaw`
    UPDATE messages m SET rev = ${rev} + t.place FROM (
      SELECT id, row_number() OVER (ORDER BY id) AS place FROM messages
      WHERE thread_root_id = ANY(${rootIds}::bigint[]) AND in_channel IS NOT NULL AND deleted_at IS NULL) t
    WHERE m.id = t.id`;
  return rev + BigInt(renewed);
}

/**
 * Deletes everything that belongs to these messages of one channel, including their text and edit history, and returns
 * the columns of their tombstones. The rows stay so that readers who were offline learn of the deletion. Replies stay.
 */
export async function clearMessages(tx: Transaction, ids: bigint[]) {
  const messageId = { in: ids };
  await tx.attachment.deleteMany({ where: { messageId } });
  await tx.reaction.deleteMany({ where: { messageId } });
  await forgetPayloads(tx, ids);
  await tx.messageEdit.deleteMany({ where: { messageId } });
  // The next post with this update key is a new message.
  await tx.webhookUpdate.deleteMany({ where: { messageId } });
  await tx.incident.deleteMany({ where: { messageId } });
  await tx.outage.deleteMany({ where: { messageId } });
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
  } satisfies Prisma.MessageUncheckedUpdateManyInput;
}

/** Deletes the payloads in the delivery log, and the facts of things, that hold these messages' texts. */
export async function forgetPayloads(tx: Transaction, ids: bigint[]): Promise<void> {
  await tx.delivery.updateMany({ where: { messageId: { in: ids } }, data: { payload: null, payloadCut: false } });
  await tx.$executeRaw`
    UPDATE deliveries SET payload = NULL, payload_cut = false WHERE more_message_ids && ${ids}::bigint[]`;
  await tx.$executeRaw`
    UPDATE things SET registers = '{}', watches = NULL, incident_of = NULL WHERE message_id = ANY(${ids}::bigint[])`;
}
