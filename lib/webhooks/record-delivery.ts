import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/publish";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import type { Attempt } from "@/lib/webhooks/attempt";
import type { DialectName } from "@/lib/webhooks/dialects/draft";
import { portions } from "@/lib/webhooks/portions";
import type { Rejected } from "@/lib/webhooks/rejected";
import type { KeptPayload } from "@/lib/webhooks/salvage-payload";

/** How many deliveries of each webhook are kept. */
export const DELIVERIES_KEPT = 100;

const FLUSH_MS = 250;
const MOST_WAITING = 20_000;
// Of payloads, in characters: of what would be more, only the rest of the row is kept.
const MOST_PAYLOADS = 16 * 1024 * 1024;

type Row = {
  webhook_id: string;
  dialect: DialectName;
  event: string | null;
  method: string;
  status: number;
  reason: string | null;
  duration_ms: number;
  size: number;
  message_id: string | null;
  payload: string | null;
  payload_cut: boolean;
  origin: Attempt["origin"];
  created_at: string;
  /** Whether it is an error of the sender's, which the webhook then shows as its last. */
  is_error: boolean;
};

/** The webhook's rows that are not written yet, the latest 100 at most: older ones would be deleted at once. */
type Waiting = { channelId: bigint; rows: Row[] };

const state = processWide("deliveries", () => ({
  waiting: new Map<bigint, Waiting>(),
  payloads: 0,
  timer: null as NodeJS.Timeout | null,
  flushing: null as Promise<void> | null,
  registered: false,
}));

/**
 * Notes a request in its webhook's delivery log. Answers at once and never throws; rows are written together a moment later, so
 * that a busy webhook costs no statement of its own for each post. If the process is killed in between, they are lost.
 */
export function recordDelivery(
  attempt: Attempt,
  dialect: DialectName,
  outcome: { status: number; reason: Rejected | null; payload: KeptPayload | null; startedAt: number },
): void {
  const { webhook, request, event, size, posted, origin } = attempt;
  const { status, reason, startedAt } = outcome;
  const payload = state.payloads < MOST_PAYLOADS ? outcome.payload : null;
  if (state.waiting.size >= MOST_WAITING && !state.waiting.has(webhook.id)) return;
  const entry = state.waiting.get(webhook.id) ?? { channelId: webhook.channelId, rows: [] };
  entry.rows.push({
    webhook_id: `${webhook.id}`,
    dialect,
    event,
    method: request.method.slice(0, 20),
    status,
    reason: reason?.message ?? null,
    duration_ms: Math.round(performance.now() - startedAt),
    size,
    message_id: posted === null ? null : `${posted}`,
    payload: payload?.text ?? null,
    payload_cut: payload?.cut ?? false,
    origin,
    created_at: new Date().toISOString(),
    // That it is paused, or its channel archived, is no failure of the sender's; nor is asking for a message that is gone.
    is_error: reason !== null && status < 500 && status !== 403 && status !== 404,
  });
  state.payloads += payload?.text.length ?? 0;
  if (entry.rows.length > DELIVERIES_KEPT) state.payloads -= entry.rows.shift()?.payload?.length ?? 0;
  state.waiting.set(webhook.id, entry);
  if (!state.registered) {
    state.registered = true;
    onShutdown(async () => {
      state.registered = false;
      await state.flushing;
      await flush();
    });
  }
  state.timer ??= setTimeout(() => void flush(), FLUSH_MS);
}

/** Writes what waits, unless something is being written: then the next round takes it. */
async function flush(): Promise<void> {
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  if (state.flushing || state.waiting.size === 0) return;
  state.flushing = writeWaiting();
  await state.flushing;
  state.flushing = null;
  if (state.waiting.size > 0) state.timer ??= setTimeout(() => void flush(), FLUSH_MS);
}

/** Writes what waits, and tells whoever looks at the logs. Never throws. */
async function writeWaiting(): Promise<void> {
  const batch = [...state.waiting];
  state.waiting.clear();
  state.payloads = 0;
  try {
    for (const rows of portions(batch.flatMap(([, { rows }]) => rows))) await write(rows);
    for (const [webhookId, { channelId }] of batch) publish({ kind: "deliveries", channelId, webhookId });
  } catch (error) {
    log.debug({ err: error }, "deliveries were not recorded");
  }
}

async function write(rows: readonly Row[]): Promise<void> {
  await db().$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows.map((row, ord) => ({ ...row, ord })))}::jsonb) AS x(
        webhook_id bigint, dialect dialect_name, event text, method text, status int, reason text, duration_ms int, size int,
        message_id bigint, payload text, payload_cut boolean, origin delivery_origin, created_at timestamptz, is_error boolean, ord int)
    ),
    added AS (
      INSERT INTO deliveries (webhook_id, dialect, event, method, status, reason, duration_ms, size, message_id, payload,
        payload_cut, origin, created_at)
      SELECT i.webhook_id, i.dialect, i.event, i.method, i.status, i.reason, i.duration_ms, i.size, i.message_id, i.payload,
        i.payload_cut, i.origin, i.created_at
      FROM input i JOIN webhooks w ON w.id = i.webhook_id WHERE w.deleted_at IS NULL ORDER BY i.ord
      RETURNING webhook_id
    ),
    surplus AS (
      DELETE FROM deliveries WHERE id IN (
        SELECT older.id FROM (SELECT webhook_id, count(*) AS n FROM added GROUP BY webhook_id) a CROSS JOIN LATERAL (
          SELECT d.id FROM deliveries d WHERE d.webhook_id = a.webhook_id
          ORDER BY d.id DESC OFFSET greatest(${DELIVERIES_KEPT} - a.n, 0) FOR UPDATE SKIP LOCKED) older)
    ),
    locked AS MATERIALIZED (
      SELECT w.id FROM webhooks w WHERE w.id IN (SELECT webhook_id FROM input WHERE is_error)
      ORDER BY w.id FOR NO KEY UPDATE
    )
    UPDATE webhooks w SET last_error_at = e.created_at, last_error = e.reason
    FROM (SELECT DISTINCT ON (webhook_id) webhook_id, created_at, reason FROM input WHERE is_error
      ORDER BY webhook_id, ord DESC) e
    WHERE w.id = e.webhook_id AND w.id IN (SELECT id FROM locked)`;
}
