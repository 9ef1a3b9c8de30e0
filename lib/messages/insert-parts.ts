// Why: docs/decisions/threads.md

/** The channel's members among the users in a draft's `mentioned_ids`, and among the members of its `group_ids`. */
export const mentionedMembers = (channel: string): string =>
  `CASE WHEN mentioned_ids IS NULL AND group_ids IS NULL THEN '{}' ELSE parley_mentioned(${channel}, mentioned_ids, group_ids) END`;

/**
 * SQL for the reason why the webhook `w` can't post: 'unknown_webhook', 'paused', 'unsigned' or 'archived', or null if
 * it can. `tokenHash` and `secret` are SQL for what the sender presented (an empty secret for an unsigned post);
 * `archived` is SQL for whether the webhook's channel is archived.
 */
export const webhookRefusal = (given: { tokenHash: string; secret: string; archived: string }): string => `CASE
      WHEN w.id IS NULL OR w.deleted_at IS NOT NULL OR w.token_hash <> ${given.tokenHash} THEN 'unknown_webhook'
      WHEN w.paused_at IS NOT NULL THEN 'paused'
      WHEN w.signing_secret <> ${given.secret} THEN 'unsigned'
      WHEN ${given.archived} THEN 'archived'
    END`;

/** The parts of the insert statement for people. Webhooks' posts don't pay for them. */
export type PeopleParts = Record<"found" | "membership" | "role" | "join", string>;

/** For drafts of webhooks only. */
export const withoutPeople: PeopleParts = { found: "", membership: "", role: "", join: "" };

/** For drafts of people. */
export const withPeople: PeopleParts = {
  found: `author AS MATERIALIZED (
  SELECT a.channel_id, a.user_id, m.role = 'manager' OR u.role <> 'member' AS manages
  FROM (SELECT DISTINCT channel_id, user_id FROM addressed WHERE user_id IS NOT NULL) a JOIN room r ON r.id = a.channel_id
    JOIN memberships m ON m.channel_id = a.channel_id AND m.user_id = a.user_id
    JOIN users u ON u.id = a.user_id AND u.deactivated_at IS NULL
  ORDER BY a.channel_id, a.user_id FOR SHARE OF m, u
),`,
  membership: "WHEN a.user_id IS NOT NULL AND by.user_id IS NULL THEN 'not_a_member'",
  role: `WHEN a.user_id IS NOT NULL AND (a.thread_root IS NULL OR a.in_channel) AND r.who_posts = 'managers' AND NOT by.manages
          THEN 'not_a_manager'`,
  join: "LEFT JOIN author by ON by.channel_id = a.channel_id AND by.user_id = a.user_id",
};

/** The parts of the insert statement for threads. Most posts need none, and planning them takes time. */
export type ThreadParts = Record<"verdict" | "opened" | "accepted" | "columns" | "values" | "answered", string>;

/** For drafts without threads. */
export const withoutThreads: ThreadParts = {
  verdict: "",
  opened: "",
  accepted: "accepted",
  columns: "",
  values: "",
  answered: `answered AS (
  SELECT NULL::bigint AS id, NULL::bigint AS channel_id, NULL::bigint AS rev WHERE false
)`,
};

/**
 * People who reply follow the thread. So do its author and members who follow all replies (unless they unfollowed it), and
 * people who are mentioned; they have read what came before. A trigger marks what these replies make unread, unless their root
 * is as new as they are. `answered` has the roots that were there before the replies that are `inserted`.
 * Each kind of member is found by an index of its own: asked for together, they'd be looked for among all members. Whether
 * they follow is asked for one by one, because PostgreSQL would join an EXISTS with all that everyone follows.
 */
