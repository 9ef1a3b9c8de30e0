"use server";

import { refresh } from "next/cache";
import { action, readAction } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { inputId } from "@/lib/web/input-id";
import { requireWebhookManager } from "@/lib/webhooks/access";
import * as creating from "@/lib/webhooks/create-webhook";
import { deliveryPayload } from "@/lib/webhooks/delivery-log";
import * as managing from "@/lib/webhooks/manage-webhook";
import * as moving from "@/lib/webhooks/move-webhook";
import * as replaying from "@/lib/webhooks/post-as-member";
import * as testing from "@/lib/webhooks/post-as-member";
import {
  createWebhookSchema,
  deliveryIdSchema,
  moveWebhookSchema,
  pauseWebhookSchema,
  replayDeliverySchema,
  signingSecretSchema,
  updateWebhookSchema,
  webhookChangeSchema,
  webhookIdSchema,
} from "@/lib/webhooks/schema";
import * as signing from "@/lib/webhooks/signing-secret";

// Every action requires permission to manage the channel's webhooks.

/** Returns the webhook with its URL, which can't be read again. */
export const createWebhook = action(createWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const secret = await creating.createWebhook(channel, input, await requestBaseUrl());
  refresh();
  return secret;
});

/** Returns the new URL. The old one stops working immediately. */
export const regenerateToken = action(webhookChangeSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const id = inputId(input.webhookId);
  const secret = await managing.regenerateToken(channel, id, await requestBaseUrl(), input.reason);
  refresh();
  return secret;
});

export const updateWebhook = action(updateWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.updateWebhook(channel, inputId(input.webhookId), input);
  refresh();
});

/** Posts a test card as the webhook and returns the message's position. */
export const sendTestMessage = action(webhookIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const message = await testing.sendTestMessage(channel, inputId(input.webhookId));
  refresh();
  return message;
});

/** Returns a request's payload with secrets masked. */
export const openDelivery = readAction(deliveryIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return deliveryPayload(channel, inputId(input.webhookId), inputId(input.deliveryId));
});

/** Sends a corrected payload again and returns the new message's position. */
export const replayDelivery = action(replayDeliverySchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const { webhookId, deliveryId, payload } = input;
  return replaying.replayDelivery(channel, inputId(webhookId), inputId(deliveryId), payload);
});

/** Requires requests to be signed with this secret and scheme, or, with an empty secret, stops requiring it. */
export const setSigningSecret = action(signingSecretSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await signing.setSigningSecret(channel, inputId(input.webhookId), input, input.reason);
  refresh();
});

export const setWebhookPaused = action(pauseWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.setPaused(channel, inputId(input.webhookId), input.paused);
  refresh();
});

/** Deletes the webhook permanently. Its messages are kept. */
export const deleteWebhook = action(webhookChangeSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.deleteWebhook(channel, inputId(input.webhookId), input.reason);
  refresh();
});

/**
 * Moves the webhook to another channel that the person may manage. The URL stays the same, and its messages stay here.
 */
export const moveWebhook = action(moveWebhookSchema, async ({ user, input }) => {
  const from = await requireWebhookManager(user, inputId(input.channelId));
  const to = await requireWebhookManager(user, inputId(input.toChannelId));
  await moving.moveWebhook(from, inputId(input.webhookId), to, input.reason);
  refresh();
});
