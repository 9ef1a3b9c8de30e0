import type pg from "pg";

/** The ids of what requests name. Both readers are in channel 1, with everyone, and in 500 others. */
export const IDS = {
  owner: 1,
  member: 2,
  channelId: 1,
  webhookId: 1,
  /** The webhook's message with the most versions, cards and reactions. */
  messageId: 1,
  /** By the member, with the most edits. */
  writtenId: 2,
  rootId: 3,
  groupId: 1,
  emojiId: 1,
  scheduledId: 1,
} as const;

const PEOPLE = 10_000;
const CHANNELS = 2_000;
const JOINED = 500;

/** Fills an empty database with as much of everything as Parley allows. Needs a superuser, because it skips triggers. */
export async function fillLargeWorld(client: pg.Client): Promise<void> {
  await client.query("SET session_replication_role = replica");
  for (const statement of STATEMENTS) await client.query(statement);
  await client.query("SET session_replication_role = DEFAULT");
  await client.query("ANALYZE");
}

// Texts at their limits, of which each becomes many nodes.
const MESSAGE = "(repeat('**a** `b` ', 799) || 'word')";
const DESCRIPTION = "repeat('**a** `b` ', 409)";
const CARD = `jsonb_build_object('title', 'Build ' || repeat('x', 240), 'url', 'https://example.com/' || repeat('u', 2000),
  'color', 15158332, 'description', ${DESCRIPTION}, 'footer', jsonb_build_object('text', repeat('f', 400)),
  'fields', (SELECT jsonb_agg(jsonb_build_object('name', 'Field ' || f, 'value', '**b** ' || repeat('v', 30), 'inline', true)) FROM generate_series(1, 25) f))`;
const CARDS = `(SELECT jsonb_agg(${CARD}) FROM generate_series(1, 10))`;
const READERS = "(VALUES (1), (2)) AS reader(id)";

