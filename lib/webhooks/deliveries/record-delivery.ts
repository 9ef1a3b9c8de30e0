import { announce } from "@/lib/audit/leave-notices";
import { publish } from "@/lib/events/hub";
import { refuseIfFull } from "@/lib/process/full-disk";
import { log, noticeFullDisk } from "@/lib/process/log";
import { onShutdown } from "@/lib/process/on-shutdown";
import { processWide } from "@/lib/process/process-wide";
import { storableText } from "@/lib/text/text";
import { isOutcome, LOG_LIMITS } from "@/lib/webhooks/deliveries/limits";
import { type RawPayload, shortened } from "@/lib/webhooks/deliveries/payload";
import { type DeliveryRow, noteOutcomes, writeDeliveries } from "@/lib/webhooks/deliveries/write-deliveries";
import type { RequestContext } from "@/lib/webhooks/request/context";
import type { DialectName } from "@/lib/webhooks/senders/registry";

// Why: docs/decisions/delivery-log.md

const FLUSH_MS = 250;
// After a write, a webhook's next rows wait, longer for more or larger rows and for more busy webhooks, because posting
// has priority over logging. They wait less for failures: successes of a burst are mostly deleted right away, but every
// failure is kept.
const PACE_MS = { row: 20, character: 2 / 1024 } as const;
const LONGEST_PACE_MS = { successes: 10_000, failures: 2_000 } as const;
// After half a second with fewer requests than have this pace together, nothing waits anymore.
const QUIET_MS = 500;
const QUIET_PACE_MS = 200;
const MOST_WAITING = 20_000;
const MOST_PLAIN_WAITING = 2_000;
const MOST_EVENTS = 200;
// Characters of payloads held per lane: above the first limit only beginnings are kept, above the second none.
const MANY_BUFFERED = 8 * 1024 * 1024;
const MOST_BUFFERED = 16 * 1024 * 1024;

type Group = keyof typeof LONGEST_PACE_MS;

/** A webhook's unwritten rows, at most as many as the log keeps, because older ones would be deleted right away. */
type WaitingRows = { channelId: bigint; rows: DeliveryRow[]; due: number };

/** Successes and failures are queued separately, so that neither fills the other's queue. */
type Lane = { waiting: Map<bigint, WaitingRows>; buffered: number };

const state = processWide("deliveries", () => ({
  lanes: {
    successes: { waiting: new Map(), buffered: 0 },
    failures: { waiting: new Map(), buffered: 0 },
  } as Record<Group, Lane>,
  latest: 0,
  /** The pace of all requests of this half second and of the one before, and when this one began. */
  recent: { since: 0, pace: 0, before: 0 },
  timer: null as NodeJS.Timeout | null,
  flushing: null as Promise<void> | null,
  registered: false,
}));

/** The outcome of a request. `reason` says why it was rejected. */
type Outcome = {
  dialect: DialectName;
  status: number;
  reason: string | null;
  payload: RawPayload | null;
  /** Whether it became a plain card. */
  plain?: boolean;
  /** The sender that an accepted request came from. */
  tool?: DialectName;
  /** The request's message, if it didn't post or change any or several. */
  messageId: bigint | null;
  startedAt: number;
  /** Whether another webhook got it, so that it says nothing about this one's sender. */
  isHandedOver?: boolean;
};

/**
 * Queues a request for its webhook's delivery log. Returns immediately and never throws. Payloads are masked and rows
 * written in batches a moment later, so that a busy webhook doesn't need a statement per post. They are lost if the
 * process is killed in between.
 */
