import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { CARD_COLUMNS, incidentParts } from "@/lib/messages/cards/incidents";
import { MOST_VERSIONS } from "@/lib/messages/change-message";
import {
  followed,
  mentionedMembers,
  type PeopleParts,
  type ThreadParts,
  webhookRefusal,
} from "@/lib/messages/insert-parts";

// The only module that inserts messages and gives them their numbers: posts, lines and imports.

// Locks are taken webhooks first, then channels, then members and their accounts, each in id order, so that concurrent
// batches can't deadlock. The lists are MATERIALIZED: a row that changed after the statement's snapshot is read again under
// its lock, token and counters included. A membership or account that ends waits for the commit, or isn't found.
/**
 * The statement that authorizes, numbers and inserts drafts. `$1` is a JSON list of rows with the columns of `input`.
 */
export const insertStatement = (threads: ThreadParts, people: PeopleParts): string => `
WITH input AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS x(
    ord int, user_id bigint, to_channel bigint, nonce text, as_name text, webhook_id bigint, token_hash text, signing_secret text, username text,
    avatar_url text, key text, signature text, body_hash text, sent_by bigint, thread_root bigint, in_channel boolean, thread_key text, content text, embeds jsonb, allowed_mentions jsonb,
    mentioned_ids bigint[], group_ids bigint[], mentions_all boolean, silent boolean, files jsonb)
),
hook AS MATERIALIZED (
  SELECT w.id, w.channel_id, w.name, w.avatar_url, w.token_hash, w.signing_secret, w.paused_at, w.deleted_at FROM webhooks w
  WHERE w.id IN (SELECT webhook_id FROM input)
  ORDER BY w.id FOR NO KEY UPDATE
),
addressed AS MATERIALIZED (
  SELECT i.*, coalesce(w.channel_id, i.to_channel) AS channel_id, w.name AS webhook_name, w.avatar_url AS webhook_avatar
  FROM input i LEFT JOIN hook w ON w.id = i.webhook_id
),
room AS MATERIALIZED (
  SELECT c.id, c.msg_seq, c.rev, c.archived_at, c.who_posts, c.webhooks_may_mention_everyone FROM channels c
  WHERE c.id IN (SELECT channel_id FROM addressed)
  ORDER BY c.id FOR NO KEY UPDATE
),
${people.found}
checked AS MATERIALIZED (
  SELECT a.*, r.msg_seq, r.rev AS room_rev, r.webhooks_may_mention_everyone, parley_id() AS id,
    coalesce(
      CASE WHEN a.webhook_id IS NOT NULL THEN ${webhookRefusal({
        tokenHash: "decode(a.token_hash, 'hex')",
        secret: "coalesce(decode(a.signing_secret, 'hex'), '')",
        archived: "r.archived_at IS NOT NULL",
      })} END,
      CASE
        ${people.membership}
        WHEN r.archived_at IS NOT NULL THEN 'archived'
        ${people.role}
        ${threads.verdict}
      END) AS verdict
  FROM addressed a LEFT JOIN hook w ON w.id = a.webhook_id LEFT JOIN room r ON r.id = a.channel_id
    ${people.join}
),
claimed AS (
  INSERT INTO idempotency_keys (webhook_id, key, signature, body_hash, message_id, channel_id)
  SELECT webhook_id, key, decode(signature, 'hex'), decode(body_hash, 'hex'), id, channel_id
  FROM checked WHERE verdict IS NULL AND body_hash IS NOT NULL ORDER BY ord
  ON CONFLICT DO NOTHING
  RETURNING message_id
),
accepted AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY channel_id ORDER BY ord) AS n FROM checked
  WHERE verdict IS NULL AND (body_hash IS NULL OR id IN (SELECT message_id FROM claimed))
),
${threads.opened}
numbered AS MATERIALIZED (
  SELECT a.*, a.msg_seq + n AS seq, a.room_rev + n AS rev FROM ${threads.accepted} a
),
inserted AS (
  INSERT INTO messages (id, channel_id, seq, rev, author_kind, user_id, webhook_id, author_name, author_avatar_url,
    content, embeds, allowed_mentions, mentioned_user_ids, mentions_everyone, attachment_count, nonce, sent_by_id, silent, created_at${threads.columns})
  SELECT id, channel_id, seq, rev, CASE WHEN webhook_id IS NULL AND as_name IS NULL THEN 'user' ELSE 'webhook' END::author_kind,
    CASE WHEN as_name IS NULL THEN user_id END, webhook_id,
    CASE WHEN webhook_id IS NOT NULL THEN coalesce(username, webhook_name) ELSE as_name END,
    CASE WHEN webhook_id IS NOT NULL THEN coalesce(avatar_url, webhook_avatar) END,
    content, embeds, allowed_mentions,
    ${mentionedMembers("numbered.channel_id")},
    coalesce(mentions_all, false) AND (webhook_id IS NULL OR webhooks_may_mention_everyone),
    coalesce(jsonb_array_length(files), 0), nonce, sent_by, silent, clock_timestamp()${threads.values}
  FROM numbered
  ON CONFLICT (channel_id, user_id, nonce) WHERE nonce IS NOT NULL DO NOTHING
  RETURNING id, seq, rev, channel_id, thread_root_id, user_id, mentioned_user_ids, mentions_everyone
),
${threads.answered},
attached AS (
  INSERT INTO attachments (message_id, channel_id, position, hash, name, size, content_type, width, height, description, user_id)
  SELECT n.id, n.channel_id, f.position, decode(f.hash, 'hex'), f.name, f.size, f.content_type, f.width, f.height, f.description, n.user_id
  FROM numbered n JOIN inserted i ON i.id = n.id CROSS JOIN jsonb_to_recordset(n.files) AS f(
    position int, hash text, name text, size int, content_type text, width int, height int, description text)
  WHERE n.files IS NOT NULL
),
counted AS (
  UPDATE channels c SET msg_seq = t.seq, rev = greatest(t.rev, (SELECT max(rev) FROM answered WHERE channel_id = c.id))
  FROM (SELECT channel_id, max(seq) AS seq, max(rev) AS rev FROM numbered GROUP BY channel_id) t WHERE c.id = t.channel_id
),
used AS (
  UPDATE webhooks SET last_used_at = now() WHERE id IN (SELECT webhook_id FROM numbered)
)
SELECT c.ord, c.verdict AS refused, c.channel_id, i.id, i.seq, greatest(i.rev, a.rev) AS rev
FROM checked c LEFT JOIN inserted i ON i.id = c.id LEFT JOIN answered a ON a.id = i.thread_root_id`;

