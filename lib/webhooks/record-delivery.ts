import { publish } from "@/lib/events/publish";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";
import { processWide } from "@/lib/process-wide";
import { cleanText } from "@/lib/text";
import type { Attempt } from "@/lib/webhooks/attempt";
import type { DialectName } from "@/lib/webhooks/dialects/draft";
import { LOG_LIMITS } from "@/lib/webhooks/dto";
import { forgetOldFailures } from "@/lib/webhooks/forget-failures";
import { portions } from "@/lib/webhooks/portions";
import type { Rejected } from "@/lib/webhooks/rejected";
import type { RawPayload } from "@/lib/webhooks/salvage-payload";
import { type DeliveryRow, writeDeliveries } from "@/lib/webhooks/write-deliveries";

const FLUSH_MS = 250;
// After a webhook's rows were written its next ones wait the longer the more there were: of a burst's successes only the latest
// matter, and whatever is written before them is written to be deleted.
const PACE_MS_PER_ROW = 20;
const LONGEST_PACE_MS = 2_000;
const MOST_WAITING = 20_000;
// Of payloads, in characters: of what would be more, only the rest of the row is kept. Failures have their own room.
const MOST_HELD = 16 * 1024 * 1024;

type Group = "successes" | "failures";

/** A webhook's rows that are not written yet, of each group as many as the log keeps: older ones would be deleted at once. */
type Waiting = { channelId: bigint; successes: DeliveryRow[]; failures: DeliveryRow[]; due: number };

const state = processWide("deliveries", () => ({
  waiting: new Map<bigint, Waiting>(),
  held: { successes: 0, failures: 0 },
  order: 0,
  timer: null as NodeJS.Timeout | null,
  flushing: null as Promise<void> | null,
  registered: false,
}));

/**
 * Notes a request in its webhook's delivery log. Answers at once and never throws; payloads are masked and rows written together
 * a moment later, so that a busy webhook costs no statement of its own for each post. If the process is killed in between, they
 * are lost.
 */
export function recordDelivery(
  attempt: Attempt,
  dialect: DialectName,
  outcome: { status: number; reason: Rejected | null; payload: RawPayload | null; startedAt: number },
): void {
  const { webhook, request, event, size, posted, origin } = attempt;
  const { status, reason, startedAt } = outcome;
  if (state.waiting.size >= MOST_WAITING && !state.waiting.has(webhook.id)) return;
  const entry = entryOf(webhook);
  const group = status < 400 ? "successes" : "failures";
  const payload = state.held[group] < MOST_HELD ? outcome.payload : null;
  state.held[group] += payload?.body.length ?? 0;
  state.order += 1;
  entry[group].push({
    order: state.order,
    webhook_id: `${webhook.id}`,
    channel_id: `${webhook.channelId}`,
    dialect,
    event,
    method: request.method.slice(0, 20),
    status,
    reason: reason && cleanText(reason.message),
    duration_ms: Math.round(performance.now() - startedAt),
    size,
    message_id: posted === null ? null : `${posted}`,
    payload,
    origin,
    created_at: new Date().toISOString(),
  });
  if (entry[group].length > LOG_LIMITS[group]) release(group, entry[group].shift());
  if (!state.registered) {
    state.registered = true;
    onShutdown(async () => {
      state.registered = false;
      await state.flushing;
      await flush(Number.POSITIVE_INFINITY);
    });
  }
  state.timer ??= setTimeout(() => void flush(performance.now()), FLUSH_MS);
}

function entryOf({ id, channelId }: Attempt["webhook"]): Waiting {
  const known = state.waiting.get(id);
  if (known) {
    known.channelId = channelId;
    return known;
  }
  const entry = { channelId, successes: [], failures: [], due: 0 };
  state.waiting.set(id, entry);
  return entry;
}

function release(group: Group, row: DeliveryRow | undefined): void {
  state.held[group] -= row?.payload?.body.length ?? 0;
}

/** Writes what is due at `time`, unless something is being written: then the next round takes it. */
async function flush(time: number): Promise<void> {
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  if (state.flushing) return;
  state.flushing = writeDue(time);
  await state.flushing;
  state.flushing = null;
  if (state.waiting.size > 0) state.timer ??= setTimeout(() => void flush(performance.now()), FLUSH_MS);
}

/** Writes what is due, and tells whoever looks at the logs. Never throws. */
async function writeDue(time: number): Promise<void> {
  forgetOldFailures();
  const batch = [...state.waiting].filter(([, { due }]) => due <= time).map(takeRows);
  try {
    for (const rows of portions(batch.flatMap(({ rows }) => rows))) await writeDeliveries(rows);
    for (const { webhookId, channelId, rows } of batch) {
      if (rows.length > 0) publish({ kind: "deliveries", channelId, webhookId });
    }
  } catch (error) {
    log.debug({ err: error }, "deliveries were not recorded");
  }
}

/** The webhook's rows in the order in which they came. It stays in the list for as long as its next rows have to wait. */
function takeRows([webhookId, entry]: [bigint, Waiting]) {
  const { channelId, successes, failures } = entry;
  const rows = [...successes, ...failures].sort((a, b) => a.order - b.order);
  for (const row of successes) release("successes", row);
  for (const row of failures) release("failures", row);
  if (rows.length === 0) state.waiting.delete(webhookId);
  entry.successes = [];
  entry.failures = [];
  entry.due = performance.now() + Math.min(rows.length * PACE_MS_PER_ROW, LONGEST_PACE_MS);
  return { webhookId, channelId, rows };
}
