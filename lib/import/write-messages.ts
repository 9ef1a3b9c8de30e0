import { db } from "@/lib/db/client";
import { refusesData } from "@/lib/db/failures";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { idOfSlot, slotAt } from "@/lib/messages/imported-place";
import { mentionsIn, personIds } from "@/lib/messages/markdown/mention-grammar";
import { deletedKey } from "@/lib/users/deleted-people";
import type { ImportedRow } from "./check-message";
import {
  freeSlots,
  type LockedChannel,
  nameOf,
  nextRev,
  type PlacedRow,
  placeMessages,
  wantedMessages,
} from "./place-messages";

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
  const channels = await db().$transaction(async (tx) => {
    const channelIds = [...new Set(rows.map(({ channelId }) => channelId))];
    // In id order, like everything that locks several channels.
    const locked = await tx.$queryRaw<LockedChannel[]>`
      SELECT id, rev, msg_seq FROM channels WHERE id = ANY(${channelIds}::bigint[]) AND deleted_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`;
    const open = new Map(locked.map((channel) => [channel.id, channel]));
    const placed = await placeMessages(
      tx,
      source,
      rows.filter(({ channelId }) => open.has(channelId)),
      open,
    );
    await insert(tx, source, placed);
    await insertParts(tx, placed);
    await countReplies(tx, placed, open);
    for (const { id, rev } of open.values()) {
      await tx.$executeRaw`UPDATE channels SET rev = ${rev} WHERE id = ${id}`;
    }
    return [...open.values()];
  }, PATIENCE);
  for (const { id, rev, msg_seq } of channels) {
    publish({ kind: "channel", channelId: id, rev: Number(rev), msgSeq: Number(msg_seq) });
    publish({ kind: "files", channelId: id });
  }
}

async function insert(tx: Transaction, source: string, placed: readonly PlacedRow[]): Promise<void> {
  const rows = placed.map((row) => {
    const { ids, everyone } = mentionsIn(row.content);
    return {
      id: `${row.id}`,
      channel_id: `${row.channelId}`,
      seq: `${row.seq}`,
      rev: `${row.rev}`,
      author_kind: row.authorName === null ? "user" : "webhook",
      user_id: row.userId === null ? null : `${row.userId}`,
      author_name: row.authorName,
      author_avatar_url: row.authorAvatarUrl,
      content: row.content,
      embeds: row.embeds.length === 0 ? null : row.embeds,
      mentioned: personIds(ids).map(String),
      mentions_everyone: everyone,
      attachment_count: row.attachments.length,
      created_at: row.createdAt,
      edited_at: row.editedAt,
      deleted_at: row.deletedAt,
      pinned_at: row.pinned?.at ?? null,
      pinned_by: row.pinned?.by ? `${row.pinned.by}` : null,
      event: row.event,
      root_id: row.rootId === null ? null : `${row.rootId}`,
      in_channel: row.rootId !== null && row.inChannel ? true : null,
      key: row.byDeleted ? deletedKey(source, row.key) : row.key,
    };
  });
  await tx.$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(id bigint, channel_id bigint, seq bigint, rev bigint,
        author_kind author_kind, user_id bigint, author_name text, author_avatar_url text, content text, embeds jsonb,
        mentioned bigint[], mentions_everyone boolean, attachment_count int, created_at timestamptz, edited_at timestamptz,
        deleted_at timestamptz, pinned_at timestamptz, pinned_by bigint, event jsonb, root_id bigint,
        in_channel boolean, key text)
    ),
    remembered AS (
      INSERT INTO imported_messages (channel_id, source, key, message_id) SELECT channel_id, ${source}, key, id FROM input
    )
    INSERT INTO messages (id, channel_id, seq, rev, author_kind, user_id, author_name, author_avatar_url, content, embeds,
      mentioned_user_ids, mentions_everyone, attachment_count, created_at, edited_at, deleted_at, pinned_at, pinned_by_id, event,
      thread_root_id, in_channel)
    SELECT i.id, i.channel_id, i.seq, i.rev, i.author_kind, i.user_id, i.author_name, i.author_avatar_url, i.content, i.embeds,
      coalesce((SELECT array_agg(u.id) FROM users u WHERE u.id = ANY(i.mentioned)), '{}'), i.mentions_everyone,
      i.attachment_count, i.created_at, i.edited_at, i.deleted_at, i.pinned_at, i.pinned_by, i.event, i.root_id,
      i.in_channel
    FROM input i`;
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
async function countReplies(
  tx: Transaction,
  placed: readonly PlacedRow[],
  channels: Map<bigint, LockedChannel>,
): Promise<void> {
  const channelOf = new Map(
    placed.flatMap(({ rootId, channelId }) => (rootId === null ? [] : [[rootId, channelId] as const])),
  );
  if (channelOf.size === 0) return;
  const ids = [...channelOf.keys()];
  const revs = ids.map((id) => nextRev(channels, channelOf.get(id) ?? 0n));
  await tx.$executeRaw`
    UPDATE messages m SET rev = t.rev, reply_count = r.replies, last_reply_at = r.at, last_reply_seq = r.seq
    FROM unnest(${ids}::bigint[], ${revs}::bigint[]) AS t (id, rev) CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE deleted_at IS NULL) AS replies,
        (array_agg(created_at ORDER BY seq DESC) FILTER (WHERE deleted_at IS NULL))[1] AS at,
        max(seq) FILTER (WHERE deleted_at IS NULL) AS seq
      FROM messages WHERE thread_root_id = t.id OFFSET 0) r
    WHERE m.id = t.id`;
  await tx.$executeRaw`
    INSERT INTO thread_follows (root_id, user_id)
    SELECT DISTINCT t.id, m.user_id FROM unnest(${ids}::bigint[]) AS t (id) CROSS JOIN LATERAL (
      SELECT channel_id, user_id FROM messages WHERE thread_root_id = t.id AND deleted_at IS NULL
      UNION SELECT channel_id, user_id FROM messages WHERE id = t.id AND deleted_at IS NULL) m
    JOIN memberships s ON s.channel_id = m.channel_id AND s.user_id = m.user_id
    ON CONFLICT DO NOTHING`;
}
