"use server";

import { refresh } from "next/cache";
import { action, readAction } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";
import { requireWebhookManager } from "@/lib/webhooks/access";
import * as managing from "@/lib/webhooks/manage-rules";
import {
  hideEventSchema,
  moveRuleSchema,
  ruleIdSchema,
  saveRuleSchema,
  tryRuleSchema,
} from "@/lib/webhooks/rule-schema";
import * as trying from "@/lib/webhooks/try-rule";

// Every action requires permission to manage the channel's webhooks.

/** Adds a rule, or changes one. Returns all rules of the webhook. */
export const saveRule = action(saveRuleSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const { webhookId, ruleId, fields, position } = input;
  const rules = await managing.saveRule(
    channel,
    inputId(webhookId),
    ruleId === null ? null : inputId(ruleId),
    fields,
    position,
  );
  refresh();
  return rules;
});

/** Deletes a rule. Saving its fields again at its position undoes that. */
export const deleteRule = action(ruleIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const rules = await managing.deleteRule(channel, inputId(input.webhookId), inputId(input.ruleId));
  refresh();
  return rules;
});

export const moveRule = action(moveRuleSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const { webhookId, ruleId, position } = input;
  const rules = await managing.moveRule(channel, inputId(webhookId), inputId(ruleId), position);
  refresh();
  return rules;
});

/** Adds a rule that doesn't post this event, before all others. */
export const hideEvent = action(hideEventSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const rules = await managing.hideEvent(channel, inputId(input.webhookId), input.event);
  refresh();
  return rules;
});

/** Returns what a rule would have done to the webhook's latest requests. */
export const tryRule = readAction(tryRuleSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return trying.tryRule(channel, inputId(input.webhookId), input.fields);
});