export const followed = `followed AS (
  INSERT INTO thread_follows AS f (root_id, user_id, last_read_seq, maybe_unread)
  SELECT root_id, user_id, greatest(max(own), min(next) - 1), NOT EXISTS (SELECT FROM answered a WHERE a.id = root_id) FROM (
    SELECT thread_root_id AS root_id, user_id, seq AS own, NULL::bigint AS next FROM inserted
    WHERE thread_root_id IS NOT NULL AND user_id IS NOT NULL
    UNION ALL
    SELECT m.id, m.user_id, m.seq, NULL FROM answered a JOIN messages m USING (id) WHERE m.user_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM thread_follows k WHERE k.root_id = m.id AND k.user_id = m.user_id)
    UNION ALL
    SELECT i.thread_root_id, p.user_id, NULL, i.seq FROM inserted i CROSS JOIN LATERAL (
      SELECT user_id FROM memberships WHERE channel_id = i.channel_id AND i.mentions_everyone
      UNION ALL
      SELECT user_id FROM memberships WHERE channel_id = i.channel_id AND user_id = ANY(i.mentioned_user_ids)
      UNION ALL
      SELECT m.user_id FROM memberships m WHERE m.channel_id = i.channel_id AND m.all_replies
        AND (SELECT true FROM thread_follows k WHERE k.root_id = i.thread_root_id AND k.user_id = m.user_id) IS NULL
    ) p
    WHERE i.thread_root_id IS NOT NULL
      AND (SELECT k.following FROM thread_follows k WHERE k.root_id = i.thread_root_id AND k.user_id = p.user_id) IS NOT TRUE
  ) who GROUP BY root_id, user_id
  ON CONFLICT (root_id, user_id) DO UPDATE
    SET last_read_seq = greatest(f.last_read_seq, excluded.last_read_seq), following = true
)`;

/** For drafts with threads. */
export const withThreads: ThreadParts = {
  verdict: `WHEN a.thread_root IS NOT NULL AND NOT EXISTS (
        SELECT FROM messages t WHERE t.id = a.thread_root AND t.channel_id = a.channel_id AND t.thread_root_id IS NULL AND t.event IS NULL
          AND (t.deleted_at IS NULL OR t.reply_count > 0)) THEN 'unknown_thread'`,
  // A key refers to the first message posted with it.
  opened: `opened AS (
  INSERT INTO webhook_threads AS t (webhook_id, channel_id, key, root_id)
  SELECT DISTINCT ON (webhook_id, channel_id, thread_key) webhook_id, channel_id, thread_key, id
  FROM accepted WHERE thread_key IS NOT NULL ORDER BY webhook_id, channel_id, thread_key, ord
  ON CONFLICT (webhook_id, channel_id, key) DO UPDATE SET root_id = t.root_id
  RETURNING t.webhook_id, t.channel_id, t.key AS thread_key, t.root_id
),
rooted AS MATERIALIZED (
  SELECT a.*, coalesce(a.thread_root, nullif(o.root_id, a.id)) AS root_id
  FROM accepted a LEFT JOIN opened o USING (webhook_id, channel_id, thread_key)
),
early AS MATERIALIZED (
  SELECT root_id, count(*) AS replies, max(msg_seq + n) AS last_seq FROM rooted WHERE root_id IS NOT NULL GROUP BY root_id
),`,
  accepted: "rooted",
  columns: `, thread_root_id, in_channel, reply_count, last_reply_seq, last_reply_at`,
  // A statement can't update rows that it inserts, so a root posted together with replies starts with their count.
  values: `, root_id, CASE WHEN root_id IS NOT NULL THEN nullif(in_channel, false) END, coalesce((SELECT replies FROM early WHERE early.root_id = numbered.id), 0),
    (SELECT last_seq FROM early WHERE early.root_id = numbered.id),
    (SELECT clock_timestamp() FROM early WHERE early.root_id = numbered.id)`,
  answered: `answered AS MATERIALIZED (
  SELECT thread_root_id AS id, r.channel_id, count(*) AS replies, max(r.seq) AS last_seq,
    (SELECT max(n.rev) FROM numbered n WHERE n.channel_id = r.channel_id)
      + row_number() OVER (PARTITION BY r.channel_id ORDER BY thread_root_id) AS rev
  FROM inserted r WHERE thread_root_id IS NOT NULL AND thread_root_id NOT IN (SELECT id FROM numbered)
  GROUP BY thread_root_id, r.channel_id
),
recounted AS (
  UPDATE messages m SET rev = a.rev, reply_count = m.reply_count + a.replies, last_reply_seq = a.last_seq,
    last_reply_at = clock_timestamp()
  FROM answered a WHERE m.id = a.id
),
${followed}`,
};
