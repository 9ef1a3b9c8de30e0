import { withoutSecrets } from "@/lib/audit/without-secrets";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { tellOf } from "@/lib/notices/tell";
import { HOUR_MS, inPortions, repeat } from "@/lib/repeat";
import { maskSecrets } from "@/lib/secrets/mask-secrets";
import { LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import { maskedPayload, type RawPayload } from "@/lib/webhooks/deliveries/payload";
import type { ByHand } from "@/lib/webhooks/request/context";
import type { DialectName } from "@/lib/webhooks/senders/registry";

/** A request that is to stand in its webhook's delivery log. */
export type DeliveryRow = {
  webhook_id: string;
  /** The channel in which the webhook was when the request came. */
  channel_id: string;
  dialect: DialectName;
  event: string | null;
  method: string;
  status: number;
  reason: string | null;
  duration_ms: number;
  size: number;
  message_id: string | null;
  /** The other messages that it made or changed. */
  more_message_ids: string[] | null;
  payload: RawPayload | null;
  origin: "sender" | ByHand["origin"];
  /** The member who sent it, if it wasn't the sender. */
  sent_by_id: string | null;
  created_at: string;
  /** The same more exactly, in milliseconds since 1970: no two requests of a process have the same. */
  at: number;
};

/** Writes rows in their order, secrets in what senders wrote masked, and deletes what is then beyond the log's limits. */
export async function writeDeliveries(rows: readonly DeliveryRow[]): Promise<void> {
  const input: Record<string, unknown>[] = [];
  for (const row of rows) input.push(await toInput(row));
  await insert(JSON.stringify(input));
}

async function toInput({ payload, event, ...row }: DeliveryRow): Promise<Record<string, unknown>> {
  const kept = payload && (await maskedPayload(payload));
  return { ...row, event: event && maskSecrets(event), payload: kept?.text ?? null, payload_cut: kept?.cut ?? false };
}

// A payload belongs to its channel's people and goes with any of its messages, also when the webhook was moved or the message deleted
// between the request and now.
async function insert(rows: string): Promise<void> {
  await db().$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS x(
        at float8, webhook_id bigint, channel_id bigint, dialect text, event text, method text, status int, reason text,
        duration_ms int, size int, message_id bigint, more_message_ids bigint[], payload text, payload_cut boolean, origin delivery_origin, sent_by_id bigint, created_at timestamptz)
    ),
    checked AS MATERIALIZED (
      SELECT i.*, m.id AS kept_message, coalesce(m.channel_id, i.channel_id) AS came_in,
        w.channel_id = coalesce(m.channel_id, i.channel_id) AND m.deleted_at IS NULL
          AND NOT EXISTS (SELECT FROM messages o WHERE o.id = ANY(i.more_message_ids) AND o.deleted_at IS NOT NULL) AS shows_payload
      FROM input i JOIN webhooks w ON w.id = i.webhook_id LEFT JOIN messages m ON m.id = i.message_id WHERE w.deleted_at IS NULL
    ),
    added AS (
      INSERT INTO deliveries (webhook_id, channel_id, dialect, event, method, status, reason, duration_ms, size, message_id, more_message_ids,
        payload, payload_cut, origin, sent_by_id, created_at)
      SELECT webhook_id, came_in, dialect, event, method, status, reason, duration_ms, size, kept_message, more_message_ids,
        CASE WHEN shows_payload THEN payload END, shows_payload AND payload_cut, origin, sent_by_id, created_at
      FROM checked ORDER BY at
      RETURNING webhook_id, status
    ),
    old_successes AS (${surplus(Prisma.sql`status < 400`, LOG_LIMITS.successes)})
    ${surplus(Prisma.sql`status >= 400`, LOG_LIMITS.failures)}`;
}

/** Deletes what the added rows push out of their group. `group` is written out, or the group's index couldn't be used. */
function surplus(group: Prisma.Sql, kept: number): Prisma.Sql {
  // Only what goes is locked: rows that are passed over in a locking query would be too.
  return Prisma.sql`
    DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE id = ANY(ARRAY(
      SELECT older.id FROM (SELECT webhook_id, count(*) AS n FROM added WHERE ${group} GROUP BY webhook_id) a CROSS JOIN LATERAL (
        SELECT d.id FROM deliveries d WHERE d.webhook_id = a.webhook_id AND ${group}
        ORDER BY d.id DESC OFFSET greatest(${kept} - a.n, 0)) older)) FOR UPDATE SKIP LOCKED)`;
}

/**
 * Notes at each webhook whether it is failing, given its latest success, its latest failure, or both. Which of its requests was the
 * latest is decided by when they came, because the two are written at their own times, and several processes write. For one more
 * success of a webhook that does well nothing is written: the log itself says when it was.
 *
 * Where a webhook begins to fail, its creator and its channel's managers find a notice of it, unless they had one within the hour.
 * Answers whom to `announce` that to.
 */
export async function noteOutcomes(rows: readonly DeliveryRow[]): Promise<bigint[]> {
  const outcomes = rows.map(({ webhook_id, channel_id, status, reason, created_at, at }) => {
    const told = reason && withoutSecrets(reason);
    return { webhook_id, channel_id, failing: status >= 400, reason, told, created_at, at: at / 1000 };
  });
  // An outcome of the future comes from a clock that was set back since, and must not outrank what came later. What came in before a
  // webhook moved is none of the new channel's business.
  const told = await db().$queryRaw<{ user_id: bigint }[]>`
    WITH input AS MATERIALIZED (
      SELECT webhook_id, channel_id, failing, reason, told, created_at, to_timestamp(at) AS at
      FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS x(
        webhook_id bigint, channel_id bigint, failing boolean, reason text, told text, created_at timestamptz, at float8)
    ),
    latest AS (SELECT DISTINCT ON (webhook_id) webhook_id, channel_id, failing, at FROM input ORDER BY webhook_id, at DESC),
    error AS (SELECT webhook_id, reason, told, created_at FROM input WHERE failing),
    locked AS MATERIALIZED (
      SELECT w.id, (w.outcome_at IS NULL OR w.outcome_at <= l.at OR w.outcome_at > now()) AND NOT (l.failing AND EXISTS (
        SELECT FROM deliveries d WHERE d.webhook_id = w.id AND d.status < 400 AND d.created_at > l.at AND d.created_at <= now())) AS is_earlier,
        l.failing AND NOT w.failing AND w.channel_id = l.channel_id AND w.deleted_at IS NULL
          AND (w.failure_told_at < now() - interval '1 hour') IS NOT FALSE AS would_tell
      FROM webhooks w JOIN latest l ON l.webhook_id = w.id
      WHERE w.failing OR w.outcome_at IS NULL OR w.id IN (SELECT webhook_id FROM input WHERE failing)
      ORDER BY w.id FOR NO KEY UPDATE OF w
    ),
    noted AS (
      UPDATE webhooks w SET
        failing = CASE WHEN k.is_earlier THEN l.failing ELSE w.failing END,
        outcome_at = CASE WHEN k.is_earlier THEN l.at ELSE w.outcome_at END,
        last_error_at = coalesce(e.created_at, w.last_error_at), last_error = coalesce(e.reason, w.last_error),
        failure_told_at = CASE WHEN k.is_earlier AND k.would_tell THEN now() ELSE w.failure_told_at END
      FROM locked k JOIN latest l ON l.webhook_id = k.id LEFT JOIN error e ON e.webhook_id = k.id
      WHERE w.id = k.id
      RETURNING w.id AS webhook_id, l.channel_id, k.is_earlier AND k.would_tell AS tells, e.told
    ),
    began AS (
      SELECT webhook_id, channel_id, jsonb_strip_nulls(jsonb_build_object('reason', told)) AS details FROM noted WHERE tells
    ),
    ${tellOf("webhook.failed", Prisma.sql`began`)}`;
  return told.map(({ user_id }) => user_id);
}

const DAY_MS = 24 * 3_600_000;

/** Since when failures are in the log. */
export function failuresSince(): Date {
  return new Date(Date.now() - LOG_LIMITS.failureDays * DAY_MS);
}

/** Deletes failures that have become too old, now and every hour from now on. Starts once per process, answers at once, never throws. */
export function forgetOldFailures(): void {
  repeat("forget-failures", { every: HOUR_MS }, deleteOldFailures, "old deliveries were not deleted");
}

/** Deletes the failures of all webhooks that are too old, a portion at a time. */
export async function deleteOldFailures(): Promise<void> {
  // In the order of their index: PostgreSQL takes each failure for as old as any delivery, and would read all to find so many.
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM deliveries WHERE id IN (
        SELECT id FROM deliveries WHERE status >= 400 AND created_at < ${failuresSince()}
        ORDER BY created_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
}
