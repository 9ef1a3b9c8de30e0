import type pg from "pg";

/**
 * The size of an install. The number of deliveries, threads, sessions and so on follows from it. Each channel has a webhook
 * if there are as many; in the others, only people post.
 */
export type InstallSize = { messages: number; channels: number; people: number; webhooks?: number };

/**
 * Fills an empty database with an install of this size, then updates PostgreSQL's statistics. Its messages are
 * from the beginning of 2026 until now: a tenth in the first channel, a tenth in the second, where only webhooks post, and the rest spread over the others. The
 * first person is in 500 channels. Needs a superuser, because it skips triggers.
 */
export async function makeLargeInstall(client: pg.Client, size: InstallSize): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace AND NOT indisprimary`,
  );
  for (const statement of FAST) await client.query(statement);
  // Making the indexes again is faster than updating them.
  await client.query(`DROP INDEX ${indexes.map(({ name }) => name).join()}`);
  for (const statement of statements(size)) await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  await client.query("RESET ALL");
  await client.query("VACUUM (ANALYZE)");
}

const FAST = [
  "SET session_replication_role = replica",
  "SET synchronous_commit = off",
  "SET work_mem = '512MB'",
  "SET maintenance_work_mem = '1GB'",
];

/** Returns the statements to run in order. Ids count from 1, except those of messages, which contain their time. */
function statements({ messages, channels, people, webhooks = channels }: InstallSize): string[] {
  const span = Date.now() - Date.UTC(2026, 0);
  return [
    "INSERT INTO workspaces (name) VALUES ('Large')",
    `INSERT INTO users (id, name, email, password_hash, role)
     SELECT i, 'Person ' || i, 'person' || i || '@example.com', 'none',
       (CASE WHEN i = 1 THEN 'owner' ELSE 'member' END)::workspace_role FROM generate_series(1, ${people}) i`,
    `INSERT INTO sessions (id, user_id, user_agent, address)
     SELECT i, (i - 1) % ${people} + 1, '', '192.0.2.1' FROM generate_series(1, ${people * 3}) i`,
    `INSERT INTO identities (user_id, issuer, subject)
     SELECT i, 'https://id.example.com', 'person ' || i FROM generate_series(1, ${people}) i`,
    `INSERT INTO channels (id, name, kind, created_by_id)
     SELECT i, 'channel-' || i, (CASE WHEN i % 10 = 9 THEN 'private' ELSE 'public' END)::channel_kind, 1 + i % ${people}
     FROM generate_series(1, ${channels}) i`,
    `INSERT INTO webhooks (id, channel_id, created_by_id, name, token_hash, last_used_at)
     SELECT i, i, 1 + i % ${people}, 'Webhook ' || i, sha256(i::text::bytea), now() FROM generate_series(1, ${webhooks + 20}) i`,
    // The last 20 webhooks belong to the first channel.
    `UPDATE webhooks SET channel_id = 1 WHERE id > ${webhooks}`,
    `INSERT INTO memberships (channel_id, user_id, role, joined_at)
     SELECT channel_id, user_id, role, '2026-01-01Z' FROM (
     SELECT 1 AS channel_id, i AS user_id, (CASE WHEN i = 1 THEN 'manager' ELSE 'member' END)::channel_role AS role FROM generate_series(1, ${people}) i
     UNION SELECT 1 + i * ${Math.max(1, Math.floor(channels / 500))}, 1, 'member'
       FROM generate_series(1, ${Math.min(499, channels - 1)}) i
     UNION SELECT 2 + (u * 7919::bigint + i * 104729) % ${channels - 1}, u, 'member'
       FROM generate_series(2, ${people}) u, generate_series(1, 20) i) m`,
    `INSERT INTO messages (id, channel_id, seq, rev, author_kind, user_id, webhook_id, author_name, content, embeds,
       mentioned_user_ids, nonce, attachment_count, pinned_at, created_at, thread_root_id, reply_count, last_reply_seq, last_reply_at)
     SELECT id, channel_id, seq, seq, (CASE WHEN by_person THEN 'user' ELSE 'webhook' END)::author_kind,
       CASE WHEN by_person THEN 1 + i / 10 % ${people} END, CASE WHEN NOT by_person THEN webhook END,
       CASE WHEN NOT by_person THEN 'Webhook ' || webhook END,
       'deploy of word' || floor(5000 * random() ^ 3) || CASE WHEN i % 3 = 0 THEN ' failed' ELSE ' is done' END || ' number' || i
         || ' word' || floor(5000 * random() ^ 3),
       CASE WHEN i % 4 = 0 THEN '[{"title": "Build", "description": "All is well", "url": "https://example.com"}]'::jsonb END,
       CASE WHEN i % 100 = 0 THEN ARRAY[1::bigint] ELSE '{}' END, CASE WHEN by_person THEN 'nonce-' || i END,
       CASE WHEN seq % 13 = 0 THEN 1 ELSE 0 END, CASE WHEN seq % 100 = 3 AND channel_id % 50 = 1 AND seq < 3000 THEN at END, at,
       CASE WHEN is_reply THEN first_value(id) OVER thread END,
       CASE WHEN seq % 50 = 1 THEN count(*) FILTER (WHERE is_reply) OVER whole ELSE 0 END,
       CASE WHEN seq % 50 = 1 THEN max(seq) FILTER (WHERE is_reply) OVER whole END,
       CASE WHEN seq % 50 = 1 THEN max(at) FILTER (WHERE is_reply) OVER whole END
     FROM (
       SELECT *, row_number() OVER channel AS seq, (row_number() OVER channel) % 50 IN (7, 8) AS is_reply,
         i::bigint * ${Math.floor(span / messages)} * 4194304 + i AS id, i / 10 % 10 < 3 AND channel_id <> 2 OR channel_id > ${webhooks} AS by_person,
         CASE WHEN channel_id = 1 THEN ${webhooks} + 1 + i / 10 % 20 ELSE channel_id END AS webhook,
         '2026-01-01Z'::timestamptz + i::float8 * ${span / messages} * interval '1 ms' AS at
       FROM (SELECT i, CASE WHEN i % 10 = 5 THEN 1 WHEN i % 10 = 6 THEN 2 ELSE 3 + (i * 7919::bigint) % ${channels - 2} END AS channel_id
         FROM generate_series(1, ${messages}) i) placed
       WINDOW channel AS (PARTITION BY channel_id ORDER BY i)
     ) numbered
     WINDOW whole AS (PARTITION BY channel_id, (seq - 1) / 50), thread AS (whole ORDER BY seq)
     -- As in a real install, rows are on disk in the order of posting, with all channels mixed.
     ORDER BY id`,
    `UPDATE channels c SET msg_seq = m.n, rev = m.n FROM (
       SELECT channel_id, count(*) AS n FROM messages GROUP BY channel_id) m WHERE m.channel_id = c.id`,
    `UPDATE memberships m SET last_read_seq = greatest(0, c.msg_seq - CASE WHEN c.id = 1 THEN 300 ELSE 3 + c.id % 20 END)
     FROM channels c WHERE c.id = m.channel_id`,
    `INSERT INTO message_search (message_id, document)
     SELECT id, array_to_tsvector(string_to_array(content, ' ')) FROM messages ORDER BY id`,
    `INSERT INTO search_words SELECT DISTINCT word FROM message_search, unnest(tsvector_to_array(document)) AS word
     WHERE length(word) BETWEEN 4 AND 50`,
    "INSERT INTO search_words_progress (checked_to) VALUES ('')",
    "INSERT INTO shown_names SELECT DISTINCT author_name FROM messages WHERE author_name IS NOT NULL",
    "INSERT INTO search_progress (channel_id, rev) SELECT id, rev FROM channels WHERE rev > 0",
    // The first five people have keywords that many messages match.
    `UPDATE users SET keywords = ARRAY['word1', 'word2 failed'] WHERE id <= 5`,
    `INSERT INTO message_matches (user_id, channel_id, seq, kind, message_id, author_id, by_edit)
     SELECT p.user_id, m.channel_id, m.seq, 'keyword', m.id, coalesce(m.webhook_id, m.user_id), false
     FROM messages m JOIN memberships p ON p.channel_id = m.channel_id AND p.user_id <= 5
     WHERE m.seq % 7 = 0 AND m.thread_root_id IS NULL`,
    "INSERT INTO keyword_progress (channel_id, rev) SELECT id, rev FROM channels",
    `INSERT INTO thread_follows (root_id, user_id, last_read_seq)
     SELECT id, 1 + id % ${people}, seq FROM messages WHERE reply_count > 0
     UNION (SELECT id, 1, last_reply_seq - 1 FROM messages WHERE reply_count > 0 ORDER BY id DESC LIMIT 500) ON CONFLICT DO NOTHING`,
    `INSERT INTO webhook_threads (webhook_id, channel_id, key, root_id)
     SELECT webhook_id, channel_id, 'incident-' || seq, id FROM messages WHERE reply_count > 0 AND webhook_id IS NOT NULL`,
    // What half of all webhook messages show, some of a commit each, and its checks.
    `INSERT INTO things (webhook_id, channel_id, key, message_id, registers, watches, changed_at)
     SELECT webhook_id, channel_id, 'pull ' || seq, id, '{"subject": {"value": "x", "at": ""}}'::jsonb, CASE WHEN seq % 10 = 0 THEN 'commit ' || seq END,
       now() - seq % 100 * interval '1 day'
     FROM messages WHERE webhook_id IS NOT NULL AND seq % 2 = 0
     UNION ALL SELECT webhook_id, channel_id, 'commit ' || seq, NULL, '{"check a": {"value": null, "at": ""}}', NULL, created_at
     FROM messages WHERE webhook_id IS NOT NULL AND seq % 10 = 0`,
    // Of the last hour, and a few that go on.
    `INSERT INTO storms (webhook_id, channel_id, began_at, last_at)
     SELECT id, channel_id, now() - interval '2 hours', now() - id % 60 * interval '1 minute' FROM webhooks`,
    `INSERT INTO storm_causes (storm_id, likeness, message_id)
     SELECT s.id, 'bad:' || m.seq, m.id FROM storms s JOIN messages m ON m.channel_id = s.channel_id AND m.webhook_id = s.webhook_id
     WHERE m.seq % 20 = 0`,
    // Of the last month: a few go on, and a card that was bad twice has two outages.
    `INSERT INTO incidents (message_id, channel_id, webhook_id, severity, tool, opened_at, active_at, closed_at, lapsed)
     SELECT id, channel_id, webhook_id, 'danger', 'Tool ' || seq % 20, now() - seq % 700 * interval '1 hour', now() - seq % 700 * interval '1 hour',
       CASE WHEN seq % 200 > 0 THEN now() - seq % 700 * interval '59 minutes' END, seq % 700 > 7 * 24
     FROM messages WHERE webhook_id IS NOT NULL AND seq % 10 = 0`,
    `INSERT INTO outages (message_id, channel_id, webhook_id, tool, place, opened_at, resolved_at)
     SELECT message_id, channel_id, webhook_id, tool, 'place ' || message_id % 50, opened_at, coalesce(closed_at, opened_at + interval '1 minute')
     FROM incidents UNION ALL SELECT message_id, channel_id, webhook_id, tool, '', opened_at, NULL FROM incidents WHERE closed_at IS NULL`,
    `INSERT INTO webhook_mutes (user_id, webhook_id)
     SELECT DISTINCT 1 + i % ${people}, 1 + (i * 31) % ${webhooks} FROM generate_series(1, ${people * 5}) i`,
    `INSERT INTO user_mutes (user_id, muted_id)
     SELECT i, 1 + (i + n) % ${people} FROM generate_series(1, ${people}) i, generate_series(1, 3) n`,
    `INSERT INTO reactions (message_id, user_id, emoji)
     SELECT id, 1 + seq % ${people}, '👍' FROM messages WHERE seq % 10 = 0`,
    `INSERT INTO message_edits (message_id, content) SELECT id, 'before' FROM messages WHERE user_id IS NOT NULL AND seq % 11 = 0`,
    `INSERT INTO attachments (message_id, channel_id, position, hash, name, size, content_type, user_id)
     SELECT id, channel_id, 0, sha256(id::text::bytea), 'log.txt', 100, 'text/plain', user_id FROM messages WHERE seq % 13 = 0`,
    `INSERT INTO file_uses (owner_id, hash, uses) SELECT 0, hash, 1 FROM attachments`,
    `INSERT INTO file_totals (owner_id, bytes, files) SELECT 0, sum(size), count(*) FROM attachments HAVING count(*) > 0`,
    "INSERT INTO channel_storage (channel_id, bytes, files) SELECT channel_id, sum(size), count(*) FROM attachments GROUP BY 1",
    `INSERT INTO pictures (hash, size, user_id, owner_id, webhook_id)
     SELECT sha256(('picture ' || id)::bytea), 5000, id, id, NULL FROM users
     UNION ALL SELECT sha256(('picture ' || id)::bytea), 5000, 1, NULL, id FROM webhooks`,
    `INSERT INTO idempotency_keys (webhook_id, key, body_hash, message_id, channel_id, created_at)
     SELECT webhook_id, 'key-' || id, sha256(''), id, channel_id, now() FROM messages WHERE webhook_id IS NOT NULL AND seq % 7 = 0`,
    `INSERT INTO deliveries (webhook_id, channel_id, dialect, method, status, reason, duration_ms, size, message_id, payload, created_at)
     SELECT webhook_id, channel_id, 'parley', 'POST', 200, NULL, 3, 100, id, '{"content":"hello"}', created_at FROM (
       SELECT *, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS place FROM messages WHERE webhook_id IS NOT NULL
     ) m WHERE place <= 50
     UNION ALL SELECT 1 + i % ${webhooks}, 1 + i % ${webhooks}, 'parley', 'POST', 400, 'No.', 3, 100, NULL, NULL, now()
     FROM generate_series(1, ${Math.ceil(messages / 10)}) i`,
    `INSERT INTO webhook_hours (webhook_id, hour, requests, failed)
     SELECT id, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', 10, 1 FROM webhooks, generate_series(0, 47) h`,
    `INSERT INTO audit_entries (id, actor_id, actor_name, kind, action, channel_id, webhook_id, created_at)
     SELECT i::bigint * ${Math.floor(span / messages) * 10} * 4194304 + i, 1 + i % ${people}, 'Person',
       CASE WHEN i % 4 = 0 THEN 'sign-ins' ELSE 'webhooks' END, CASE WHEN i % 4 = 0 THEN 'session.started' ELSE 'webhook.created' END,
       CASE WHEN i % 4 > 0 THEN 1 + i % ${webhooks} END, CASE WHEN i % 4 > 0 THEN 1 + i % ${webhooks} END, now()
     FROM generate_series(1, ${Math.ceil(messages / 10)}) i`,
    `INSERT INTO notices (user_id, audit_entry_id, seen_at)
     SELECT 1 + id % ${people}, id, CASE WHEN id % 3 = 0 THEN now() END FROM audit_entries WHERE webhook_id IS NOT NULL`,
  ];
}