const BY_WEBHOOK = `author_kind, webhook_id, author_name, author_avatar_url, content, embeds, allowed_mentions, mentioned_user_ids,
    mentions_everyone, created_at`;

type Sender = Record<"webhookId" | "name" | "avatar" | "channelId" | "mayMentionEveryone", string>;

/** SQL for the values of `BY_WEBHOOK`, of a draft `i`. */
const saidByWebhook = ({ webhookId, name, avatar, channelId, mayMentionEveryone }: Sender): string => `
    'webhook', ${webhookId}, coalesce(i.username, ${name}), coalesce(i.avatar_url, ${avatar}), i.content, i.embeds, i.allowed_mentions,
    ${mentionedMembers(channelId)}, coalesce(i.mentions_all, false) AND ${mayMentionEveryone}, clock_timestamp()`;

/** The sender of drafts of the webhook `$1`, whose room `r` has its name and avatar. */
const OF_ROOM: Sender = {
  webhookId: "$1",
  name: "r.name",
  avatar: "r.avatar_url",
  channelId: "r.id",
  mayMentionEveryone: "r.webhooks_may_mention_everyone",
};

/**
 * The same for plain webhook drafts without threads or keys, which most are. Returns only what it inserted: why a draft is
 * refused, the general statement finds out.
 */