const STATEMENTS = [
  "INSERT INTO workspaces (name) VALUES ('Large')",
  `INSERT INTO users (id, name, email, password_hash, role, title, status_emoji, status_text, first_day_ended_at, counts_incidents, keywords)
   SELECT i, 'Person ' || i || ' ' || repeat('n', 60), 'person' || i || '@example.com', 'none',
     (CASE WHEN i = 1 THEN 'owner' ELSE 'member' END)::workspace_role, repeat('t', 80), '🌴', repeat('s', 80), now(), true,
     CASE WHEN i <= 2 THEN ARRAY(SELECT 'keyword' || k FROM generate_series(1, 30) k) ELSE '{}' END
   FROM generate_series(1, ${PEOPLE}) i`,
  `INSERT INTO sessions (id, user_id, user_agent, address)
   SELECT i, i, '', '192.0.2.1' FROM generate_series(1, ${PEOPLE}) i
   UNION ALL SELECT ${PEOPLE} + i, 1 + i % 2, repeat('u', 400), '192.0.2.1' FROM generate_series(1, 2000) i`,
  `INSERT INTO channels (id, name, topic, kind, created_by_id)
   SELECT i, 'channel-' || i || repeat('n', 60), repeat('t', 250), 'public'::channel_kind, 1 FROM generate_series(1, ${CHANNELS + 1}) i`,
  `INSERT INTO sidebar_sections (user_id, key, name, position)
   SELECT reader.id, 's' || i, repeat('s', 40) || i, i FROM generate_series(1, 50) i, ${READERS}`,
  `INSERT INTO memberships (channel_id, user_id, role, section_key)
   SELECT 1, i, (CASE WHEN i <= 2 THEN 'manager' ELSE 'member' END)::channel_role, NULL FROM generate_series(1, ${PEOPLE}) i
   UNION ALL SELECT 1 + c, reader.id, 'manager', CASE WHEN c <= 50 THEN 's' || c END FROM generate_series(1, ${JOINED - 1}) c, ${READERS}`,
  // 50 webhooks in each channel that the readers are in, with the card that the first webhook has made.
  `INSERT INTO webhooks (id, channel_id, created_by_id, name, description, token_hash, last_used_at, last_error, last_error_at, card_version)
   SELECT i, 1 + (i - 1) / 50, 1 + i % 2, 'Webhook ' || i || repeat('n', 60), repeat('d', 200), sha256(i::text::bytea), now(), repeat('e', 300), now(),
     CASE WHEN i = 1 THEN 50 END
   FROM generate_series(1, ${JOINED * 10}) i`,
  `INSERT INTO webhook_cards (webhook_id, version, yaml, created_by_id)
   SELECT 1, v, 'name: CI' || chr(10) || '#' || repeat('y', 60000), 1 FROM generate_series(1, 50) v`,
  // Its rules and its events are as many and as long as they can be.
  `INSERT INTO webhook_rules (id, webhook_id, position, conditions, action, created_by_id)
   SELECT i, 1, i, (SELECT jsonb_agg(jsonb_build_object('on', 'fact', 'fact', 'text', 'test', 'contains', 'text', repeat('r', 98) || c))
     FROM generate_series(1, 10) c), 'skip', 1 FROM generate_series(1, 50) i`,
  `INSERT INTO webhook_events (webhook_id, event, day, count)
   SELECT 1, repeat('e', 90) || e, current_date - d, 1000 FROM generate_series(1, 200) e, generate_series(0, 29) d`,
  // In channel 1: full messages by people and webhooks, of which the third has replies, and small ones in all others.
  `INSERT INTO messages (id, channel_id, seq, rev, author_kind, user_id, webhook_id, author_name, content, embeds, mentioned_user_ids,
     created_at, pinned_at, pinned_by_id, thread_root_id, reply_count, last_reply_seq, last_reply_at, update_count)
   SELECT i, 1, i, i, (CASE WHEN i % 2 = 0 THEN 'user' ELSE 'webhook' END)::author_kind, CASE WHEN i % 2 = 0 THEN 2 - i / 2 % 2 END,
     CASE WHEN i % 2 = 1 THEN 1 END, CASE WHEN i % 2 = 1 THEN 'Webhook' END,
     ${MESSAGE}, CASE WHEN i % 2 = 1 THEN ${CARDS} END, CASE WHEN i > 600 THEN ARRAY[1::bigint, 2] ELSE '{}' END,
     now() - (1000 - i) * interval '1 minute', CASE WHEN i BETWEEN 700 AND 749 THEN now() END, CASE WHEN i BETWEEN 700 AND 749 THEN 1 END,
     CASE WHEN i BETWEEN 4 AND 203 THEN 3 END, CASE WHEN i = 3 THEN 200 ELSE 0 END, CASE WHEN i = 3 THEN 203 END, CASE WHEN i = 3 THEN now() END, 100
   FROM generate_series(1, 1000) i`,
  `INSERT INTO messages (id, channel_id, seq, rev, author_kind, user_id, content, mentioned_user_ids, created_at, reply_count, last_reply_seq, last_reply_at)
   SELECT c * 10000 + i, c, i, i, 'user', 3, 'word ' || i, ARRAY[1::bigint, 2], now(), CASE WHEN i < 5 THEN 1 ELSE 0 END,
     CASE WHEN i < 5 THEN i + 5 END, CASE WHEN i < 5 THEN now() END
   FROM generate_series(2, ${CHANNELS + 1}) c, generate_series(1, 10) i`,
  `UPDATE messages r SET thread_root_id = r.id - 5 FROM messages p WHERE p.id = r.id - 5 AND p.reply_count = 1 AND r.channel_id > 1`,
  `UPDATE channels c SET msg_seq = m.n, rev = m.n FROM (SELECT channel_id, max(seq) AS n FROM messages GROUP BY 1) m WHERE m.channel_id = c.id`,
  `INSERT INTO thread_follows (root_id, user_id) SELECT m.id, reader.id FROM messages m, ${READERS} WHERE m.reply_count > 0`,
  `INSERT INTO message_edits (message_id, content, embeds) SELECT 1, ${MESSAGE}, ${CARDS} FROM generate_series(1, 100) i
   UNION ALL SELECT 2, ${MESSAGE}, NULL FROM generate_series(1, 2000) i`,
  `INSERT INTO incidents (message_id, channel_id, webhook_id, severity, tool, assigned_to_id)
   SELECT id, 1, 1, 'danger', 'Tool ' || id % 300 || repeat('t', 60), 2 FROM messages WHERE webhook_id IS NOT NULL`,
  `INSERT INTO outages (message_id, channel_id, webhook_id, tool, place, opened_at, resolved_at)
   SELECT m.id, 1, 1, 'Tool ' || m.id % 300 || repeat('t', 60), repeat('p', 160), now() - i * interval '1 minute',
     CASE WHEN i > 1 THEN now() END FROM messages m, generate_series(1, 10) i WHERE m.webhook_id IS NOT NULL`,
  `INSERT INTO not_incidents (webhook_id, kind) SELECT 1, repeat('k', 390) || i FROM generate_series(1, 100) i`,
  `INSERT INTO incident_acts (message_id, user_id, kind, to_user_id) SELECT 1, 3, 'assign', 4 FROM generate_series(1, 2000)`,
  `INSERT INTO reactions (message_id, user_id, emoji, author_id, created_at)
   SELECT m.id, u, chr(128512 + e), m.user_id, now() FROM messages m, generate_series(3, 52) u, generate_series(1, 20) e WHERE m.channel_id = 1 AND m.id > 800`,
  `INSERT INTO drafts (user_id, conversation_id, channel_id, text, marks, written_at)
   SELECT reader.id, i, 1, repeat('€', 20000), (SELECT jsonb_object_agg(repeat('k', 290) || k, repeat('v', 299)) FROM generate_series(1, 200) k), now()
   FROM generate_series(1, 200) i, ${READERS}`,
  `INSERT INTO scheduled_messages (id, user_id, channel_id, content, nonce, send_at, problem)
   SELECT reader.id + 2 * (i - 1), reader.id, 1, ${MESSAGE}, 'nonce-' || i, now() + interval '1 day', repeat('p', 200) FROM generate_series(1, 100) i, ${READERS}`,
  `INSERT INTO later_items (user_id, message_id, text, reminded_at, done_at)
   SELECT reader.id, m.id, '', now(), CASE WHEN m.id > 900 THEN now() END FROM messages m, ${READERS} WHERE m.channel_id = 1
   UNION ALL SELECT reader.id, NULL, repeat('l', 1000), now(), NULL FROM generate_series(1, 1000), ${READERS}`,
  `INSERT INTO saved_searches (user_id, name, query) SELECT reader.id, repeat('n', 80), repeat('q', 300) FROM generate_series(1, 50), ${READERS}`,
  `INSERT INTO deliveries (webhook_id, channel_id, dialect, event, method, status, reason, duration_ms, size, message_id, payload)
   SELECT 1, 1, 'parley', repeat('e', 100), 'POST', CASE WHEN i % 11 = 0 THEN 200 ELSE 400 END, repeat('r', 500), 3, 100,
     CASE WHEN i % 11 = 0 THEN 1 + i / 11 * 2 END, repeat('p', 60000) FROM generate_series(1, 1100) i`,
  `INSERT INTO custom_emoji (id, name, created_by_id) SELECT i, 'emoji-' || repeat('n', 24) || i, 1 FROM generate_series(1, 1000) i`,
  `INSERT INTO user_groups (id, handle, description) SELECT i, 'group-' || i, repeat('d', 80) FROM generate_series(1, 200) i`,
  `INSERT INTO user_group_members (group_id, user_id) SELECT g, u FROM generate_series(1, 200) g, generate_series(1, 500) u`,
  `INSERT INTO attachments (message_id, channel_id, position, hash, name, size, content_type, width, height, description, user_id)
   SELECT m.id, 1, p, sha256((m.id || '-' || p)::bytea), repeat('n', 200) || '.png', 1000, 'image/png', 100, 100, repeat('d', 1000), m.user_id
   FROM messages m, generate_series(0, 9) p WHERE m.channel_id = 1 AND m.id > 900`,
  `UPDATE messages SET attachment_count = 10 WHERE channel_id = 1 AND id > 900`,
  `INSERT INTO invites (created_by_id, max_uses, expires_at) SELECT reader.id, 10, now() + interval '1 day' FROM generate_series(1, 2000), ${READERS}`,
  `INSERT INTO user_mutes (user_id, muted_id) SELECT reader.id, 5000 + i FROM generate_series(1, 3000) i, ${READERS}`,
  `INSERT INTO webhook_mutes (user_id, webhook_id) SELECT reader.id, i FROM generate_series(100, 3000) i, ${READERS}`,
  `INSERT INTO passkeys (user_id, credential_id, public_key, counter, domain, name)
   SELECT reader.id, reader.id || '-' || i, '', 0, 'localhost', repeat('n', 60) FROM generate_series(1, 20) i, ${READERS}`,
  `INSERT INTO push_subscriptions (user_id, session_id, endpoint_hash, sealed, host)
   SELECT reader.id, reader.id, sha256((reader.id || '-' || i)::text::bytea), '', 'push.example' FROM generate_series(1, 20) i, ${READERS}`,
  `INSERT INTO audit_entries (id, actor_id, actor_name, kind, action, channel_id, channel_name, webhook_id, webhook_name, details)
   SELECT i, 1 + i % ${PEOPLE}, 'Person', 'channels', 'channel.updated', 1 + i % ${CHANNELS}, 'channel', 1, 'Webhook',
     jsonb_build_object('topic', jsonb_build_object('from', repeat('f', 250), 'to', repeat('t', 250))) FROM generate_series(1, 20000) i`,
  `INSERT INTO notices (user_id, audit_entry_id) SELECT reader.id, i FROM generate_series(1, 5000) i, ${READERS}`,
  `INSERT INTO message_matches (user_id, channel_id, seq, kind, message_id, author_id, by_edit)
   SELECT reader.id, m.channel_id, m.seq, 'keyword', m.id, coalesce(m.webhook_id, m.user_id), false FROM messages m, ${READERS} WHERE m.channel_id <= ${JOINED} AND m.seq % 3 = 0`,
  "INSERT INTO keyword_progress (channel_id, rev) SELECT id, rev FROM channels",
  "INSERT INTO push_progress (channel_id, seq) SELECT id, msg_seq FROM channels",
  "INSERT INTO search_progress (channel_id, rev) SELECT id, rev FROM channels",
  `INSERT INTO message_search (message_id, document) SELECT id, array_to_tsvector(ARRAY['word', 'a', 'b']) FROM messages`,
  "INSERT INTO search_words VALUES ('word')",
  "INSERT INTO search_words_progress (checked_to) VALUES ('')",
  "INSERT INTO shown_names SELECT DISTINCT author_name FROM messages WHERE author_name IS NOT NULL",
];
