import { db } from "@/lib/db/client";
import { refusesData } from "@/lib/db/failures";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { idOfSlot, slotAt } from "@/lib/messages/imported-place";
import { mentionsIn, personIds } from "@/lib/messages/markdown/mention-grammar";
import { Counters, insertPlaced, type PlacedMessage } from "@/lib/messages/post/insert-statement";
import { deletedKey } from "@/lib/people/deleted-people";
import type { ImportedRow } from "./check-message";
import { freeSlots, nameOf, type PlacedRow, placeMessages, wantedMessages } from "./place-messages";

// Why: docs/decisions/import.md

const PATIENCE = { maxWait: 20_000, timeout: 120_000 };

/** Returns which of these messages, by channel and key, have been imported from this source before. */
export async function importedBefore(
  source: string,
  messages: readonly { channelId: bigint; key: string }[],
): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ channel_id: bigint; key: string }[]>`
    SELECT w.channel_id, w.key FROM ${wantedMessages(source, messages)}`;
  return new Set(rows.map((row) => nameOf(row.channel_id, row.key)));
}

/**
 * Inserts messages that aren't there yet, each once, all or none of them, with their own dates. They appear in the order
 * of their time, above everything that was posted in Parley, and count as read. Their files must be in place. If PostgreSQL
 * refuses one of them for what it holds, the others are inserted all the same; returns those that it refuses.
 */
export async function writeMessages(source: string, rows: readonly ImportedRow[]): Promise<readonly ImportedRow[]> {
  if (rows.length === 0) return [];
  try {
    await insertAll(source, rows);
    return [];
  } catch (error) {
    if (!refusesData(error)) throw error;
    if (rows.length === 1) return rows;
    const half = Math.ceil(rows.length / 2);
    const refused = await writeMessages(source, rows.slice(0, half));
    return [...refused, ...(await writeMessages(source, rows.slice(half)))];
  }
}

async function insertAll(source: string, rows: readonly ImportedRow[]): Promise<void> {
  const { placed, counters } = await db().$transaction(async (tx) => {
    const locked = await Counters.lock(tx, [...new Set(rows.map(({ channelId }) => channelId))]);
    const open = rows.filter(({ channelId }) => locked.has(channelId));
    const made = await placeMessages(tx, source, open, locked);
    await insertPlaced(tx, made.map(toPlaced));
    await remember(tx, source, made);
    await insertParts(tx, made);
    await countReplies(tx, made, locked);
    await locked.store(tx);
    return { placed: made, counters: locked };
  }, PATIENCE);
  counters.announce();
  for (const channelId of new Set(placed.map((row) => row.channelId))) publish({ kind: "files", channelId });
}

function toPlaced(row: PlacedRow): PlacedMessage {
  const { ids, everyone } = mentionsIn(row.content);
  return {
    id: row.id,
    channel_id: row.channelId,
    seq: row.seq,
    rev: row.rev,
    author_kind: row.authorName === null ? "user" : "webhook",
    user_id: row.userId,
    author_name: row.authorName,
    author_avatar_url: row.authorAvatarUrl,
    content: row.content,
    embeds: row.embeds.length === 0 ? null : row.embeds,
    mentioned: personIds(ids),
    mentions_everyone: everyone,
    attachment_count: row.attachments.length,
    created_at: row.createdAt,
    edited_at: row.editedAt,
    deleted_at: row.deletedAt,
    pinned_at: row.pinned?.at ?? null,
    pinned_by: row.pinned?.by ?? null,
    event: row.event,
    root_id: row.rootId,
    in_channel: row.rootId !== null && row.inChannel ? true : null,
  };
}

/** Notes what was imported, so that importing it again doubles nothing. */
async function remember(tx: Transaction, source: string, placed: readonly PlacedRow[]): Promise<void> {
  const data = placed.map(({ id, channelId, key, byDeleted }) => ({
    channelId,
    source,
    key: byDeleted ? deletedKey(source, key) : key,
    messageId: id,
  }));
  await tx.importedMessage.createMany({ data });
}

/** Inserts reactions, files and earlier versions. */
async function insertParts(tx: Transaction, placed: readonly PlacedRow[]): Promise<void> {
  const reactions = placed.flatMap(({ id, reactions: all }) =>
    all.map(({ emoji, userId, at }) => ({ messageId: id, userId, emoji, createdAt: at })),
  );
  if (reactions.length > 0) await tx.reaction.createMany({ data: reactions, skipDuplicates: true });
  const files = placed.flatMap((row) => row.attachments.map((each, position) => ({ row, each, position })));
  if (files.length > 0) {
    const slots = await freeSlots(
      tx,
      Prisma.sql`attachments`,
      files.map(({ row }) => slotAt(row.createdAt.getTime())),
    );
    await tx.attachment.createMany({
      data: files.map(({ row, each: { file, name, description }, position }, index) => ({
        id: idOfSlot(slots[index] ?? 0),
        messageId: row.id,
        channelId: row.channelId,
        position,
        hash: new Uint8Array(file.hash),
        name,
        size: file.size,
        contentType: file.contentType,
        width: file.width,
        height: file.height,
        description,
        userId: row.userId,
        createdAt: row.createdAt,
      })),
    });
  }
  const edits = placed.flatMap(({ id, edits: all }) =>
    all.map(({ content, embeds, until }) => ({
      messageId: id,
      content,
      embeds: embeds.length === 0 ? Prisma.DbNull : (embeds as unknown as Prisma.InputJsonValue),
      createdAt: until,
    })),
  );
  if (edits.length > 0) await tx.messageEdit.createMany({ data: edits });
}

/** Counts replies on their roots. Those who wrote in a thread follow it from now on, without anything unread. */
async function countReplies(tx: Transaction, placed: readonly PlacedRow[], counters: Counters): Promise<void> {
  const channelOf = new Map(
    placed.flatMap(({ rootId, channelId }) => (rootId === null ? [] : [[rootId, channelId] as const])),
  );
  if (channelOf.size === 0) return;
  const ids = [...channelOf.keys()];
  const revs = ids.map((id) => counters.nextRev(channelOf.get(id) ?? 0n));
  await tx.$executeRaw`
    UPDATE messages m SET rev = t.rev, reply_count = r.replies, last_reply_at = r.at, last_reply_seq = r.seq
    FROM unnest(${ids}::bigint[], ${revs}::bigint[]) AS t (id, rev) CROSS JOIN LATERAL (
      SELECT count(*) AS replies, (array_agg(created_at ORDER BY seq DESC))[1] AS at, max(seq) AS seq
      FROM messages WHERE thread_root_id = t.id AND deleted_at IS NULL AND event IS NULL OFFSET 0) r
    WHERE m.id = t.id`;
  await tx.$executeRaw`
    INSERT INTO thread_follows (root_id, user_id)
    SELECT DISTINCT t.id, m.user_id FROM unnest(${ids}::bigint[]) AS t (id) CROSS JOIN LATERAL (
      SELECT channel_id, user_id FROM messages WHERE thread_root_id = t.id AND deleted_at IS NULL
      UNION SELECT channel_id, user_id FROM messages WHERE id = t.id AND deleted_at IS NULL) m
    JOIN memberships s ON s.channel_id = m.channel_id AND s.user_id = m.user_id
    ON CONFLICT DO NOTHING`;
}