export const plainStatement = `
WITH input AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS x(ord int, webhook_id bigint, token_hash text, username text, avatar_url text,
    content text, embeds jsonb, allowed_mentions jsonb, mentioned_ids bigint[], group_ids bigint[], mentions_all boolean)
),
hook AS MATERIALIZED (
  SELECT w.id, w.channel_id, w.name, w.avatar_url, w.token_hash, w.signing_secret, w.paused_at, w.deleted_at FROM webhooks w
  WHERE w.id = ANY(ARRAY(SELECT webhook_id FROM input))
  ORDER BY w.id FOR NO KEY UPDATE
),
room AS MATERIALIZED (
  SELECT c.id, c.msg_seq, c.rev, c.archived_at, c.webhooks_may_mention_everyone FROM channels c
  WHERE c.id = ANY(ARRAY(SELECT channel_id FROM hook))
  ORDER BY c.id FOR NO KEY UPDATE
),
numbered AS MATERIALIZED (
  SELECT i.*, r.id AS channel_id, w.name AS webhook_name, w.avatar_url AS webhook_avatar, r.webhooks_may_mention_everyone,
    parley_id() AS id, r.msg_seq + row_number() OVER each AS seq, r.rev + row_number() OVER each AS rev
  FROM input i JOIN hook w ON w.id = i.webhook_id JOIN room r ON r.id = w.channel_id
  WHERE ${webhookRefusal({
    tokenHash: "decode(i.token_hash, 'hex')",
    secret: "''",
    archived: "r.archived_at IS NOT NULL",
  })} IS NULL
  WINDOW each AS (PARTITION BY r.id ORDER BY i.ord)
),
inserted AS (
  INSERT INTO messages (id, channel_id, seq, rev, ${BY_WEBHOOK})
  SELECT i.id, i.channel_id, i.seq, i.rev, ${saidByWebhook({
    webhookId: "i.webhook_id",
    name: "i.webhook_name",
    avatar: "i.webhook_avatar",
    channelId: "i.channel_id",
    mayMentionEveryone: "i.webhooks_may_mention_everyone",
  })}
  FROM numbered i
),
counted AS (
  UPDATE channels c SET msg_seq = t.seq, rev = t.rev
  FROM (SELECT channel_id, max(seq) AS seq, max(rev) AS rev FROM numbered GROUP BY channel_id) t WHERE c.id = t.channel_id
),
used AS (
  UPDATE webhooks SET last_used_at = now()
  WHERE id = ANY(ARRAY(SELECT webhook_id FROM numbered)) AND (last_used_at < now() - interval '10 seconds') IS NOT FALSE
)
SELECT ord, NULL AS refused, channel_id, id, seq, rev FROM numbered`;

/**
 * The webhook `$1`, locked and noted as used, if it can post with the token of hash `$2`. Whether its channel is archived is
 * left to the update of the channel: a subquery here would read all archived channels.
 */
const hookInUse = `hook AS (
  UPDATE webhooks w SET last_used_at = now()
  WHERE w.id = $1 AND ${webhookRefusal({ tokenHash: "$2", secret: "''", archived: "false" })} IS NULL
  RETURNING w.channel_id, w.name, w.avatar_url
)`;

/**
 * A faster version for drafts of one webhook. `$1` is its id, `$2` its token's hash, `$3` the number of drafts, `$4`
 * their contents, each with its position `n` from 1. Returns no rows if the webhook can't post, without the reason. It
 * updates the rows that it checks, so they're locked and current.
 */
