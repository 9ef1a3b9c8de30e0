"use server";

import { refresh } from "next/cache";
import { inputId } from "@/app/(chat)/input-id";
import { action } from "@/lib/action";
import { requestBaseUrl } from "@/lib/http";
import { requireWebhookManager } from "@/lib/webhooks/access";
import * as creating from "@/lib/webhooks/create-webhook";
import * as managing from "@/lib/webhooks/manage-webhook";
import { createWebhookSchema, pauseWebhookSchema, updateWebhookSchema, webhookIdSchema } from "@/lib/webhooks/schema";
import * as testing from "@/lib/webhooks/send-test-message";

// Every one of these is for those who may manage the channel's webhooks, as its setting says.

/** Answers the one time that holds the URL. */
export const createWebhook = action(createWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const secret = await creating.createWebhook(channel, input, await requestBaseUrl());
  refresh();
  return secret;
});

/** Answers the new URL; the old one is dead. */
export const regenerateToken = action(webhookIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const secret = await managing.regenerateToken(channel, inputId(input.webhookId), await requestBaseUrl());
  refresh();
  return secret;
});

/** Name, description and avatar. */
export const updateWebhook = action(updateWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.updateWebhook(channel, inputId(input.webhookId), input);
  refresh();
});

/** A card in the channel, as the webhook's own. */
export const sendTestMessage = action(webhookIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await testing.sendTestMessage(channel, inputId(input.webhookId));
  refresh();
});

/** While it is paused, senders get 403. */
export const setWebhookPaused = action(pauseWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.setPaused(channel, inputId(input.webhookId), input.paused);
  refresh();
});

/** For good; its messages stay. */
export const deleteWebhook = action(webhookIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.deleteWebhook(channel, inputId(input.webhookId));
  refresh();
});
