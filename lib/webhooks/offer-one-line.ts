import { announce, auditAndLeaveNotices } from "@/lib/audit/leave-notices";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { TOOLS_WITH_THINGS, thingsOf } from "@/lib/webhooks/senders/sender-things";

// Why: docs/decisions/things.md

const AT_ONCE = 50;

export const offerOneLineJob: TimedJob = {
  name: "offer-one-line",
  label: "Offer one line per thing to those who manage webhooks from before",
  every: 60 * MINUTE_MS,
  work: offerOneLine,
  failure: "one line per thing was not offered yet",
};

/**
 * Leaves a notice about each webhook from before that could have one line per thing, once, for its creator and the
 * channel's managers. A webhook that gets a tool later, or whose channel is unarchived, has its turn then.
 */
export async function offerOneLine(goOn: () => boolean = () => true): Promise<void> {
  while (goOn()) {
    const found = await db().webhook.findMany({
      where: {
        deletedAt: null,
        oneLine: false,
        oneLineOfferedAt: null,
        sender: { in: [...TOOLS_WITH_THINGS] },
        channel: { archivedAt: null },
      },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true, sender: true },
    });
    await offer(found);
    if (found.length < AT_ONCE) return;
  }
}

async function offer(webhooks: readonly { id: bigint; sender: string | null }[]): Promise<void> {
  if (webhooks.length === 0) return;
  const ids = webhooks.map(({ id }) => id);
  const things = webhooks.map(({ sender }) => thingsOf(sender ?? ""));
  const recipients = await db().$queryRaw<{ user_id: bigint }[]>`
    WITH given AS MATERIALIZED (
      SELECT w.id, g.things FROM unnest(${ids}::bigint[], ${things}::text[]) AS g (id, things) JOIN webhooks w ON w.id = g.id
      ORDER BY w.id FOR NO KEY UPDATE OF w
    ),
    offered AS (
      UPDATE webhooks w SET one_line_offered_at = now() FROM given g
      WHERE w.id = g.id AND w.deleted_at IS NULL AND NOT w.one_line AND w.one_line_offered_at IS NULL
      RETURNING w.id AS webhook_id, w.channel_id, jsonb_build_object('things', g.things) AS details
    ),
    ${auditAndLeaveNotices("webhook.one_line_offered", Prisma.sql`offered`)}`;
  announce(recipients.map(({ user_id }) => user_id));
}