export const oneWebhookStatement = `
WITH ${hookInUse},
room AS (
  UPDATE channels c SET msg_seq = c.msg_seq + $3::int, rev = c.rev + $3::int FROM hook h
  WHERE c.id = h.channel_id AND c.archived_at IS NULL
  RETURNING c.id, c.msg_seq - $3::int AS msg_seq, c.rev - $3::int AS rev, c.webhooks_may_mention_everyone, h.name, h.avatar_url
)
INSERT INTO messages (channel_id, seq, rev, ${BY_WEBHOOK})
SELECT r.id, r.msg_seq + i.n, r.rev + i.n, ${saidByWebhook(OF_ROOM)}
FROM room r CROSS JOIN jsonb_to_recordset($4::jsonb) AS i(n int, username text, avatar_url text, content text, embeds jsonb,
  allowed_mentions jsonb, mentioned_ids bigint[], group_ids bigint[], mentions_all boolean)
RETURNING id, channel_id, seq, rev`;

/**
 * The same for drafts of one webhook in a storm. `$5` is the storm, `$6` how many roots the drafts reply to, `$7` how many
 * begin a cause of their own. Returns no rows if the webhook can't post or the storm is over. Fails with a division by zero,
 * so that nothing is stored, if a root is gone or over, or if a cause isn't new: another process was faster.
 */
export const gatheredStatement = `
WITH input AS MATERIALIZED (
  SELECT i.*, parley_id() AS id FROM jsonb_to_recordset($4::jsonb) AS i(n int, root bigint, key text, username text, avatar_url text,
    content text, embeds jsonb, allowed_mentions jsonb, mentioned_ids bigint[], group_ids bigint[], mentions_all boolean)
),
${hookInUse},
storm AS (
  UPDATE storms s SET last_at = clock_timestamp() FROM hook h
  WHERE s.id = $5 AND s.webhook_id = $1 AND s.channel_id = h.channel_id AND s.last_at > clock_timestamp() - interval '1 minute'
  RETURNING s.id, h.channel_id, h.name, h.avatar_url
),
room AS (
  UPDATE channels c SET msg_seq = c.msg_seq + $3::int, rev = c.rev + $3::int + $6::int FROM storm s
  WHERE c.id = s.channel_id AND c.archived_at IS NULL
  RETURNING c.id, c.msg_seq - $3::int AS msg_seq, c.rev - $3::int - $6::int AS rev, c.webhooks_may_mention_everyone,
    s.name, s.avatar_url, s.id AS storm_id
),
inserted AS (
  INSERT INTO messages (id, channel_id, seq, rev, thread_root_id, silent, ${BY_WEBHOOK})
  SELECT i.id, r.id, r.msg_seq + i.n, r.rev + i.n, i.root, CASE WHEN i.root IS NOT NULL THEN true END, ${saidByWebhook(OF_ROOM)}
  FROM room r CROSS JOIN input i
  RETURNING id, channel_id, seq, rev, thread_root_id
),
answered AS MATERIALIZED (
  SELECT root AS id, min(key) AS key, count(*)::int AS replies, max(n) AS last_n, row_number() OVER (ORDER BY root) AS place
  FROM input WHERE root IS NOT NULL GROUP BY root
),
recounted AS (
  UPDATE messages m SET rev = r.rev + $3::int + a.place, reply_count = m.reply_count + a.replies,
    gathered = coalesce(m.gathered, 0) + a.replies, last_reply_seq = r.msg_seq + a.last_n, last_reply_at = clock_timestamp()
  FROM answered a CROSS JOIN room r
  WHERE m.id = a.id AND m.channel_id = r.id AND m.thread_root_id IS NULL AND m.deleted_at IS NULL
    AND NOT (a.key LIKE 'bad:%' AND coalesce(m.embeds -> 0 -> 'card' -> 'state' ->> 'tone', 'bad') NOT IN ('bad', 'warning'))
  RETURNING m.id, m.rev
),
caused AS (
  INSERT INTO storm_causes (storm_id, likeness, message_id)
  SELECT r.storm_id, i.key, i.id FROM room r CROSS JOIN input i WHERE i.root IS NULL
  ON CONFLICT DO NOTHING RETURNING message_id
)
SELECT i.id, i.channel_id, i.seq, greatest(i.rev, t.rev) AS rev,
  1 / ((SELECT count(*) FROM recounted) = $6::int AND (SELECT count(*) FROM caused) = $7::int)::int AS is_right
FROM inserted i LEFT JOIN recounted t ON t.id = i.thread_root_id`;

