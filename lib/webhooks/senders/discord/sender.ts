import { db } from "@/lib/db/client";
import { baseUrlOf } from "@/lib/env";
import { deleteWebhookMessage, editWebhookMessage, type WebhookOwner } from "@/lib/messages/change-webhook-message";
import type { MessageDto } from "@/lib/messages/dto";
import { findWebhookMessage } from "@/lib/messages/queries";
import { parseId } from "@/lib/text";
import type { Done, RequestContext, Sender } from "@/lib/webhooks/request/context";
import { json, noContent, type WebhookResponse, webhookError } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";
import {
  forgetOldKeys,
  idempotencyKey,
  postAsWebhook,
  requireMethod,
  requireReady,
} from "@/lib/webhooks/request/take-payload";

import { withDiscordBody } from "@/lib/webhooks/senders/discord/body";
import { discordMessage } from "@/lib/webhooks/senders/discord/message";
import { discordEdit, keptAttachments, discord as parse } from "@/lib/webhooks/senders/discord/parse";
import { discordRefusal, rateHeaders } from "@/lib/webhooks/senders/discord/reply";

/** Discord's webhook API as far as a webhook token allows: execute, describe, and read, edit or delete its messages. */
export const discord: Sender = {
  name: "Discord",
  handle: async (context) => {
    // Counted before every check, because Discord's clients read the rate limit from every response.
    await context.rate.count();
    const { messageId, answer } = await (context.messageId === null
      ? webhook(context)
      : message(context, context.messageId));
    return { messageId, answer: async () => withHeaders(await answer(), rateHeaders(context.rate)) };
  },
  refuse: (error, context) => {
    const { status, body } = discordRefusal(error, context?.rate.status?.resetMs ?? null);
    return json(status, body, { ...error.headers, ...(context && rateHeaders(context.rate)) });
  },
};

function withHeaders(response: WebhookResponse, headers: Record<string, string>): WebhookResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

async function webhook(context: RequestContext): Promise<Done> {
  requireMethod(context, ["GET", "POST"]);
  if (context.method === "GET") return { messageId: null, answer: () => whoItIs(context) };
  requireReady(context);
  const key = idempotencyKey(context);
  return withDiscordBody(context, key, async ({ payload, files, known, upload }) => {
    const names = files.map(({ name }) => name);
    const { messageId } = await postAsWebhook(context, parse(payload, names), known, files);
    const waits = upload || /[?&]wait=(true|1|yes)(&|$)/i.test(context.search);
    return { messageId, answer: () => (waits ? posted(context, messageId) : noContent()) };
  });
}

async function posted(context: RequestContext, messageId: bigint): Promise<WebhookResponse> {
  const made = await findWebhookMessage(context.webhook.id, messageId);
  return made ? messageAnswer(context, made) : noContent();
}

async function whoItIs({ webhook: { id } }: RequestContext): Promise<WebhookResponse> {
  const row = await db().webhook.findFirst({
    where: { id, deletedAt: null },
    select: { name: true, channelId: true },
  });
  const workspace = await db().workspace.findFirst({ select: { id: true } });
  if (!row) throw webhookError("unknown_webhook");
  return json(200, {
    id: `${id}`,
    type: 1,
    name: row.name,
    avatar: null,
    channel_id: `${row.channelId}`,
    guild_id: workspace && `${workspace.id}`,
    application_id: null,
  });
}

async function message(context: RequestContext, idText: string): Promise<Done> {
  const { webhook, method } = context;
  requireMethod(context, ["GET", "PATCH", "DELETE"]);
  const messageId = parseId(idText);
  const found = messageId === null ? null : await findWebhookMessage(webhook.id, messageId);
  if (messageId === null || !found) throw webhookError("unknown_message");
  if (method === "GET") return { messageId: null, answer: () => messageAnswer(context, found) };
  requireReady(context);
  const owner = { webhookId: webhook.id, tokenHash: webhook.tokenHash, signingSecret: webhook.signingSecret };
  if (method === "DELETE") {
    requireSignature(context, new Uint8Array());
    const refusal = await deleteWebhookMessage(owner, messageId);
    if (refusal) throw webhookError(refusal.refused);
    return { messageId: null, answer: noContent };
  }
  return edit(context, owner, messageId);
}

function edit(context: RequestContext, owner: WebhookOwner, messageId: bigint): Promise<Done> {
  return withDiscordBody(context, null, async ({ payload, files, known }) => {
    if (known) forgetOldKeys();
    const kept = keptAttachments(payload);
    const attached = await db().attachment.findMany({
      where: { messageId, ...(kept && { id: { in: kept } }) },
      select: { name: true },
    });
    const names = [...files, ...attached].map(({ name }) => name);
    const change = discordEdit(payload, names);
    const refusal = await editWebhookMessage(owner, messageId, { ...change, addAttachments: files, known });
    if (refusal) throw webhookError(refusal.refused);
    return { messageId, answer: () => edited(context, messageId) };
  });
}

async function edited(context: RequestContext, messageId: bigint): Promise<WebhookResponse> {
  const message = await findWebhookMessage(context.webhook.id, messageId);
  if (!message) throw webhookError("unknown_message");
  return messageAnswer(context, message);
}

function messageAnswer({ headers }: RequestContext, message: MessageDto): WebhookResponse {
  return json(200, discordMessage(message, baseUrlOf(headers)));
}
