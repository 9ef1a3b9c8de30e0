import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Attempt } from "@/lib/webhooks/attempt";
import type { DialectName } from "@/lib/webhooks/dialects/draft";
import { LOG_LIMITS } from "@/lib/webhooks/dto";
import { maskedPayload, type RawPayload } from "@/lib/webhooks/salvage-payload";

/** A request that is to stand in its webhook's delivery log. */
export type DeliveryRow = {
  /** Its place among all that this process has noted. */
  order: number;
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
  payload: RawPayload | null;
  origin: Attempt["origin"];
  created_at: string;
};

/** Of a webhook's rows that count, the latest that succeeded or the latest that failed. */
type Outcome = { webhook_id: bigint; id: bigint; status: number; reason: string | null; created_at: Date };

/**
 * Writes rows in their order, deletes what is then beyond the log's limits, and notes at each webhook whether it is failing.
 * Secrets in payloads are masked here, beside the posts and not on their way.
 */
export async function writeDeliveries(rows: readonly DeliveryRow[]): Promise<void> {
  const outcomes = await insert(JSON.stringify(rows.map(toInput)));
  if (outcomes.length > 0) await note(outcomes);
}

function toInput({ payload, ...row }: DeliveryRow): Record<string, unknown> {
  const kept = payload && maskedPayload(payload);
  return { ...row, payload: kept?.text ?? null, payload_cut: kept?.cut ?? false };
}

// A payload belongs to its channel's people and goes with its message, also when the webhook was moved or the message deleted
// between the request and now.
async function insert(rows: string): Promise<Outcome[]> {
  return db().$queryRaw<Outcome[]>`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS x(
        "order" bigint, webhook_id bigint, channel_id bigint, dialect dialect_name, event text, method text, status int, reason text,
        duration_ms int, size int, message_id bigint, payload text, payload_cut boolean, origin delivery_origin, created_at timestamptz)
    ),
    checked AS MATERIALIZED (
      SELECT i.*, m.id AS kept_message, w.channel_id = coalesce(m.channel_id, i.channel_id) AND m.deleted_at IS NULL AS shows_payload
      FROM input i JOIN webhooks w ON w.id = i.webhook_id LEFT JOIN messages m ON m.id = i.message_id WHERE w.deleted_at IS NULL
    ),
    added AS (
      INSERT INTO deliveries (webhook_id, dialect, event, method, status, reason, duration_ms, size, message_id, payload,
        payload_cut, origin, created_at)
      SELECT webhook_id, dialect, event, method, status, reason, duration_ms, size, kept_message,
        CASE WHEN shows_payload THEN payload END, shows_payload AND payload_cut, origin, created_at
      FROM checked ORDER BY "order"
      RETURNING id, webhook_id, status, reason, created_at
    ),
    old_successes AS (${surplus(Prisma.sql`status < 400`, LOG_LIMITS.successes)}),
    old_failures AS (${surplus(Prisma.sql`status >= 400`, LOG_LIMITS.failures)})
    SELECT DISTINCT ON (webhook_id, status >= 400) webhook_id, id, status, reason, created_at FROM added
    WHERE status NOT IN (403, 404) ORDER BY webhook_id, status >= 400, id DESC`;
}

/** Deletes what the added rows push out of their group. `group` is written out, or the group's index couldn't be used. */
function surplus(group: Prisma.Sql, kept: number): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM deliveries WHERE id IN (
      SELECT older.id FROM (SELECT webhook_id, count(*) AS n FROM added WHERE ${group} GROUP BY webhook_id) a CROSS JOIN LATERAL (
        SELECT d.id FROM deliveries d WHERE d.webhook_id = a.webhook_id AND ${group}
        ORDER BY d.id DESC OFFSET greatest(${kept} - a.n, 0) FOR UPDATE SKIP LOCKED) older)`;
}

// A statement of its own, because posts wait for the webhook's lock. Of several processes the one with the later delivery is right,
// whichever comes last.
async function note(outcomes: readonly Outcome[]): Promise<void> {
  const input = JSON.stringify(outcomes.map((row) => ({ ...row, webhook_id: `${row.webhook_id}`, id: `${row.id}` })));
  await db().$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${input}::jsonb) AS x(
        webhook_id bigint, id bigint, status int, reason text, created_at timestamptz)
    ),
    outcome AS (
      SELECT webhook_id, max(id) AS id, max(id) = max(id) FILTER (WHERE status >= 400) AS failing,
        max(created_at) FILTER (WHERE status >= 400) AS error_at, max(reason) FILTER (WHERE status >= 400) AS error
      FROM input GROUP BY webhook_id
    ),
    locked AS MATERIALIZED (
      SELECT w.id FROM webhooks w WHERE w.id IN (SELECT webhook_id FROM input) ORDER BY w.id FOR NO KEY UPDATE
    )
    UPDATE webhooks w SET outcome_id = o.id, failing = coalesce(o.failing, false),
      last_error_at = coalesce(o.error_at, w.last_error_at), last_error = coalesce(o.error, w.last_error)
    FROM outcome o
    WHERE w.id = o.webhook_id AND w.id IN (SELECT id FROM locked) AND (w.outcome_id IS NULL OR w.outcome_id < o.id)`;
}
