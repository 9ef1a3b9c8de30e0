import { auditAndLeaveNotices } from "@/lib/audit/leave-notices";
import { withoutSecrets } from "@/lib/audit/without-secrets";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { addKeptPayload } from "@/lib/files/uploads/kept-payloads";
import { roomForPayloads } from "@/lib/files/uploads/quota";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";
import { maskSecrets } from "@/lib/secrets/mask-secrets";
import { cut } from "@/lib/text/text";
import { outweighs, recentTraffic } from "@/lib/webhooks/deliveries/failing";
import { countedSince, keptSince, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import { maskedPayload, type RawPayload } from "@/lib/webhooks/deliveries/payload";
import type { ByHand } from "@/lib/webhooks/request/context";
import type { DialectName } from "@/lib/webhooks/senders/registry";
import { defaultAvatarOf } from "@/lib/webhooks/senders/sender-marks";
import { schemeFor } from "@/lib/webhooks/senders/signature-schemes";

/** A row of the delivery log. */
export type DeliveryRow = {
  webhook_id: string;
  /** The webhook's channel when the request arrived. */
  channel_id: string;
  dialect: DialectName;
  event: string | null;
  method: string;
  status: number;
  reason: string | null;
  duration_ms: number;
  size: number;
  message_id: string | null;
  /** Further messages that the request posted or changed. */
  more_message_ids: string[] | null;
  payload: RawPayload | null;
  /** Whether it became a plain card. */
  plain: boolean;
  /** The sender that an accepted request came from; null for others and for a member's. */
  tool: DialectName | null;
  /** How many requests it counts for: itself, and those that the log left out before it. */
  counted: number;
  /** Whether another webhook got the request, whose rule handed it over to this one. */
  isHandedOver?: boolean;
  /** How often each event came in the requests that the log left out before it. */
  left_out?: ReadonlyMap<string, number>;
  origin: "sender" | ByHand["origin"];
  /** The member who sent it, if the sender didn't. */
  sent_by_id: string | null;
  created_at: string;
  /** `created_at` in milliseconds since 1970, more precisely: unique within the process. */
  at: number;
};

/** Writes rows in order with secrets in senders' texts masked, then deletes rows beyond the log's limits. */
export async function writeDeliveries(rows: readonly DeliveryRow[]): Promise<void> {
  const input: Record<string, unknown>[] = [];
  let room = rows.some(({ payload }) => payload !== null) ? await roomForPayloads() : 0;
  for (const row of rows) {
    const kept = row.payload !== null && room > 0 ? await maskedPayload(row.payload) : null;
    const bytes = kept === null ? 0 : Buffer.byteLength(kept.text);
    const fits = row.payload === null || (kept !== null && bytes <= room);
    input.push(fits ? toInput(row, kept) : toInput({ ...row, reason: withRemark(row.reason) }, null));
    if (!fits) continue;
    room -= bytes;
    addKeptPayload(bytes);
  }
  await insert(JSON.stringify(input), JSON.stringify(toolsIn(rows)), JSON.stringify(eventsIn(rows)));
}

/** What the first recognized request says about its webhook, if that isn't known yet. */
type Tool = { webhook_id: string; tool: DialectName; scheme: string; avatar: string | null };

/** Returns the first tool that posted to each webhook: one with a name, or else any JSON. Nothing for Parley's own. */
function toolsIn(rows: readonly DeliveryRow[]): Tool[] {
  const tools = new Map<string, Tool>();
  for (const { webhook_id, tool } of rows) {
    if (tool === null || tool === "parley") continue;
    const known = tools.get(webhook_id)?.tool;
    if (known === undefined || (known === "json" && tool !== "json")) {
      tools.set(webhook_id, { webhook_id, tool, scheme: schemeFor(tool), avatar: defaultAvatarOf(tool) });
    }
  }
  return [...tools.values()];
}

/** The most events that are counted of a webhook. */
const MOST_EVENTS = 200;

const LONGEST_EVENT = 100;

type EventCount = { webhook_id: string; channel_id: string; event: string; day: string; count: number; place: number };

/** Counts the events of accepted requests per webhook and day. */
function eventsIn(rows: readonly DeliveryRow[]): EventCount[] {
  const counts = new Map<string, EventCount>();
  const places = new Map<string, number>();
  for (const { webhook_id, channel_id, event, status, origin, isHandedOver, created_at, left_out = [] } of rows) {
    if (status >= 400 || origin !== "sender" || isHandedOver) continue;
    const day = created_at.slice(0, 10);
    for (const [name, n] of [...left_out, ...(event ? ([[event, 1]] as const) : [])]) {
      const seen = cut(maskSecrets(name), LONGEST_EVENT);
      const key = JSON.stringify([webhook_id, channel_id, day, seen]);
      const place = places.get(webhook_id) ?? 0;
      const known = counts.get(key) ?? { webhook_id, channel_id, event: seen, day, count: 0, place };
      if (known.count === 0) places.set(webhook_id, place + 1);
      counts.set(key, { ...known, count: known.count + n });
    }
  }
  return [...counts.values()];
}

function toInput(
  { event, tool: _tool, isHandedOver: _isHandedOver, left_out: _leftOut, ...row }: DeliveryRow,
  kept: Awaited<ReturnType<typeof maskedPayload>> | null,
): Record<string, unknown> {
  return { ...row, event: event && maskSecrets(event), payload: kept?.text ?? null, payload_cut: kept?.cut ?? false };
}

function withRemark(reason: string | null): string {
  return [reason, "The payload wasn't kept, because this workspace has no space left for files."]
    .filter(Boolean)
    .join(" ");
}

// A payload belongs to its channel's members and is deleted with its message, even if the webhook was moved or the
// message deleted since the request.
async function insert(rows: string, tools: string, events: string): Promise<void> {
  await db().$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS x(
        at float8, webhook_id bigint, channel_id bigint, dialect text, event text, method text, status int, reason text,
        duration_ms int, size int, message_id bigint, more_message_ids bigint[], payload text, payload_cut boolean, plain boolean, counted int, origin delivery_origin, sent_by_id bigint, created_at timestamptz)
    ),
    checked AS MATERIALIZED (
      SELECT i.*, m.id AS kept_message, coalesce(m.channel_id, i.channel_id) AS came_in, w.channel_id AS is_in,
        w.channel_id = coalesce(m.channel_id, i.channel_id) AND m.deleted_at IS NULL
          AND NOT EXISTS (SELECT FROM messages o WHERE o.id = ANY(i.more_message_ids) AND o.deleted_at IS NOT NULL) AS shows_payload
      FROM input i JOIN webhooks w ON w.id = i.webhook_id LEFT JOIN messages m ON m.id = i.message_id WHERE w.deleted_at IS NULL
    ),
    added AS (
      INSERT INTO deliveries (webhook_id, channel_id, dialect, event, method, status, reason, duration_ms, size, message_id, more_message_ids,
        payload, payload_cut, plain, origin, sent_by_id, created_at)
      SELECT webhook_id, came_in, dialect, event, method, status, reason, duration_ms, size, kept_message, more_message_ids,
        CASE WHEN shows_payload THEN payload END, shows_payload AND payload_cut, plain, origin, sent_by_id, created_at
      FROM checked ORDER BY at
      RETURNING webhook_id, status, plain
    ),
    -- What a member sends by hand says nothing about the sender. In order, so that two instances never wait for each other.
    counted AS (
      INSERT INTO webhook_hours AS h (webhook_id, hour, requests, failed)
      SELECT webhook_id, date_trunc('hour', created_at, 'UTC') AS hour, sum(counted),
        coalesce(sum(counted) FILTER (WHERE status >= 400), 0)
      FROM checked WHERE came_in = is_in AND origin = 'sender' GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (webhook_id, hour) DO UPDATE SET requests = h.requests + excluded.requests, failed = h.failed + excluded.failed
    ),
    seen AS (
      INSERT INTO webhook_events AS v (webhook_id, event, day, count)
      SELECT e.webhook_id, e.event, e.day, e.count
      FROM jsonb_to_recordset(${events}::jsonb) AS e(webhook_id bigint, channel_id bigint, event text, day date, count int, place int)
      JOIN webhooks w ON w.id = e.webhook_id AND w.channel_id = e.channel_id AND w.deleted_at IS NULL
      WHERE EXISTS (SELECT FROM webhook_events k WHERE k.webhook_id = e.webhook_id AND k.event = e.event)
        OR (SELECT count(DISTINCT k.event) FROM webhook_events k WHERE k.webhook_id = e.webhook_id) + e.place < ${MOST_EVENTS}
      ORDER BY 1, 2, 3
      ON CONFLICT (webhook_id, event, day) DO UPDATE SET count = v.count + excluded.count
    ),
    -- A locked one is named by a later request, so that this never waits for posts.
    unnamed AS MATERIALIZED (
      SELECT w.id, t.tool, t.scheme, t.avatar
      FROM jsonb_to_recordset(${tools}::jsonb) AS t(webhook_id bigint, tool text, scheme text, avatar text)
      JOIN webhooks w ON w.id = t.webhook_id
      WHERE w.deleted_at IS NULL AND (w.sender IS NULL OR w.sender = 'parley' OR (w.sender = 'json' AND t.tool <> 'json')
        OR (w.sender = t.tool AND w.avatar_url IS NULL AND t.avatar IS NOT NULL))
      FOR NO KEY UPDATE OF w SKIP LOCKED
    ),
    named AS (
      UPDATE webhooks w SET sender = u.tool, avatar_url = coalesce(w.avatar_url, u.avatar),
        signature_scheme = CASE WHEN w.signing_secret IS NULL AND w.sender IS DISTINCT FROM u.tool THEN u.scheme
          ELSE w.signature_scheme END
      FROM unnamed u WHERE w.id = u.id
    ),
    old_successes AS (${surplus(Prisma.sql`status < 400 AND NOT plain`, LOG_LIMITS.successes)}),
    old_plain AS (${surplus(Prisma.sql`plain`, LOG_LIMITS.plain)})
    ${surplus(Prisma.sql`status >= 400`, LOG_LIMITS.failures)}`;
}

/**
 * Deletes the oldest rows of a group beyond `kept`. `group` is inlined, because the group's index can't be used with a
 * parameter.
 */
function surplus(group: Prisma.Sql, kept: number): Prisma.Sql {
  // Locks only the rows to delete: a locking query would also lock the rows that it skips.
  return Prisma.sql`
    DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE id = ANY(ARRAY(
      SELECT older.id FROM (SELECT webhook_id, count(*) AS n FROM added WHERE ${group} GROUP BY webhook_id) a CROSS JOIN LATERAL (
        SELECT d.id FROM deliveries d WHERE d.webhook_id = a.webhook_id AND ${group}
        ORDER BY d.id DESC OFFSET greatest(${kept} - a.n, 0)) older)) FOR UPDATE SKIP LOCKED)`;
}

/**
 * Records for each webhook whether it is failing, given its latest success and failure. Arrival time decides which came
 * last, because the two are written separately and by several processes. Nothing is written for another success of a
 * working webhook; the log has its time. A webhook that is failing stays so until a request succeeds. When it starts
 * failing, its creator and its channel's managers get a notice, at most one an hour. Returns the users to `announce` it
 * to.
 */
export async function noteOutcomes(rows: readonly DeliveryRow[]): Promise<bigint[]> {
  const traffic = await recentTraffic(rows.filter(({ status }) => status >= 400).map((row) => row.webhook_id));
  const outcomes = rows.map(({ webhook_id, channel_id, status, reason, created_at, at }) => {
    const masked = reason && withoutSecrets(reason);
    const recent = traffic.get(webhook_id);
    const weight = { failed: recent?.failed ?? 0, weighs: recent !== undefined && outweighs(recent) };
    return { webhook_id, channel_id, failing: status >= 400, ...weight, reason, masked, created_at, at: at / 1000 };
  });
  // A time in the future comes from a clock that was set back and mustn't outrank later outcomes. Requests from before
  // a move don't concern the new channel.
  const recipients = await db().$queryRaw<{ user_id: bigint }[]>`
    WITH input AS MATERIALIZED (
      SELECT webhook_id, channel_id, failing, failed, weighs, reason, masked, created_at, to_timestamp(at) AS at
      FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS x(
        webhook_id bigint, channel_id bigint, failing boolean, failed int, weighs boolean, reason text, masked text, created_at timestamptz, at float8)
    ),
    latest AS (
      SELECT DISTINCT ON (webhook_id) webhook_id, channel_id, failing, failed, weighs, at FROM input ORDER BY webhook_id, at DESC
    ),
    error AS (SELECT webhook_id, reason, masked, created_at FROM input WHERE failing),
    locked AS MATERIALIZED (
      SELECT w.id, (w.outcome_at IS NULL OR w.outcome_at <= l.at OR w.outcome_at > now()) AND NOT (l.failing AND EXISTS (
        SELECT FROM deliveries d WHERE d.webhook_id = w.id AND d.status < 400 AND d.created_at > l.at AND d.created_at <= now())) AS is_earlier,
        l.failing AND l.weighs AND NOT w.failing AND w.channel_id = l.channel_id AND w.deleted_at IS NULL
          AND (w.failure_told_at < now() - interval '1 hour') IS NOT FALSE AS would_tell
      FROM webhooks w JOIN latest l ON l.webhook_id = w.id
      WHERE w.failing OR w.failed_in_row > 0 OR w.outcome_at IS NULL OR w.id IN (SELECT webhook_id FROM input WHERE failing)
      ORDER BY w.id FOR NO KEY UPDATE OF w
    ),
    noted AS (
      UPDATE webhooks w SET
        failing = CASE WHEN k.is_earlier THEN l.failing AND (l.weighs OR w.failing) ELSE w.failing END,
        failed_in_row = CASE WHEN NOT k.is_earlier THEN w.failed_in_row WHEN l.failing THEN l.failed ELSE 0 END,
        outcome_at = CASE WHEN k.is_earlier THEN l.at ELSE w.outcome_at END,
        last_error_at = coalesce(e.created_at, w.last_error_at), last_error = coalesce(e.reason, w.last_error),
        failure_told_at = CASE WHEN k.is_earlier AND k.would_tell THEN now() ELSE w.failure_told_at END
      FROM locked k JOIN latest l ON l.webhook_id = k.id LEFT JOIN error e ON e.webhook_id = k.id
      WHERE w.id = k.id
      RETURNING w.id AS webhook_id, l.channel_id, k.is_earlier AND k.would_tell AS tells, e.masked
    ),
    began AS (
      SELECT webhook_id, channel_id, jsonb_strip_nulls(jsonb_build_object('reason', masked)) AS details FROM noted WHERE tells
    ),
    ${auditAndLeaveNotices("webhook.failed", Prisma.sql`began`)}`;
  return recipients.map(({ user_id }) => user_id);
}

export const oldDeliveriesJob: TimedJob = {
  name: "forget-failures",
  label: "Delete old deliveries",
  every: HOUR_MS,
  work: deleteOldDeliveries,
  failure: "old deliveries were not deleted",
};

/** Deletes expired failures, plain cards and counts of all webhooks in batches. */
export async function deleteOldDeliveries(): Promise<void> {
  await deleteOld(Prisma.sql`status >= 400`);
  await deleteOld(Prisma.sql`plain`);
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM webhook_hours h USING (
        SELECT webhook_id, hour FROM webhook_hours WHERE hour < ${countedSince()}
        ORDER BY hour LIMIT ${atMost} FOR UPDATE SKIP LOCKED) old
      WHERE h.webhook_id = old.webhook_id AND h.hour = old.hour`,
  );
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM webhook_events e USING (
        SELECT webhook_id, event, day FROM webhook_events WHERE day < ${keptSince()}::timestamptz::date
        ORDER BY day LIMIT ${atMost} FOR UPDATE SKIP LOCKED) old
      WHERE e.webhook_id = old.webhook_id AND e.event = old.event AND e.day = old.day`,
  );
}

/** Deletes the expired rows of a group. `group` is inlined, so that its index can be used. */
async function deleteOld(group: Prisma.Sql): Promise<void> {
  // In index order: PostgreSQL assumes that failures are as old as other deliveries and would scan them all.
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM deliveries WHERE id IN (
        SELECT id FROM deliveries WHERE ${group} AND created_at < ${keptSince()}
        ORDER BY created_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
}
