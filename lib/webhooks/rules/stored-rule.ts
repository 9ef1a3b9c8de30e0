import type { WebhookRule } from "@/lib/db/generated/client";
import { type RuleAction, type RuleFields, ruleFields } from "@/lib/webhooks/rules/model";

/** What of a rule's row says what it does. */
export type RuleRow = Pick<WebhookRule, "conditions" | "action" | "severity" | "toWebhookId" | "groupId" | "continues">;

export const ruleSelect = {
  id: true,
  conditions: true,
  action: true,
  severity: true,
  toWebhookId: true,
  groupId: true,
  continues: true,
} as const;

/** Returns a stored rule's fields, or null for one that this version doesn't know: an instance of the next one saved it. */
export function storedFields({
  conditions,
  action,
  severity,
  toWebhookId,
  groupId,
  continues,
}: RuleRow): RuleFields | null {
  const text = (id: bigint | null) => (id === null ? null : `${id}`);
  const parameters: Record<string, object> = {
    hand_over: { toWebhookId: text(toWebhookId) },
    mention: { groupId: text(groupId) },
    severity: { severity },
  };
  const stored = { conditions, action: { do: action, ...parameters[action] }, continues };
  return ruleFields.safeParse(stored).data ?? null;
}

/** Returns the columns of a rule's action. */
export function actionColumns(action: RuleAction): Pick<RuleRow, "action" | "severity" | "toWebhookId" | "groupId"> {
  const columns = { action: action.do, severity: null, toWebhookId: null, groupId: null };
  if (action.do === "severity") return { ...columns, severity: action.severity };
  if (action.do === "hand_over") return { ...columns, toWebhookId: toId(action.toWebhookId) };
  return action.do === "mention" ? { ...columns, groupId: toId(action.groupId) } : columns;
}

const toId = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
