import { type RuleFields, ruleFields } from "@/lib/webhooks/rules/model";
import { sentenceOf } from "@/lib/webhooks/rules/sentence";

// Why: docs/decisions/rules.md

/** A rule as it's applied to posts. */
export type RuleInUse = RuleFields & {
  /** In words that name no webhook and no group, because not every reader of the log may see those. */
  sentence: string;
  /** Whose rights decide where it may hand posts over to; null if that person is gone. */
  authorId: bigint | null;
};

/** SQL for a JSON list of the webhook's rules, or null without any. Deleted groups are null, as in a rule without one. */
export const rulesOfWebhook = (id: string): string => `(
  SELECT jsonb_agg(jsonb_build_object(
      'fields', jsonb_build_object('conditions', r.conditions, 'continues', r.continues, 'action',
        jsonb_build_object('do', r.action) || CASE r.action
          WHEN 'hand_over' THEN jsonb_build_object('toWebhookId', r.to_webhook_id::text)
          WHEN 'mention' THEN jsonb_build_object('groupId',
            (SELECT g.id::text FROM user_groups g WHERE g.id = r.group_id AND g.deleted_at IS NULL))
          WHEN 'severity' THEN jsonb_build_object('severity', r.severity) ELSE '{}' END),
      'author', r.created_by_id::text) ORDER BY r.position, r.id)
  FROM webhook_rules r WHERE r.webhook_id = ${id})`;

/** What the database returns for `rulesOfWebhook`. */
export type StoredRules = { fields: unknown; author: string | null }[] | null;

/** Reads a webhook's rules. One that this version doesn't know is left out: an instance of the next one saved it. */
export function rulesInUse(stored: StoredRules): readonly RuleInUse[] {
  return (stored ?? []).flatMap(({ fields, author }) => {
    const { data } = ruleFields.safeParse(fields);
    if (!data) return [];
    return [{ ...data, sentence: sentenceOf(data), authorId: author === null ? null : BigInt(author) }];
  });
}
