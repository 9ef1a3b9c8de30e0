import { db } from "@/lib/db/client";
import { processWide } from "@/lib/process/process-wide";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

/** What Parley sends to servers elsewhere. */
type Kind = "mail" | "push";

type Count = { sent: number; failed: number; problem: string | null };

/** Attempts of the last day, and the last success and failure of the last 30 days. Times are ISO 8601. */
export type Sendings = {
  sent: number;
  failed: number;
  sentAt: string | null;
  failedAt: string | null;
  /** Why the last failure failed, as a sentence without secrets. */
  problem: string | null;
};

const KEPT_DAYS = 30;
const MOST_HOURS = (KEPT_DAYS + 1) * 24;

/** Attempts that aren't stored yet. */
const waiting = processWide("sendings", () => new Map<Kind, Count>());

/** Counts an attempt to send something. `problem` is a sentence without secrets, or null if it succeeded. */
export function countSending(kind: Kind, problem: string | null): void {
  const isSent = problem === null;
  add(kind, { sent: isSent ? 1 : 0, failed: isSent ? 0 : 1, problem });
}

function add(kind: Kind, { sent, failed, problem }: Count): void {
  const count = waiting.get(kind) ?? { sent: 0, failed: 0, problem: null };
  waiting.set(kind, { sent: count.sent + sent, failed: count.failed + failed, problem: problem ?? count.problem });
}

/** Stores what was counted, also at shutdown. */
export const sendingsJob: TimedJob = {
  name: "sendings",
  label: "Count sent emails and push notifications",
  every: MINUTE_MS,
  later: true,
  work: storeSendings,
  atEnd: storeSendings,
  failure: "sent emails and pushes weren't counted yet",
};

/** Adds what was counted in this process to the current hour. If that fails, it's stored with the next. */
export async function storeSendings(): Promise<void> {
  const counts = [...waiting];
  waiting.clear();
  let stored = 0;
  try {
    for (const [kind, count] of counts) {
      await store(kind, count);
      stored += 1;
    }
  } finally {
    for (const [kind, count] of counts.slice(stored)) add(kind, count);
  }
}

async function store(kind: Kind, { sent, failed, problem }: Count): Promise<void> {
  await db().$executeRaw`
    WITH old AS (DELETE FROM sendings WHERE kind = ${kind} AND hour < now() - ${KEPT_DAYS} * interval '1 day')
    INSERT INTO sendings AS s (kind, hour, sent, failed, sent_at, failed_at, problem)
    VALUES (${kind}, date_trunc('hour', now()), ${sent}, ${failed}, CASE WHEN ${sent}::int > 0 THEN now() END,
      CASE WHEN ${failed}::int > 0 THEN now() END, ${problem})
    ON CONFLICT (kind, hour) DO UPDATE SET sent = s.sent + excluded.sent, failed = s.failed + excluded.failed,
      sent_at = coalesce(excluded.sent_at, s.sent_at), failed_at = coalesce(excluded.failed_at, s.failed_at),
      problem = coalesce(excluded.problem, s.problem)`;
}

/** Returns how sending went on all instances. What they did within the last minute may be missing. */
export async function recentSendings(kind: Kind): Promise<Sendings> {
  const rows = await db().sending.findMany({ where: { kind }, orderBy: { hour: "desc" }, take: MOST_HOURS });
  const dayAgo = Date.now() - 24 * 60 * MINUTE_MS;
  const ofDay = rows.filter(({ hour }) => hour.getTime() > dayAgo);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const lastFailed = rows.find(({ failedAt }) => failedAt !== null);
  return {
    sent: sum(ofDay.map(({ sent }) => sent)),
    failed: sum(ofDay.map(({ failed }) => failed)),
    sentAt: rows.find(({ sentAt }) => sentAt !== null)?.sentAt?.toISOString() ?? null,
    failedAt: lastFailed?.failedAt?.toISOString() ?? null,
    problem: lastFailed?.problem ?? null,
  };
}
