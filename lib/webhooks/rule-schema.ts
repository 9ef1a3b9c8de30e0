import { z } from "zod";
import { idText } from "@/lib/channels/schema";
import { RULE_LIMITS } from "@/lib/webhooks/rules/limits";
import { ruleFields } from "@/lib/webhooks/rules/model";
import { webhookIdSchema } from "@/lib/webhooks/schema";

const position = z.number("The position must be a number.").int().min(0).max(1_000);

/** A new rule has no `ruleId`. Without a `position`, it comes last, or stays where it is. */
export const saveRuleSchema = webhookIdSchema.extend({
  ruleId: idText.nullable(),
  fields: ruleFields,
  position: position.nullable().default(null),
});

export const ruleIdSchema = webhookIdSchema.extend({ ruleId: idText });

export const moveRuleSchema = ruleIdSchema.extend({ position });

export const tryRuleSchema = webhookIdSchema.extend({ fields: ruleFields });

export const hideEventSchema = webhookIdSchema.extend({
  event: z.string().trim().min(1).max(RULE_LIMITS.text),
});
