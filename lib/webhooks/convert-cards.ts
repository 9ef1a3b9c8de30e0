import { announce, auditAndLeaveNotices } from "@/lib/audit/leave-notices";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { readCardFile } from "@/lib/webhooks/interpret/own-cards/read-file";

// Why: docs/decisions/own-cards.md

const AT_ONCE = 50;

export const convertCardsJob: TimedJob = {
  name: "convert-cards",
  label: "Convert webhooks' own cards that the version before has saved",
  every: 10 * MINUTE_MS,
  work: convertCards,
  failure: "webhooks' own cards were not converted yet",
};

/**
 * Converts the cards that an instance of the version before has saved to what the form edits. One that the form can't express
 * is no longer used, and its maker, the webhook's creator and the channel's managers get a notice. Running it again, or
 * on several instances, changes nothing more.
 */
export async function convertCards(goOn: () => boolean = () => true): Promise<void> {
  while (goOn()) {
    const rows = await db().webhookCard.findMany({
      where: { model: { equals: Prisma.DbNull } },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true, yaml: true },
    });
    for (const { id, yaml } of rows) {
      const { model, ...read } = await readCardFile(yaml);
      const found: Prisma.InputJsonValue = model ?? { unfit: "problem" in read ? read.problem : "" };
      await db().webhookCard.updateMany({ where: { id, model: { equals: Prisma.DbNull } }, data: { model: found } });
    }
    if (rows.length < AT_ONCE) break;
  }
  await leaveOutUnfit();
}

async function leaveOutUnfit(): Promise<void> {
  const recipients = await db().$queryRaw<{ user_id: bigint }[]>`
    WITH unfit AS MATERIALIZED (
      SELECT w.id, w.channel_id, k.model->>'unfit' AS problem
      FROM webhooks w JOIN webhook_cards k ON k.webhook_id = w.id AND k.version = w.card_version
      WHERE w.deleted_at IS NULL AND k.model ? 'unfit' ORDER BY w.id FOR NO KEY UPDATE OF w SKIP LOCKED
    ),
    left_out AS (
      UPDATE webhooks w SET card_version = NULL FROM unfit u WHERE w.id = u.id
      RETURNING w.id AS webhook_id, u.channel_id, jsonb_build_object('reason', u.problem) AS details
    ),
    ${auditAndLeaveNotices(
      "webhook.card_left_out",
      Prisma.sql`left_out`,
      // The statement still sees the version that was in use.
      Prisma.sql`UNION SELECT k.created_by_id FROM webhooks w
        JOIN webhook_cards k ON k.webhook_id = w.id AND k.version = w.card_version
        WHERE w.id = e.webhook_id AND k.created_by_id IS NOT NULL`,
    )}`;
  announce(recipients.map(({ user_id }) => user_id));
}
