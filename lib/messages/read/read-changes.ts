import { pool } from "@/lib/db/client";
import { type MessageRow, MOST_REACTIONS, toReactionRow } from "@/lib/messages/read/to-dto";

// Every open channel runs this after each post, so it's a single statement, planned once per connection. Ids in JSON
// are text because numbers would lose digits.
const TEXT = `
SELECT m.id, m.channel_id, m.seq, m.rev, m.author_kind, m.user_id, m.webhook_id, m.author_name, m.author_avatar_url, m.content,
  m.embeds, m.pinned_at, m.mentioned_user_ids, m.mentions_everyone, m.thread_root_id, m.in_channel, m.reply_count, m.last_reply_at,
  m.last_reply_seq, m.gathered, m.nonce, m.sent_by_id, m.created_at, m.edited_at, m.update_count, m.deleted_at, m.event, m.silent, u.name AS user_name, u.avatar_url AS user_avatar_url, u.deleted_at AS user_deleted_at,
  (SELECT json_agg(json_build_object('id', a.id::text, 'name', a.name, 'size', a.size, 'contentType', a.content_type,
      'width', a.width, 'height', a.height, 'description', a.description) ORDER BY a.position)
    FROM attachments a WHERE a.message_id = m.id) AS attachments,
  (SELECT json_agg(json_build_object('emoji', r.emoji, 'id', p.id::text, 'name', p.name) ORDER BY r.created_at, r.user_id)
    FROM (SELECT * FROM reactions WHERE message_id = m.id ORDER BY created_at, user_id LIMIT ${MOST_REACTIONS}) r
    JOIN users p ON p.id = r.user_id) AS reactions,
  (SELECT json_build_object('severity', i.severity, 'level', i.level, 'openedAt', i.opened_at, 'reopenedAt', i.reopened_at,
      'activeAt', i.active_at, 'closedAt', i.closed_at, 'acknowledgedAt', i.acknowledged_at,
      'closedBy', CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id::text, 'name', o.name) END,
      'acknowledgedBy', CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id::text, 'name', a.name) END,
      'assignedTo', CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id::text, 'name', t.name) END)
    FROM incidents i LEFT JOIN users a ON a.id = i.acknowledged_by_id LEFT JOIN users t ON t.id = i.assigned_to_id
      LEFT JOIN users o ON o.id = i.closed_by_id
    WHERE i.message_id = m.id AND (i.closed_at IS NULL OR i.closed_by_id IS NOT NULL)) AS incident
FROM messages m LEFT JOIN users u ON u.id = m.user_id
WHERE m.channel_id = $1 AND m.rev > $2 ORDER BY m.rev LIMIT $3`;

type Id = string;

type Row = {
  id: Id;
  channel_id: Id;
  seq: string;
  rev: string;
  author_kind: MessageRow["authorKind"];
  user_id: Id | null;
  webhook_id: Id | null;
  author_name: string | null;
  author_avatar_url: string | null;
  content: string;
  embeds: MessageRow["embeds"];
  pinned_at: Date | null;
  mentioned_user_ids: Id[];
  mentions_everyone: boolean;
  thread_root_id: Id | null;
  in_channel: boolean | null;
  reply_count: number;
  last_reply_at: Date | null;
  last_reply_seq: string | null;
  gathered: number | null;
  nonce: string | null;
  sent_by_id: Id | null;
  created_at: Date;
  edited_at: Date | null;
  update_count: number;
  deleted_at: Date | null;
  event: MessageRow["event"];
  silent: boolean | null;
  user_name: string | null;
  user_avatar_url: string | null;
  user_deleted_at: Date | null;
  attachments: (Omit<MessageRow["attachments"][number], "id"> & { id: Id })[] | null;
  reactions: { emoji: string; id: Id; name: string }[] | null;
  incident: {
    severity: "danger" | "warning";
    level: string | null;
    openedAt: string;
    reopenedAt: string | null;
    activeAt: string;
    closedAt: string | null;
    closedBy: IdAndName | null;
    acknowledgedAt: string | null;
    acknowledgedBy: IdAndName | null;
    assignedTo: IdAndName | null;
  } | null;
};

type IdAndName = { id: Id; name: string };

/** At most `limit` of a channel's messages that changed after revision `rev`, in the order of their changes. */
export async function readChanges(channelId: bigint, rev: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await pool().query<Row>({ name: "changes-since", text: TEXT, values: [channelId, rev, limit] });
  return rows.map(toMessageRow);
}

function toMessageRow(row: Row): MessageRow {
  return {
    id: BigInt(row.id),
    channelId: BigInt(row.channel_id),
    seq: BigInt(row.seq),
    rev: BigInt(row.rev),
    authorKind: row.author_kind,
    userId: toBigInt(row.user_id),
    webhookId: toBigInt(row.webhook_id),
    authorName: row.author_name,
    authorAvatarUrl: row.author_avatar_url,
    content: row.content,
    embeds: row.embeds,
    attachments: (row.attachments ?? []).map((each) => ({ ...each, id: BigInt(each.id) })),
    reactions: (row.reactions ?? []).map(toReactionRow),
    incident: toIncident(row.incident),
    pinnedAt: row.pinned_at,
    mentionedUserIds: row.mentioned_user_ids.map(BigInt),
    mentionsEveryone: row.mentions_everyone,
    threadRootId: toBigInt(row.thread_root_id),
    inChannel: row.in_channel,
    replyCount: row.reply_count,
    lastReplyAt: row.last_reply_at,
    lastReplySeq: toBigInt(row.last_reply_seq),
    gathered: row.gathered,
    nonce: row.nonce,
    sentById: toBigInt(row.sent_by_id),
    createdAt: row.created_at,
    editedAt: row.edited_at,
    updateCount: row.update_count,
    deletedAt: row.deleted_at,
    event: row.event,
    silent: row.silent,
    user:
      row.user_name === null
        ? null
        : { name: row.user_name, avatarUrl: row.user_avatar_url, deletedAt: row.user_deleted_at },
  };
}

function toIncident(row: Row["incident"]): MessageRow["incident"] {
  if (!row) return null;
  const { severity, level, openedAt, reopenedAt, activeAt, closedAt, acknowledgedAt } = row;
  const named = (who: IdAndName | null) => who && { id: BigInt(who.id), name: who.name };
  return {
    severity,
    level,
    openedAt: new Date(openedAt),
    reopenedAt: reopenedAt === null ? null : new Date(reopenedAt),
    activeAt: new Date(activeAt),
    closedAt: closedAt === null ? null : new Date(closedAt),
    acknowledgedAt: acknowledgedAt === null ? null : new Date(acknowledgedAt),
    acknowledgedBy: named(row.acknowledgedBy),
    assignedTo: named(row.assignedTo),
    closedBy: named(row.closedBy),
  };
}

function toBigInt(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
