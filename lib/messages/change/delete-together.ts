import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import {
  clearMessages,
  forgetPayloads,
  publishChange,
  recountReplies,
  renewInChannel,
} from "@/lib/messages/change-message";

// Long enough to wait for a busy channel's lock.
const PATIENCE = { maxWait: 15_000, timeout: 30_000 };

/** What is deleted of messages. At least one is true. */
export type RemovedParts = { text: boolean; files: boolean };

type Row = { id: bigint; root: bigint | null; replies: number; files: boolean; text: boolean };

/**
 * Deletes messages of one channel together, also in an archived one, as their author would: the whole message if nothing would be
 * left of it, otherwise only its text or its files. Every reader gets the change.
 */
export async function deleteTogether(channelId: bigint, ids: readonly bigint[], removed: RemovedParts): Promise<void> {
  const changed = await db().$transaction(async (tx) => {
    const [channel] = await tx.$queryRaw<{ rev: bigint; msg_seq: bigint }[]>`
      SELECT rev, msg_seq FROM channels WHERE id = ${channelId} FOR NO KEY UPDATE`;
    const rows = await tx.$queryRaw<Row[]>`
      SELECT id, thread_root_id AS root, reply_count AS replies, attachment_count > 0 AS files,
        content <> '' OR embeds IS NOT NULL AS text
      FROM messages WHERE channel_id = ${channelId} AND id = ANY(${ids}::bigint[]) AND deleted_at IS NULL AND event IS NULL
      ORDER BY seq`;
    if (!channel) return null;
    const whole = rows.filter((row) => (removed.text || !row.text) && (removed.files || !row.files));
    const parts = rows.filter((row) => !whole.includes(row) && (removed.text ? row.text : row.files));
    if (whole.length + parts.length === 0) return null;
    let { rev } = channel;
    rev = await give(tx, whole, rev, await clearMessages(tx, idsOf(whole)));
    rev = await give(tx, parts, rev, await clearParts(tx, idsOf(parts), removed));
    rev = await recountReplies(tx, [...new Set(whole.flatMap(({ root }) => root ?? []))], rev);
    const roots = [...whole, ...parts].filter(({ replies }) => replies > 0);
    rev = await renewInChannel(tx, idsOf(roots), rev);
    await tx.channel.update({ where: { id: channelId }, data: { rev }, select: { id: true } });
    return { channelId, rev: Number(rev), msgSeq: Number(channel.msg_seq), files: rows.some(({ files }) => files) };
  }, PATIENCE);
  if (changed) publishChange(changed);
}

const idsOf = (rows: readonly Row[]): bigint[] => rows.map(({ id }) => id);

/** Deletes the text or the files of messages, and returns their columns. */
async function clearParts(tx: Transaction, ids: bigint[], { text }: RemovedParts) {
  const messageId = { in: ids };
  if (!text) {
    await tx.attachment.deleteMany({ where: { messageId } });
    return { attachmentCount: 0 };
  }
  await forgetPayloads(tx, ids);
  await tx.messageEdit.deleteMany({ where: { messageId } });
  const none = { content: "", embeds: Prisma.DbNull, allowedMentions: Prisma.DbNull, mentionedUserIds: [] };
  return { ...none, mentionsEveryone: false, previewRemoved: true };
}

/** Writes the columns of messages, each with a revision of its own after `rev`. Returns the last one. */
async function give(
  tx: Transaction,
  rows: readonly Row[],
  rev: bigint,
  data: Prisma.MessageUncheckedUpdateManyInput,
): Promise<bigint> {
  if (rows.length === 0) return rev;
  const ids = idsOf(rows);
  await tx.message.updateMany({ where: { id: { in: ids } }, data });
  return renewMessages(tx, ids, rev);
}

/** Gives each of these messages a revision of its own after `rev`, so that readers get them again. Returns the last one. */
async function renewMessages(tx: Transaction, ids: readonly bigint[], rev: bigint): Promise<bigint> {
  await tx.$executeRaw`
    UPDATE messages m SET rev = ${rev} + t.place
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS t(id, place) WHERE m.id = t.id`;
  return rev + BigInt(ids.length);
}

/**
 * Runs `change` on messages of one channel under its lock, and gives those whose ids it returns to every reader again.
 */
export async function changeTogether(channelId: bigint, change: (tx: Transaction) => Promise<bigint[]>): Promise<void> {
  const changed = await db().$transaction(async (tx) => {
    const [channel] = await tx.$queryRaw<{ rev: bigint; msg_seq: bigint }[]>`
      SELECT rev, msg_seq FROM channels WHERE id = ${channelId} FOR NO KEY UPDATE`;
    if (!channel) return null;
    const ids = await change(tx);
    if (ids.length === 0) return null;
    const rev = await renewMessages(tx, ids, channel.rev);
    await tx.channel.update({ where: { id: channelId }, data: { rev }, select: { id: true } });
    return { channelId, rev: Number(rev), msgSeq: Number(channel.msg_seq), files: false };
  }, PATIENCE);
  if (changed) publishChange(changed);
}
