import { db } from "@/lib/db/client";
import { durationText, finding, LATE_SECONDS } from "@/lib/operation/health/checks";
import type { HealthFact, HealthFinding } from "@/lib/operation/health/dto";
import { ANYONE_HAS_KEYWORDS } from "@/lib/people/notifications/notification-preferences";
import { waitingDeliveries } from "@/lib/webhooks/deliveries/record-delivery";

/** How much is waiting, and for how many seconds the oldest has; null if that isn't known or nothing is. */
type Backlog = { count: number; seconds: number | null };

const CHANNELS = 20;
const CHANGES = 50;
const MOST_COUNTED = 10_000;

/** Checks how far behind is what is done in batches after a post is answered, apart from search. */
export async function checkDeferred(): Promise<HealthFinding> {
  const backlogs = {
    "Delivery log of this instance": deliveryBacklog(),
    "Keyword notifications": await keywordBacklog(),
    "Push notifications": await pushBacklog(),
  };
  const facts: HealthFact[] = Object.entries(backlogs).map(([label, backlog]) => ({ label, text: textOf(backlog) }));
  const isLate = Object.values(backlogs).some(({ seconds }) => (seconds ?? 0) >= LATE_SECONDS);
  if (!isLate) return finding("ok", "What follows a post is done within seconds.", facts);
  const advice = "It catches up on its own. If it doesn't, check the load of the database and of this machine.";
  return finding("attention", "What follows a post is late.", facts, advice);
}

function textOf({ count, seconds }: Backlog): string {
  if (count === 0) return "nothing waiting";
  const number =
    count > MOST_COUNTED ? `more than ${MOST_COUNTED.toLocaleString("en-US")}` : count.toLocaleString("en-US");
  return seconds === null ? `${number} waiting` : `${number} waiting, the oldest for ${durationText(seconds)}`;
}

function deliveryBacklog(): Backlog {
  const { count, since } = waitingDeliveries();
  return { count, seconds: since === null ? null : (Date.now() - since) / 1000 };
}

/**
 * Reads a few of the oldest waiting changes in some channels. Only new messages show how long they have been waiting. OFFSET 0
 * makes PostgreSQL look up each message's reactions.
 */
async function keywordBacklog(): Promise<Backlog> {
  const [row] = await db().$queryRaw<Backlog[]>`
    WITH behind AS (
      SELECT c.id, c.rev, coalesce(p.rev, 0) AS done FROM channels c LEFT JOIN keyword_progress p ON p.channel_id = c.id
      WHERE c.rev > coalesce(p.rev, 0) AND ${ANYONE_HAS_KEYWORDS}
    ),
    oldest AS (
      SELECT m.created_at FROM (SELECT * FROM behind ORDER BY rev - done DESC LIMIT ${CHANNELS}) b
      CROSS JOIN LATERAL (
        SELECT id, created_at, edited_at, deleted_at, pinned_at, reply_count FROM messages
        WHERE channel_id = b.id AND rev > b.done ORDER BY rev LIMIT ${CHANGES}
      ) m WHERE m.edited_at IS NULL AND m.deleted_at IS NULL AND m.pinned_at IS NULL AND m.reply_count = 0
        AND NOT EXISTS (SELECT FROM reactions r WHERE r.message_id = m.id OFFSET 0)
    )
    SELECT (SELECT coalesce(sum(rev - done), 0)::float8 FROM behind) AS count,
      (SELECT extract(epoch FROM now() - min(created_at))::float8 FROM oldest) AS seconds`;
  return row ?? { count: 0, seconds: null };
}

async function pushBacklog(): Promise<Backlog> {
  const [row] = await db().$queryRaw<Backlog[]>`
    SELECT count(*)::float8 AS count, extract(epoch FROM now() - min(due_at))::float8 AS seconds
    FROM (SELECT due_at FROM push_waiting WHERE due_at <= now() ORDER BY due_at LIMIT ${MOST_COUNTED + 1}) due`;
  return row ?? { count: 0, seconds: null };
}