/** What a statement for drafts with keys does. What it doesn't have to do isn't in it. */
export type KeyedParts = Record<"news" | "edits" | "storm" | "claims" | "incidents", boolean>;

/**
 * The statement that stores what was decided about drafts of the webhook `$1` in the channel `$2` while their rows were locked.
 * `$3` has the channel's new `seq` and `rev`, the `storm` in which messages gather, and lists: its new `causes`; `news`, which are
 * new messages; `edits`, which are earlier ones with a new revision; `claims`, which are idempotency keys. Returns the messages whose incidents it closed.
 */
export const keyedStatement = ({ news, edits, storm, claims, incidents }: KeyedParts): string => {
  const parts = [
    `hook AS (UPDATE webhooks SET last_used_at = now() WHERE id = $1 RETURNING name, avatar_url)`,
    `room AS (
  UPDATE channels SET msg_seq = ($3::jsonb ->> 'seq')::bigint, rev = ($3::jsonb ->> 'rev')::bigint WHERE id = $2
  RETURNING webhooks_may_mention_everyone
)`,
    news ? newsParts : "",
    edits ? editsParts : "",
    storm ? stormParts : "",
    storm && edits ? `answered AS (SELECT id FROM edits WHERE replies > 0)` : "",
    storm && !edits ? "answered AS (SELECT NULL::bigint AS id WHERE false)" : "",
    storm ? followed : "",
    claims ? claimsPart : "",
    incidents
      ? `carded AS MATERIALIZED (${[news ? newCards : [], edits ? changedCards : []].flat().join(" UNION ALL ")})`
      : "",
    incidents ? incidentParts : "",
  ];
  return `WITH ${parts.filter((part) => part !== "").join(",\n")}
SELECT message_id FROM ${incidents ? "closed" : "(SELECT NULL::bigint AS message_id WHERE false) none"}`;
};

const newsParts = `input AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($3::jsonb -> 'news') AS i(id bigint, seq bigint, rev bigint, username text, avatar_url text,
    content text, embeds jsonb, allowed_mentions jsonb, mentioned_ids bigint[], group_ids bigint[], mentions_all boolean, silent boolean,
    root bigint, replies int, last_reply_seq bigint, update_key text, former_id bigint, ${CARD_COLUMNS})
),
inserted AS (
  INSERT INTO messages (id, channel_id, seq, rev, silent, thread_root_id, reply_count, gathered, last_reply_seq, last_reply_at,
    ${BY_WEBHOOK})
  SELECT i.id, $2, i.seq, i.rev, i.silent, i.root, i.replies, nullif(i.replies, 0), i.last_reply_seq,
    CASE WHEN i.replies > 0 THEN clock_timestamp() END, ${saidByWebhook({
      ...OF_ROOM,
      name: "h.name",
      avatar: "h.avatar_url",
      channelId: "$2",
    })}
  FROM input i CROSS JOIN hook h CROSS JOIN room r
  RETURNING id, seq, channel_id, thread_root_id, user_id, mentioned_user_ids, mentions_everyone
),
remembered AS (
  INSERT INTO webhook_updates (webhook_id, channel_id, key, message_id)
  SELECT $1, $2, update_key, id FROM input WHERE update_key IS NOT NULL
  ON CONFLICT (webhook_id, channel_id, key) DO UPDATE SET message_id = excluded.message_id, created_at = now()
)`;

