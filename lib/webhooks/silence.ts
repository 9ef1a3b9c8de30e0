import { announce, auditAndLeaveNotices } from "@/lib/audit/leave-notices";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";

type Expectation = {
  pausedAt: Date | null;
  lastUsedAt: Date | null;
  expectedEveryHours: number | null;
  expectedSince: Date | null;
  silentSince: Date | null;
};

/** Returns since when a webhook has been silent, or null if it isn't or isn't expected to post. */
export function silentSince({ pausedAt, expectedEveryHours, silentSince, ...since }: Expectation): Date | null {
  if (pausedAt || expectedEveryHours === null || silentSince === null) return null;
  const heard = [since.lastUsedAt, since.expectedSince].some((at) => at !== null && at > silentSince);
  return heard ? null : silentSince;
}

export const silenceJob: TimedJob = {
  name: "keep-telling-silence",
  label: "Report webhooks that have gone silent",
  every: MINUTE_MS,
  later: true,
  work: tellSilence,
  failure: "notices about silent webhooks were not sent yet",
};

/**
 * Notifies the creator and the channel's managers of each webhook that hasn't posted for as long as expected, once per
 * silence even if several processes run this. Paused webhooks and those in archived channels aren't expected to post.
 */
export async function tellSilence(): Promise<void> {
  // Skips locked rows: the webhook is posting right now, or another process is handling it.
  const recipients = await db().$queryRaw<{ user_id: bigint }[]>`
    WITH silent AS MATERIALIZED (
      SELECT w.id, w.channel_id, w.expected_every_hours AS hours, greatest(w.last_used_at, w.expected_since) AS since
      FROM webhooks w JOIN channels c ON c.id = w.channel_id
      WHERE w.expected_every_hours IS NOT NULL AND w.deleted_at IS NULL AND w.paused_at IS NULL AND c.archived_at IS NULL
        AND greatest(w.last_used_at, w.expected_since) <= now() - w.expected_every_hours * interval '1 hour'
        AND (w.silent_since >= greatest(w.last_used_at, w.expected_since)) IS NOT TRUE
      ORDER BY w.id FOR NO KEY UPDATE OF w SKIP LOCKED
    ),
    fell AS (
      UPDATE webhooks w SET silent_since = s.since FROM silent s WHERE w.id = s.id
      RETURNING w.id AS webhook_id, s.channel_id, jsonb_build_object('silentHours', s.hours) AS details
    ),
    ${auditAndLeaveNotices("webhook.fell_silent", Prisma.sql`fell`)}`;
  announce(recipients.map(({ user_id }) => user_id));
}