export function recordDelivery(
  { webhook, method, event, body, byHand, messages, noted }: RequestContext,
  { dialect, status, reason, messageId: answered, startedAt, isHandedOver = false, ...outcome }: Outcome,
): void {
  const group = status < 400 ? "successes" : "failures";
  const lane = state.lanes[group];
  if (lane.waiting.size >= MOST_WAITING && !lane.waiting.has(webhook.id)) return;
  const entry = lane.waiting.get(webhook.id) ?? { channelId: webhook.channelId, rows: [], due: 0 };
  lane.waiting.set(webhook.id, entry);
  entry.channelId = webhook.channelId;
  // What a rule handed over is in the log of the webhook that posted it.
  const isElsewhere = noted.handedOver.some((each) => each.messageId === answered);
  const message = (isElsewhere ? null : answered) ?? [...messages][0] ?? null;
  const others = [...messages].filter((id) => id !== message);
  const payload = outcome.payload && cutToFit(outcome.payload, lane);
  lane.buffered += charactersOf({ payload });
  countRecent();
  state.recent.pace += paceOf([{ payload }]);
  entry.rows.push({
    webhook_id: `${webhook.id}`,
    channel_id: `${webhook.channelId}`,
    dialect,
    event,
    method: method.slice(0, 20),
    status,
    reason: reason && storableText(reason),
    duration_ms: Math.round(performance.now() - startedAt),
    size: body.size,
    message_id: message === null ? null : `${message}`,
    more_message_ids: others.length > 0 ? others.map(String) : null,
    payload,
    plain: outcome.plain ?? false,
    tool: byHand ? null : (outcome.tool ?? null),
    counted: isHandedOver ? 0 : 1,
    isHandedOver,
    origin: byHand?.origin ?? "sender",
    sent_by_id: byHand && `${byHand.user.id}`,
    created_at: new Date().toISOString(),
    at: nextInstant(),
  });
  if (entry.rows.length > LOG_LIMITS[group]) lane.buffered -= charactersOf(dropOldest(entry.rows));
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

/** Queues what rules handed over for the logs of the webhooks that posted it. */
export function recordHandedOver(
  context: RequestContext,
  outcome: Pick<Outcome, "dialect" | "status" | "payload" | "startedAt">,
): void {
  for (const { webhookId, channelId, messageId, replayed, from } of context.noted.handedOver) {
    if (replayed) continue;
    const webhook = { ...context.webhook, id: webhookId, channelId };
    const noted = { ...context.noted, handedOver: [] };
    const theirs = { ...context, webhook, noted, messages: new Set([messageId]) };
    recordDelivery(theirs, { ...outcome, reason: `Handed over by ${from}.`, messageId, isHandedOver: true });
  }
}

/** Returns how many requests wait in this process for their log, and since when the oldest has, by `Date.now()`. */
export function waitingDeliveries(): { count: number; since: number | null } {
  const waiting = Object.values(state.lanes).flatMap((lane) => [...lane.waiting.values()]);
  const since = waiting.flatMap(({ rows }) => rows[0]?.at ?? []).reduce((a, b) => Math.min(a, b), Infinity);
  return {
    count: waiting.reduce((sum, { rows }) => sum + rows.length, 0),
    since: Number.isFinite(since) ? since : null,
  };
}

/** Removes the oldest row that isn't a plain card, or the oldest of very many. */
function dropOldest(rows: DeliveryRow[]): DeliveryRow | undefined {
  const index = rows.findIndex(({ plain }) => !plain);
  if (index < 0 && rows.length <= MOST_PLAIN_WAITING) return undefined;
  const [dropped] = rows.splice(Math.max(index, 0), 1);
  const latest = rows.at(-1);
  if (dropped && latest) {
    latest.counted += dropped.counted;
    if (dropped.event || dropped.left_out) latest.left_out = withEventsOf(dropped, latest.left_out);
  }
  return dropped;
}

/** Adds a row's events, and those that it stands for, to counts. */
function withEventsOf(
  { event, left_out = new Map() }: DeliveryRow,
  counts: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const all = new Map([...counts]);
  for (const [name, n] of [...left_out, ...(event ? ([[event, 1]] as const) : [])]) {
    if (all.has(name) || all.size < MOST_EVENTS) all.set(name, (all.get(name) ?? 0) + n);
  }
  return all;
}

function cutToFit(payload: RawPayload, lane: Lane): RawPayload | null {
  if (lane.buffered < MANY_BUFFERED) return payload;
  return lane.buffered < MOST_BUFFERED ? shortened(payload) : null;
}

function charactersOf(row: Pick<DeliveryRow, "payload"> | undefined): number {
  return row?.payload?.body.length ?? 0;
}

/** Returns milliseconds since 1970, always a little more than the last time, even if the clock hasn't advanced. */
function nextInstant(): number {
  state.latest = Math.max(Date.now(), state.latest + 0.001);
  return state.latest;
}

function countRecent(): void {
  const now = performance.now();
  const { since, pace } = state.recent;
  if (now - since >= QUIET_MS) state.recent = { since: now, pace: 0, before: now - since < 2 * QUIET_MS ? pace : 0 };
}

function isQuiet(): boolean {
  countRecent();
  return Math.max(state.recent.pace, state.recent.before) < QUIET_PACE_MS;
}

function paceOf(rows: readonly Pick<DeliveryRow, "payload">[]): number {
  return rows.reduce((sum, row) => sum + PACE_MS.row + charactersOf(row) * PACE_MS.character, 0);
}

/** Writes the rows that are due, unless a write is running; the next round takes them then. */
async function flush(time: number): Promise<void> {
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  if (state.flushing) return;
  state.flushing = writeDue(isQuiet() ? Number.POSITIVE_INFINITY : time);
  await state.flushing;
  state.flushing = null;
  const { successes, failures } = state.lanes;
  if (successes.waiting.size + failures.waiting.size === 0) return;
  state.timer ??= setTimeout(() => void flush(performance.now()), FLUSH_MS);
}

/** Writes the rows that are due and notifies open delivery logs. Never throws. */
async function writeDue(time: number): Promise<void> {
  const failures = takeDue("failures", time);
  // What succeeded meanwhile is written with them, because it decides if the webhook is failing.
  const successes = takeDue("successes", time, new Set(failures.map(({ webhookId }) => webhookId)));
  const batch = [...failures, ...successes];
  const inOrder = batch.flatMap(({ rows }) => rows).sort((a, b) => a.at - b.at);
  const latest = batch.flatMap(({ rows }) => rows.findLast(isOutcome) ?? []);
  try {
    refuseIfFull("database");
    for (const rows of portions(inOrder)) await writeDeliveries(rows);
    for (const rows of portions(latest)) announce(await noteOutcomes(rows));
    for (const { webhookId, channelId } of batch) publish({ kind: "deliveries", channelId, webhookId });
  } catch (error) {
    noticeFullDisk(error);
    log.debug({ err: error }, "deliveries were not recorded");
  }
}

/**
 * Takes the rows that are due, and those of the webhooks in `also`. Their webhook stays in the lane until its next rows
 * may be written.
 */
function takeDue(
  group: Group,
  time: number,
  also: ReadonlySet<bigint> = new Set(),
): { webhookId: bigint; channelId: bigint; rows: DeliveryRow[] }[] {
  const lane = state.lanes[group];
  const due = [...lane.waiting].filter(([id, { due, rows }]) => due <= time || (rows.length > 0 && also.has(id)));
  const busy = due.filter(([, { rows }]) => rows.length > 0).length;
  return due.flatMap(([webhookId, entry]) => {
    const { channelId, rows } = entry;
    if (rows.length === 0) {
      lane.waiting.delete(webhookId);
      return [];
    }
    const pace = paceOf(rows);
    lane.buffered -= rows.reduce((sum, row) => sum + charactersOf(row), 0);
    entry.rows = [];
    entry.due = performance.now() + Math.min(pace * busy, LONGEST_PACE_MS[group]);
    return [{ webhookId, channelId, rows }];
  });
}

const MOST_ROWS = 500;
const MOST_CHARACTERS = 512 * 1024;

/**
 * Splits rows into batches that one statement can hold. Masking and serialising a larger one would block the process.
 */
export function* portions<R extends { payload: { body: { length: number } } | null }>(
  rows: readonly R[],
): Generator<R[]> {
  let portion: R[] = [];
  let characters = 0;
  for (const row of rows) {
    portion.push(row);
    characters += row.payload?.body.length ?? 0;
    if (portion.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield portion;
    portion = [];
    characters = 0;
  }
  if (portion.length > 0) yield portion;
}