// A version is kept of each message that says something else, the latest of them. Messages are found by a list of ids,
// because PostgreSQL would otherwise read all of them while it believes that there are few.
const editsParts = `edits AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($3::jsonb -> 'edits') AS e(id bigint, rev bigint, updated boolean, content text, embeds jsonb,
    replies int, last_reply_seq bigint, ${CARD_COLUMNS})
),
kept AS (
  INSERT INTO message_edits (message_id, content, embeds)
  SELECT m.id, m.content, m.embeds FROM messages m WHERE m.id = ANY(ARRAY(SELECT id FROM edits WHERE updated))
),
outdated AS (
  DELETE FROM message_edits WHERE id = ANY(ARRAY(
    SELECT v.id FROM edits e CROSS JOIN LATERAL (
      SELECT id FROM message_edits WHERE message_id = e.id ORDER BY id DESC OFFSET ${MOST_VERSIONS - 1}) v
    WHERE e.updated))
),
changed AS (
  UPDATE messages m SET rev = e.rev,
    content = CASE WHEN e.updated THEN e.content ELSE m.content END, embeds = CASE WHEN e.updated THEN e.embeds ELSE m.embeds END,
    edited_at = CASE WHEN e.updated THEN clock_timestamp() ELSE m.edited_at END, update_count = m.update_count + e.updated::int,
    reply_count = m.reply_count + e.replies, gathered = nullif(coalesce(m.gathered, 0) + e.replies, 0),
    last_reply_seq = coalesce(e.last_reply_seq, m.last_reply_seq),
    last_reply_at = CASE WHEN e.replies > 0 THEN clock_timestamp() ELSE m.last_reply_at END
  FROM edits e WHERE m.id = e.id AND m.id = ANY(ARRAY(SELECT id FROM edits))
)`;

const stormParts = `goes_on AS (UPDATE storms SET last_at = clock_timestamp() WHERE id = ($3::jsonb ->> 'storm')::bigint),
caused AS (
  INSERT INTO storm_causes (storm_id, likeness, message_id)
  SELECT ($3::jsonb ->> 'storm')::bigint, key, id FROM jsonb_to_recordset($3::jsonb -> 'causes') AS c(key text, id bigint)
  ON CONFLICT (storm_id, likeness) DO UPDATE SET message_id = excluded.message_id
)`;

const claimsPart = `claimed AS (
  INSERT INTO idempotency_keys (webhook_id, key, signature, body_hash, message_id, channel_id)
  SELECT $1, key, decode(signature, 'hex'), decode(body_hash, 'hex'), message_id, $2
  FROM jsonb_to_recordset($3::jsonb -> 'claims') AS c(key text, signature text, body_hash text, message_id bigint)
)`;

const newCards = `
  SELECT id AS message_id, $2::bigint AS channel_id, $1::bigint AS webhook_id, true AS is_new, former_id, severity, level, tool, place, kind
  FROM input WHERE severity IS NOT NULL OR former_id IS NOT NULL`;

const changedCards = `
  SELECT id AS message_id, $2::bigint AS channel_id, $1::bigint AS webhook_id, false AS is_new, NULL::bigint AS former_id, severity, level,
    tool, place, kind
  FROM edits WHERE updated`;

/** A line or an imported message, and its place: its number in its channel, and the channel's revision. */
export type PlacedMessage = {
  channel_id: bigint;
  seq: bigint;
  rev: bigint;
  /** Null, like an account that is gone, for no one. */
  user_id: bigint | null;
  content: string;
} & Partial<{
  id: bigint;
  author_kind: "user" | "webhook";
  author_name: string | null;
  author_avatar_url: string | null;
  embeds: readonly object[] | null;
  mentioned: readonly bigint[];
  mentions_everyone: boolean;
  attachment_count: number;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  pinned_at: Date | null;
  pinned_by: bigint | null;
  event: unknown;
  root_id: bigint | null;
  in_channel: boolean | null;
}>;

