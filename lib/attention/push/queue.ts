import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { tryLock } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import {
  MAY_NOTIFY,
  NAMED_IN_LINE,
  NOTIFIES_AT_ONCE,
  NOTIFIES_BY_KEYWORD,
} from "@/lib/people/notifications/who-is-notified";
import { IS_RESTRICTED } from "@/lib/people/restricted";
import { SESSION_SECONDS } from "@/lib/people/sessions";

/** How long a push waits, so that people who read the message on another screen meanwhile don't get it. */
export const HOLD_MS = 2_000;

/** Messages older than this aren't pushed anymore, for example after Parley or a push service was down. */
export const OLDEST_HOURS = 4;

// The channels and messages per batch; the rest follows in the next one.
const CHANNELS = 50;
const MESSAGES = 5_000;
// If a channel is further behind than this, older messages are skipped.
const LOOKED_AT = 100_000;
const CLAIMED = 1_000;
/** How long a claimed push is reserved, before another instance may claim it. */
export const LEASE_SECONDS = 120;

const PATIENCE = { maxWait: 2_000, timeout: 20_000 };

/** A message to push to a subscription's browser now. */
export type ClaimedPush = {
  subscriptionId: bigint;
  messageId: bigint;
  attempts: number;
  userId: bigint;
  channelId: bigint;
  /** Null for a reply that also appears in the channel. */
  rootId: bigint | null;
  seq: bigint;
  sealed: Uint8Array;
};

// The message isn't too old for the subscription `s`.
const IN_TIME = Prisma.sql`x.created_at > greatest(s.created_at, now() - ${OLDEST_HOURS} * interval '1 hour')`;
const DUE = Prisma.sql`x.created_at + ${HOLD_MS} * interval '1 millisecond'`;

/**
 * SQL that queues pushes of messages that match someone's keywords; `matches` selects them by `user_id` and
 * `message_id`. Messages that notify without the match are left to `queuePushes`, so that none is queued twice.
 */
export function pushMatches(matches: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`INSERT INTO push_waiting (subscription_id, message_id, due_at)
    SELECT s.id, x.id, ${DUE} FROM (${matches}) match JOIN messages x ON x.id = match.message_id
    JOIN channels c ON c.id = x.channel_id JOIN memberships m ON m.channel_id = c.id AND m.user_id = match.user_id
    JOIN push_subscriptions s ON s.user_id = m.user_id
    WHERE ${IN_TIME} AND ${MAY_NOTIFY} AND x.seq > m.last_read_seq AND NOT ${NOTIFIES_AT_ONCE}
    ON CONFLICT DO NOTHING`;
}

/**
 * Queues pushes of messages posted since the last call, at most `most`, for each browser that gets them. Returns how
 * many were queued, and whether there's more; null while another connection is doing it.
 */
export async function queuePushes(most = MESSAGES): Promise<{ waiting: number; more: boolean } | null> {
  if (!(await isBehind())) return { waiting: 0, more: false };
  return db().$transaction(async (tx) => ((await tryLock(tx, "parley_push")) ? take(tx, most) : null), PATIENCE);
}

// The channels with new messages in which someone may get pushes. It starts with subscriptions because there are few.
const BEHIND = Prisma.sql`
  SELECT c.id, c.msg_seq, greatest(coalesce(p.seq, 0), c.msg_seq - ${LOOKED_AT}::bigint) AS done
  FROM (
    SELECT DISTINCT m.channel_id FROM memberships m
    WHERE m.user_id IN (SELECT user_id FROM push_subscriptions) AND m.notifications <> 'none'
  ) heard
  JOIN channels c ON c.id = heard.channel_id LEFT JOIN push_progress p ON p.channel_id = c.id
  WHERE c.msg_seq > coalesce(p.seq, 0)`;

async function isBehind(): Promise<boolean> {
  return (await db().$queryRaw<unknown[]>`${BEHIND} LIMIT 1`).length > 0;
}

// A channel's messages are written in order of `seq`, under its lock, so none can appear below one that was read.
// Messages from before a browser subscribed aren't for it.
async function take(tx: Transaction, most: number): Promise<{ waiting: number; more: boolean }> {
  const [turn] = await tx.$queryRaw<{ waiting: number; more: boolean }[]>`
    WITH behind AS MATERIALIZED (${BEHIND} ORDER BY c.id LIMIT ${CHANNELS}),
    share AS MATERIALIZED (SELECT greatest(1, ${most}::int / greatest(count(*), 1)) AS size FROM behind),
    taken AS MATERIALIZED (
      SELECT x.* FROM behind b CROSS JOIN LATERAL (
        SELECT * FROM (
          (SELECT ${COLUMNS} FROM messages WHERE channel_id = b.id AND thread_root_id IS NULL
            AND seq > b.done AND seq <= b.msg_seq ORDER BY seq LIMIT (SELECT size FROM share))
          UNION ALL
          (SELECT ${COLUMNS} FROM messages WHERE channel_id = b.id AND thread_root_id IS NOT NULL
            AND seq > b.done AND seq <= b.msg_seq ORDER BY seq LIMIT (SELECT size FROM share))
        ) both_kinds ORDER BY seq LIMIT (SELECT size FROM share)
      ) x
    ),
    put AS (
      INSERT INTO push_waiting (subscription_id, message_id, due_at)
      SELECT s.id, x.id, ${DUE}
      FROM taken x JOIN channels c ON c.id = x.channel_id
      JOIN memberships m ON m.channel_id = c.id JOIN push_subscriptions s ON s.user_id = m.user_id
      WHERE ${IN_TIME} AND ((${MAY_NOTIFY} AND ${NOTIFIES_AT_ONCE}) OR ${NAMED_IN_LINE})
      ON CONFLICT DO NOTHING RETURNING 1
    ),
    reached AS MATERIALIZED (
      SELECT b.id, b.msg_seq, CASE WHEN count(t.id) < (SELECT size FROM share) THEN b.msg_seq ELSE max(t.seq) END AS seq
      FROM behind b LEFT JOIN taken t ON t.channel_id = b.id GROUP BY b.id, b.msg_seq
    ),
    noted AS (
      INSERT INTO push_progress (channel_id, seq) SELECT id, seq FROM reached
      ON CONFLICT (channel_id) DO UPDATE SET seq = excluded.seq
    )
    SELECT (SELECT count(*) FROM put)::int AS waiting,
      count(*) = ${CHANNELS} OR coalesce(bool_or(seq < msg_seq), false) AS more FROM reached`;
  return turn ?? { waiting: 0, more: false };
}

