import { recordAudit } from "@/lib/audit/record-audit";
import type { Transaction } from "@/lib/db/transaction";
import { skipsAsRules } from "@/lib/webhooks/card-skips";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { actionColumns } from "@/lib/webhooks/rules/stored-rule";

type Named = { id: bigint; name: string };

type Owner = {
  webhook: Named;
  channel: Named & { kind: "public" | "private" | "direct" };
  /** Who did it; null for Parley itself. */
  actor: Named | null;
  authorId: bigint | null;
};

/**
 * Makes rules of the conditions under which an own card posts nothing, before all others, as the card came before them.
 * Returns the card without them. The caller keeps other changes of the webhook's rules waiting.
 */
export async function moveSkips(
  tx: Transaction,
  { webhook, channel, actor, authorId }: Owner,
  model: CardModel,
): Promise<CardModel> {
  const webhookId = webhook.id;
  const count = await tx.webhookRule.count({ where: { webhookId } });
  const { rules, model: rest } = skipsAsRules(model, RULE_LIMITS.perWebhook - count);
  if (rules.length === 0) return model;
  await tx.webhookRule.updateMany({ where: { webhookId }, data: { position: { increment: rules.length } } });
  for (const [position, fields] of rules.entries()) {
    const { conditions, action, continues } = fields;
    const columns = { conditions, ...actionColumns(action), continues };
    await tx.webhookRule.create({ data: { ...columns, webhookId, position, createdById: authorId } });
    const details = { rule: sentenceOf(fields) };
    await recordAudit(tx, { actor, action: "webhook.rule_added", channel, webhook, details });
  }
  return rest;
}