const placedStatement = `
INSERT INTO messages (id, channel_id, seq, rev, author_kind, user_id, author_name, author_avatar_url, content, embeds,
  mentioned_user_ids, mentions_everyone, attachment_count, created_at, edited_at, deleted_at, pinned_at, pinned_by_id, event,
  thread_root_id, in_channel)
SELECT coalesce(id, parley_id()), channel_id, seq, rev, coalesce(author_kind, 'user'), (SELECT u.id FROM users u WHERE u.id = x.user_id),
  author_name, author_avatar_url, content, embeds, coalesce((SELECT array_agg(u.id) FROM users u WHERE u.id = ANY(x.mentioned)), '{}'),
  coalesce(mentions_everyone, false), coalesce(attachment_count, 0), coalesce(created_at, clock_timestamp()), edited_at, deleted_at,
  pinned_at, pinned_by, event, root_id, in_channel
FROM jsonb_to_recordset($1::jsonb) AS x(id bigint, channel_id bigint, seq bigint, rev bigint, author_kind author_kind, user_id bigint,
  author_name text, author_avatar_url text, content text, embeds jsonb, mentioned bigint[], mentions_everyone boolean,
  attachment_count int, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz, pinned_at timestamptz,
  pinned_by bigint, event jsonb, root_id bigint, in_channel boolean)`;

/** Inserts lines or imported messages, whose places come from `Counters` in the same transaction. */
export async function insertPlaced(tx: Transaction, rows: readonly PlacedMessage[]): Promise<void> {
  const withText = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
  if (rows.length > 0) await tx.$executeRawUnsafe(placedStatement, JSON.stringify(rows, withText));
}

type Counted = { id: bigint; rev: bigint; msg_seq: bigint };

/** The counters of channels that aren't deleted, whose rows stay locked until the transaction ends. */
export class Counters {
  readonly #channels: ReadonlyMap<bigint, Counted>;
  readonly #changed = new Set<Counted>();

  private constructor(rows: readonly Counted[]) {
    this.#channels = new Map(rows.map((channel) => [channel.id, channel]));
  }

  /** Locks the channels in id order, like everything that locks several. */
  static async lock(tx: Transaction, channelIds: readonly bigint[]): Promise<Counters> {
    return new Counters(
      await tx.$queryRaw<Counted[]>`
        SELECT id, rev, msg_seq FROM channels WHERE id = ANY(${channelIds}::bigint[]) AND deleted_at IS NULL
        ORDER BY id FOR NO KEY UPDATE`,
    );
  }

  has(channelId: bigint): boolean {
    return this.#channels.has(channelId);
  }

  /** Returns the channel's next revision. */
  nextRev(channelId: bigint): bigint {
    const channel = this.#of(channelId);
    channel.rev += 1n;
    return channel.rev;
  }

  /** Returns the number of the channel's next message. */
  nextSeq(channelId: bigint): bigint {
    const channel = this.#of(channelId);
    channel.msg_seq += 1n;
    return channel.msg_seq;
  }

  async store(tx: Transaction): Promise<void> {
    const changed = [...this.#changed];
    await tx.$executeRaw`
      UPDATE channels c SET rev = t.rev, msg_seq = t.seq
      FROM unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ rev }) => rev)}::bigint[],
        ${changed.map(({ msg_seq }) => msg_seq)}::bigint[]) AS t (id, rev, seq) WHERE c.id = t.id`;
  }

  /** Tells readers of what was stored. Call it after the commit. */
  announce(): void {
    for (const { id, rev, msg_seq } of this.#changed) {
      publish({ kind: "channel", channelId: id, rev: Number(rev), msgSeq: Number(msg_seq) });
    }
  }

  #of(channelId: bigint): Counted {
    const channel = this.#channels.get(channelId);
    if (!channel) throw new Error(`Channel ${channelId} isn't locked.`);
    this.#changed.add(channel);
    return channel;
  }
}
