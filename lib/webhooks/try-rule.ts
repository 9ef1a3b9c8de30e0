import { db } from "@/lib/db/client";
import { countAct, personalLimit, sharedLimiter } from "@/lib/process/limits";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { managedWebhook } from "@/lib/webhooks/delivery-log";
import { followedOf, type LoggedPost, loggedPosts, loggedSelect, titleOf } from "@/lib/webhooks/logged-post";
import { isMatch } from "@/lib/webhooks/rules/follow-rules";
import type { RuleFields, RuleTrialDto } from "@/lib/webhooks/rules/model";

const MOST_TRIED = 100;
/** How many payloads are in memory at once. */
const AT_ONCE = 10;
const LONGEST_MS = 2_000;
// The form tries at every change, at most twice a second.
const TRIALS = { count: 120, seconds: 60 };

/**
 * Returns which of the webhook's latest hundred stored deliveries a rule would have matched, newest first. Nothing is
 * changed. Throws `rate_limited` and `not_found`.
 */
export async function tryRule(managed: ManagedChannel, webhookId: bigint, fields: RuleFields): Promise<RuleTrialDto> {
  const limit = personalLimit("rule-trials", TRIALS);
  if (limit) await countAct(sharedLimiter("rule-trials", limit), managed.user.id, "You're trying rules too often.");
  await managedWebhook(managed, webhookId);
  const deliveries: RuleTrialDto["deliveries"] = [];
  const until = performance.now() + LONGEST_MS;
  for await (const row of latestPosts(webhookId, managed.channel.id)) {
    if (performance.now() > until) break;
    const matched = isMatch(fields, followedOf(row));
    const at = row.createdAt.toISOString();
    deliveries.push({ id: `${row.id}`, at, event: row.event, title: titleOf(row), matched });
  }
  return { tried: deliveries.length, matched: deliveries.filter(({ matched }) => matched).length, deliveries };
}

async function* latestPosts(webhookId: bigint, channelId: bigint): AsyncGenerator<LoggedPost> {
  const where = loggedPosts(webhookId, channelId);
  // Ordered by time, because successes and failures are written in separate batches.
  const orderBy = { createdAt: "desc" } as const;
  const ids = await db().delivery.findMany({ where, orderBy, take: MOST_TRIED, select: { id: true } });
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const among = ids.slice(from, from + AT_ONCE).map(({ id }) => id);
    yield* await db().delivery.findMany({ where: { ...where, id: { in: among } }, orderBy, select: loggedSelect });
  }
}