const COLUMNS = Prisma.sql`id, channel_id, seq, user_id, webhook_id, thread_root_id, in_channel, mentions_everyone,
  mentioned_user_ids, deleted_at, event, silent, created_at`;

/** Returns whether a push will be due within HOLD_MS. */
export async function isSomethingDue(): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM push_waiting WHERE due_at <= now() + ${HOLD_MS} * interval '1 millisecond' LIMIT 1`;
  return rows.length > 0;
}

/**
 * Claims due pushes for two minutes, and returns those still to send. Deletes the others: messages that were read or
 * deleted, and people who left, were deactivated, must set up two-step sign-in first, or turned notifications off.
 */
export async function claimPushes(): Promise<{ claimed: ClaimedPush[]; more: boolean }> {
  const rows = await db().$queryRaw<{ subscription_id: bigint; message_id: bigint }[]>`
    WITH due AS MATERIALIZED (
      SELECT subscription_id, message_id FROM push_waiting WHERE due_at <= now() ORDER BY due_at LIMIT ${CLAIMED}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE push_waiting w SET due_at = now() + ${LEASE_SECONDS} * interval '1 second', attempts = attempts + 1 FROM due d
    WHERE w.subscription_id = d.subscription_id AND w.message_id = d.message_id RETURNING w.subscription_id, w.message_id`;
  if (rows.length === 0) return { claimed: [], more: false };
  const subscriptionIds = rows.map((row) => row.subscription_id);
  const messageIds = rows.map((row) => row.message_id);
  const claimed = await db().$queryRaw<ClaimedPush[]>`
    SELECT w.subscription_id AS "subscriptionId", w.message_id AS "messageId", w.attempts, s.user_id AS "userId", s.sealed,
      x.channel_id AS "channelId", CASE WHEN x.in_channel IS NULL THEN x.thread_root_id END AS "rootId", x.seq
    FROM unnest(${subscriptionIds}::bigint[], ${messageIds}::bigint[]) AS given (subscription_id, message_id)
    JOIN push_waiting w ON w.subscription_id = given.subscription_id AND w.message_id = given.message_id
    JOIN push_subscriptions s ON s.id = w.subscription_id
    JOIN sessions o ON o.id = s.session_id AND o.created_at > now() - ${SESSION_SECONDS} * interval '1 second'
    JOIN users u ON u.id = s.user_id AND u.deactivated_at IS NULL AND NOT ${Prisma.raw(IS_RESTRICTED)}
    JOIN messages x ON x.id = w.message_id AND x.created_at > now() - ${OLDEST_HOURS} * interval '1 hour'
    JOIN channels c ON c.id = x.channel_id
    JOIN memberships m ON m.channel_id = c.id AND m.user_id = s.user_id
    WHERE (${MAY_NOTIFY} AND (${NOTIFIES_AT_ONCE} OR ${NOTIFIES_BY_KEYWORD})) OR ${NAMED_IN_LINE} ORDER BY x.seq`;
  const kept = new Set(claimed.map(keyOf));
  await forgetPushes(
    rows
      .map((row) => ({ subscriptionId: row.subscription_id, messageId: row.message_id }))
      .filter((row) => !kept.has(keyOf(row))),
  );
  return { claimed, more: rows.length === CLAIMED };
}

type Key = Pick<ClaimedPush, "subscriptionId" | "messageId">;

const keyOf = ({ subscriptionId, messageId }: Key) => `${subscriptionId}:${messageId}`;

/** Deletes pushes from the queue. */
export async function forgetPushes(keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await db().$executeRaw`
    DELETE FROM push_waiting w USING unnest(${keys.map((key) => key.subscriptionId)}::bigint[],
      ${keys.map((key) => key.messageId)}::bigint[]) AS given (subscription_id, message_id)
    WHERE w.subscription_id = given.subscription_id AND w.message_id = given.message_id`;
}

/** Delays everything queued for this browser by at least this many seconds. */
export async function putOff(subscriptionId: bigint, seconds: number): Promise<void> {
  await db().$executeRaw`
    UPDATE push_waiting SET due_at = now() + ${seconds}::int * interval '1 second' WHERE subscription_id = ${subscriptionId}`;
}

/** Deletes a subscription that its push service no longer knows, and everything queued for it. */
export async function dropSubscription(id: bigint): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { id } });
}
