"use server";

import { refresh } from "next/cache";
import { action, readAction } from "@/lib/web/action";
import { requestBaseUrl } from "@/lib/web/http";
import { inputId } from "@/lib/web/input-id";
import { requireWebhookManager } from "@/lib/webhooks/access";
import * as cards from "@/lib/webhooks/cards";
import * as creating from "@/lib/webhooks/create-webhook";
import { deliveryPayload } from "@/lib/webhooks/delivery-log";
import * as managing from "@/lib/webhooks/manage-webhook";
import * as moving from "@/lib/webhooks/move-webhook";
import * as marking from "@/lib/webhooks/not-incidents";
import * as replaying from "@/lib/webhooks/post-as-member";
import * as testing from "@/lib/webhooks/post-as-member";
import {
  cardSchema,
  createWebhookSchema,
  deliveryIdSchema,
  importCardSchema,
  moveWebhookSchema,
  notIncidentSchema,
  pauseWebhookSchema,
  previewCardSchema,
  replayDeliverySchema,
  restoreCardSchema,
  saveCardSchema,
  signingSecretSchema,
  switchCardSchema,
  updateWebhookSchema,
  webhookChangeSchema,
  webhookIdSchema,
} from "@/lib/webhooks/schema";
import * as trying from "@/lib/webhooks/try-card";

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
  await managing.setSigningSecret(channel, inputId(input.webhookId), input, input.reason);
  refresh();
});

/** Lets a kind of card be an incident again. */
export const removeNotIncident = action(notIncidentSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await marking.unmarkNotIncident(channel, inputId(input.webhookId), input.kind);
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

/** Returns what a card makes of a request. */
export const previewCard = readAction(previewCardSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return trying.previewCard(channel, inputId(input.webhookId), {
    deliveryId: inputId(input.deliveryId),
    model: input.model,
  });
});

/** Returns what a card makes of the webhook's latest requests. */
export const tryCard = readAction(cardSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return trying.tryCard(channel, inputId(input.webhookId), input.model);
});

/** Saves a card and uses it for the webhook's next requests. */
export const saveCard = action(saveCardSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return cards.saveCard(channel, inputId(input.webhookId), input);
});

/** Saves an earlier version of a card again. */
export const restoreCard = action(restoreCardSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return cards.restoreCard(channel, inputId(input.webhookId), input.version);
});

export const switchCard = action(switchCardSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  await cards.switchCard(channel, inputId(input.webhookId), input.on);
  refresh();
});

/** Reads a file for the card's form. Saves nothing, but counts as a write, because reading takes a while. */
export const importCard = action(importCardSchema, async ({ user, input }) => {
  const channel = await requireWebhookManager(user, inputId(input.channelId));
  return cards.importCard(channel, inputId(input.webhookId), input.yaml);
});
