import { db } from "@/lib/db/client";
import { DAY_MS, keptSince, LOG_LIMITS, MOST_IN_ROW } from "@/lib/webhooks/deliveries/limits";

/** What the log knows of a webhook's recent requests. Those that members sent aren't counted. */
export type Traffic = {
  /** How many requests failed since the latest success, and over how long a time. */
  failed: number;
  failedForMs: number;
  /** How many succeeded within the last 30 days. */
  succeeded: number;
};

const SUCCESSES_PER_FAILURE = 10;
const FEW = 3;

/**
 * Returns whether a webhook is failing: its latest requests failed, at least one for every ten that succeeded before, or
 * three over a day or more. So a few bad requests by hand don't outweigh a hundred good ones, but a nightly job's do.
 */
export function outweighs({ failed, failedForMs, succeeded }: Traffic): boolean {
  if (failed >= FEW && failedForMs >= DAY_MS) return true;
  return failed >= Math.max(1, Math.ceil(succeeded / SUCCESSES_PER_FAILURE));
}

/** Returns the recent traffic of these webhooks in the channels that they are in now. */
export async function recentTraffic(webhookIds: readonly string[]): Promise<Map<string, Traffic>> {
  if (webhookIds.length === 0) return new Map();
  type Row = { id: bigint; failed: bigint; since: Date | null; succeeded: bigint };
  const rows = await db().$queryRaw<Row[]>`
    SELECT w.id, f.failed, f.since, s.succeeded
    FROM webhooks w
    CROSS JOIN LATERAL (
      SELECT count(*) AS succeeded, max(created_at) AS latest FROM (
        SELECT created_at FROM deliveries d
        WHERE d.webhook_id = w.id AND d.status < 400 AND d.channel_id = w.channel_id AND d.origin = 'sender'
          AND d.created_at > ${keptSince()}
        ORDER BY d.id DESC LIMIT ${LOG_LIMITS.successes}) recent
    ) s
    CROSS JOIN LATERAL (
      SELECT count(*) AS failed, min(created_at) AS since FROM (
        SELECT created_at, status, origin, channel_id FROM deliveries d
        WHERE d.webhook_id = w.id AND d.status >= 400 ORDER BY d.id DESC LIMIT ${MOST_IN_ROW}) recent
      WHERE status NOT IN (403, 404) AND origin = 'sender' AND channel_id = w.channel_id
        AND (s.latest IS NULL OR created_at > s.latest)
    ) f
    WHERE w.id = ANY(${webhookIds.map(BigInt)})`;
  return new Map(
    rows.map(({ id, failed, since, succeeded }) => [
      `${id}`,
      {
        // The caller has seen one, which may not be in the log.
        failed: Math.max(1, Number(failed)),
        failedForMs: since ? Date.now() - since.getTime() : 0,
        succeeded: Number(succeeded),
      },
    ]),
  );
}
