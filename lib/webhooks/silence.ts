import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { announce, tellOf } from "@/lib/notices/tell";
import { MINUTE_MS, repeat } from "@/lib/repeat";

type Expectation = {
  pausedAt: Date | null;
  lastUsedAt: Date | null;
  expectedEveryHours: number | null;
  expectedSince: Date | null;
  silentSince: Date | null;
};

/** Since when a webhook has posted nothing that is expected to post and was found silent; null of all others. */
export function silentSince({ pausedAt, expectedEveryHours, silentSince, ...since }: Expectation): Date | null {
  if (pausedAt || expectedEveryHours === null || silentSince === null) return null;
  const heard = [since.lastUsedAt, since.expectedSince].some((at) => at !== null && at > silentSince);
  return heard ? null : silentSince;
}

/** Tells, from now on and every minute, which webhooks have fallen silent. Starts once per process, answers at once, never throws. */
export function keepTellingSilence(): void {
  repeat(
    "keep-telling-silence",
    { every: MINUTE_MS, later: true },
    tellSilence,
    "notices about silent webhooks were not sent yet",
  );
}

/**
 * Leaves a notice for the creator and the channel's managers of each webhook that has posted nothing for as long as it is expected to,
 * once per silence however many processes do this. One that is paused, or whose channel is archived, isn't expected to post.
 */
export async function tellSilence(): Promise<void> {
  // Who finds a row locked leaves it: somebody posts with that webhook, or is telling it.
  const told = await db().$queryRaw<{ user_id: bigint }[]>`
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
    ${tellOf("webhook.fell_silent", Prisma.sql`fell`)}`;
  announce(told.map(({ user_id }) => user_id));
}
