import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import { skipsAsRules } from "@/lib/webhooks/card-skips";
import { forgetAuthorized } from "@/lib/webhooks/endpoint/authorize";
import { storedCard } from "@/lib/webhooks/interpret/own-cards/stored-card";
import { writeOlderFile } from "@/lib/webhooks/interpret/own-cards/write-file";
import { moveSkips } from "@/lib/webhooks/move-skips";
import { writeYaml } from "@/lib/webhooks/payload/yaml";

// Why: docs/decisions/rules.md

const AT_ONCE = 50;

export const convertSkipsJob: TimedJob = {
  name: "convert-skips",
  label: "Make rules of when webhooks' own cards post nothing",
  every: 10 * MINUTE_MS,
  work: convertSkips,
  failure: "webhooks' own cards still say when nothing is posted",
};

/**
 * Makes rules of the conditions under which own cards of the version before post nothing. The card gets a new version
 * without them. Running it again, or on several instances, changes nothing more.
 */
export async function convertSkips(goOn: () => boolean = () => true): Promise<void> {
  for (let after = 0n; goOn(); ) {
    const rows = await db().$queryRaw<{ id: bigint }[]>`
      SELECT w.id FROM webhooks w JOIN webhook_cards k ON k.webhook_id = w.id AND k.version = w.card_version
      WHERE w.deleted_at IS NULL AND w.id > ${after} AND jsonb_path_exists(k.model, '$.cards[*].skip[0]')
      ORDER BY w.id LIMIT ${AT_ONCE}`;
    for (const { id } of rows) if (goOn()) await db().$transaction((tx) => convertOne(tx, id));
    for (const { id } of rows) forgetAuthorized(id);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function convertOne(tx: Transaction, webhookId: bigint): Promise<void> {
  const known = await tx.webhook.findUnique({ where: { id: webhookId }, select: { channelId: true } });
  if (!known) return;
  // As people's changes of the channel's webhooks do.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${known.channelId})`;
  const webhook = await tx.webhook.findFirst({
    where: { id: webhookId, channelId: known.channelId, deletedAt: null, cardVersion: { not: null } },
    select: { id: true, name: true, cardVersion: true, channel: { select: { id: true, name: true, kind: true } } },
  });
  const newest = await tx.webhookCard.findFirst({ where: { webhookId }, orderBy: { version: "desc" } });
  if (!webhook || newest?.version !== webhook.cardVersion) return;
  const { model } = await storedCard(newest);
  if (!model || skipsAsRules(model, 1).rules.length === 0) return;
  const { createdById } = newest;
  const { channel } = webhook;
  const rest = await moveSkips(tx, { webhook, channel, actor: null, authorId: createdById }, model);
  if (rest === model) return;
  const version = newest.version + 1;
  const yaml = writeYaml(writeOlderFile(rest));
  await tx.webhookCard.create({
    data: { webhookId, version, model: rest as Prisma.InputJsonValue, yaml, createdById },
  });
  await tx.webhook.update({ where: { id: webhookId }, data: { cardVersion: version }, select: { id: true } });
}
