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
  toldWebhookSchema,
  updateWebhookSchema,
  webhookIdSchema,
} from "@/lib/webhooks/schema";
import * as signing from "@/lib/webhooks/signing-secret";

// Every one of these is for those who may manage the channel's webhooks, as its setting says.

/** Answers the one time that holds the URL. */
export const createWebhook = action(createWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const secret = await creating.createWebhook(channel, input, await requestBaseUrl());
  refresh();
  return secret;
});

/** Answers the new URL; the old one is dead. */
export const regenerateToken = action(toldWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const id = inputId(input.webhookId);
  const secret = await managing.regenerateToken(channel, id, await requestBaseUrl(), input.reason);
  refresh();
  return secret;
});

/** Name, description and avatar. */
export const updateWebhook = action(updateWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.updateWebhook(channel, inputId(input.webhookId), input);
  refresh();
});

/** A card in the channel, as the webhook's own. Answers where it stands. */
export const sendTestMessage = action(webhookIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const message = await testing.sendTestMessage(channel, inputId(input.webhookId));
  refresh();
  return message;
});

/** What a request was to post, secrets masked. */
export const openDelivery = readAction(deliveryIdSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return deliveryPayload(channel, inputId(input.webhookId), inputId(input.deliveryId));
});

/** Sends a payload again, as the person has corrected it. Answers where the message stands. */
export const replayDelivery = action(replayDeliverySchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  const { webhookId, deliveryId, payload } = input;
  return replaying.replayDelivery(channel, inputId(webhookId), inputId(deliveryId), payload);
});

/** From now on senders must sign, with this secret and by this scheme, or, with an empty secret, need not. */
export const setSigningSecret = action(signingSecretSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await signing.setSigningSecret(channel, inputId(input.webhookId), input, input.reason);
  refresh();
});

/** While it is paused, senders get 403. */
export const setWebhookPaused = action(pauseWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.setPaused(channel, inputId(input.webhookId), input.paused);
  refresh();
});

/** For good; its messages stay. */
export const deleteWebhook = action(toldWebhookSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await managing.deleteWebhook(channel, inputId(input.webhookId), input.reason);
  refresh();
});

/** To a channel whose webhooks the person may manage too; its URL and its messages stay. */
export const moveWebhook = action(moveWebhookSchema, async ({ user, input }) => {
  const from = await requireWebhookManager(user, inputId(input.channelId));
  const to = await requireWebhookManager(user, inputId(input.toChannelId));
  await moving.moveWebhook(from, inputId(input.webhookId), to, input.reason);
  refresh();
});
