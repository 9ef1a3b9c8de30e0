import type { AuditAction } from "@/lib/audit/actions";
import type { Transaction } from "@/lib/db/transaction";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError, isAppError } from "@/lib/text/errors";
import { type ManagedChannel, requireWebhookManager } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import { forgetAuthorized } from "@/lib/webhooks/endpoint/authorize";
import { rulesOf } from "@/lib/webhooks/rule-queries";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import type { RuleAction, RuleFields, RulesDto } from "@/lib/webhooks/rules/model";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";
import { actionColumns, ruleSelect, storedFields } from "@/lib/webhooks/rules/stored-rule";

// Why: docs/decisions/rules.md

/**
 * Adds a rule, or changes the one with this ID, whose author is then this person. A new one comes last unless it has a
 * `position`, which counts from 0. Throws `not_found`, `conflict` for too many rules, and `invalid` for a webhook or
 * group that it can't be about.
 */
export function saveRule(
  managed: ManagedChannel,
  webhookId: bigint,
  ruleId: bigint | null,
  fields: RuleFields,
  position: number | null = null,
): Promise<RulesDto> {
  return change(managed, webhookId, async (tx, user) => {
    await assertTarget(tx, user, webhookId, fields.action);
    const order = await orderOf(tx, webhookId);
    const columns = {
      conditions: fields.conditions,
      ...actionColumns(fields.action),
      continues: fields.continues,
      createdById: user.id,
    };
    if (ruleId !== null) {
      requireIn(order, ruleId);
      await tx.webhookRule.update({ where: { id: ruleId }, data: columns, select: { id: true } });
      if (position !== null) await place(tx, order, ruleId, position);
      return { action: "webhook.rule_changed", rule: sentenceOf(fields) };
    }
    if (order.length >= RULE_LIMITS.perWebhook) {
      throw new AppError("conflict", `A webhook can have at most ${RULE_LIMITS.perWebhook} rules. Delete one first.`);
    }
    const data = { ...columns, webhookId, position: order.length };
    const { id } = await tx.webhookRule.create({ data, select: { id: true } });
    if (position !== null) await place(tx, [...order, id], id, position);
    return { action: "webhook.rule_added", rule: sentenceOf(fields) };
  });
}

/** Adds a rule that doesn't post this event. It comes first, so that no other rule posts it. */
export function hideEvent(managed: ManagedChannel, webhookId: bigint, event: string): Promise<RulesDto> {
  const isEvent = { on: "fact", fact: "event", test: "is", text: event } as const;
  return saveRule(managed, webhookId, null, { conditions: [isEvent], action: { do: "skip" }, continues: false }, 0);
}

/** Deletes a rule. Throws `not_found`. */
export function deleteRule(managed: ManagedChannel, webhookId: bigint, ruleId: bigint): Promise<RulesDto> {
  return change(managed, webhookId, async (tx) => {
    const rule = await sentenceOfRule(tx, webhookId, ruleId);
    await tx.webhookRule.delete({ where: { id: ruleId }, select: { id: true } });
    return { action: "webhook.rule_deleted", rule };
  });
}

/** Moves a rule to a position, which counts from 0. Its author stays. Throws `not_found`. */
export function moveRule(
  managed: ManagedChannel,
  webhookId: bigint,
  ruleId: bigint,
  position: number,
): Promise<RulesDto> {
  return change(managed, webhookId, async (tx) => {
    const rule = await sentenceOfRule(tx, webhookId, ruleId);
    await place(tx, await orderOf(tx, webhookId), ruleId, position);
    return { action: "webhook.rule_changed", rule };
  });
}

type Done = { action: AuditAction; rule: string };

async function change(
  managed: ManagedChannel,
  webhookId: bigint,
  work: (tx: Transaction, user: SessionUser) => Promise<Done>,
): Promise<RulesDto> {
  await changeWebhook(managed, webhookId, async (_, tx) => {
    const { action, rule } = await work(tx, managed.user);
    return { data: {}, action, details: { rule } };
  });
  // Other instances notice within seconds.
  forgetAuthorized(webhookId);
  return rulesOf(managed, webhookId);
}

/** The IDs of a webhook's rules in their order. The channel's lock keeps it. */
async function orderOf(tx: Transaction, webhookId: bigint): Promise<bigint[]> {
  const orderBy = [{ position: "asc" }, { id: "asc" }] as const;
  const take = RULE_LIMITS.perWebhook;
  const rows = await tx.webhookRule.findMany({
    where: { webhookId },
    orderBy: [...orderBy],
    take,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

async function place(tx: Transaction, order: readonly bigint[], ruleId: bigint, position: number): Promise<void> {
  const now = order.filter((id) => id !== ruleId);
  now.splice(position, 0, ruleId);
  await tx.$executeRaw`
    UPDATE webhook_rules r SET position = o.place - 1
    FROM unnest(${now}::bigint[]) WITH ORDINALITY AS o(id, place) WHERE r.id = o.id`;
}

async function sentenceOfRule(tx: Transaction, webhookId: bigint, ruleId: bigint): Promise<string> {
  const row = await tx.webhookRule.findFirst({ where: { id: ruleId, webhookId }, select: ruleSelect });
  if (!row) throw noSuchRule();
  const fields = storedFields(row);
  return fields ? sentenceOf(fields) : "";
}

function requireIn(order: readonly bigint[], ruleId: bigint): void {
  if (!order.includes(ruleId)) throw noSuchRule();
}

function noSuchRule(): AppError {
  return new AppError("not_found", "This webhook has no such rule. It may have been deleted.");
}

/** Throws `invalid` unless the action's webhook is one of another channel that the person may manage, or its group exists. */
async function assertTarget(tx: Transaction, user: SessionUser, webhookId: bigint, action: RuleAction): Promise<void> {
  if (action.do === "mention") {
    const id = BigInt(action.groupId ?? 0);
    if ((await tx.userGroup.count({ where: { id, deletedAt: null } })) > 0) return;
    throw new AppError("invalid", "Choose a group to mention.", { field: "action" });
  }
  if (action.do !== "hand_over") return;
  const own = await tx.webhook.findUniqueOrThrow({ where: { id: webhookId }, select: { channelId: true } });
  const where = { id: BigInt(action.toWebhookId ?? 0), deletedAt: null };
  const target = await tx.webhook.findFirst({ where, select: { channelId: true } });
  const isElsewhere = target !== null && target.channelId !== own.channelId;
  if (isElsewhere && (await mayManage(tx, user, target.channelId))) return;
  throw new AppError("invalid", "Choose a webhook of another channel that you may manage.", { field: "action" });
}

/** Whether the person may manage the channel's webhooks now. */
async function mayManage(tx: Transaction, user: SessionUser, channelId: bigint): Promise<boolean> {
  try {
    await requireWebhookManager(user, channelId, tx);
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
