import { baseUrlOf } from "@/lib/base-url";
import { db } from "@/lib/db/client";
import { parseId } from "@/lib/ids";
import type { WebhookOwner } from "@/lib/messages/change-webhook-message";
import { deleteWebhookMessage } from "@/lib/messages/delete-webhook-message";
import type { MessageDto } from "@/lib/messages/dto";
import { editWebhookMessage } from "@/lib/messages/edit-webhook-message";
import { findWebhookMessage } from "@/lib/messages/queries";
import type { Attempt, ReceiveRequest } from "@/lib/webhooks/attempt";
import { discord, discordEdit, keptAttachments } from "@/lib/webhooks/dialects/discord";
import { forgetOldKeys } from "@/lib/webhooks/forget-keys";
import { postDraft } from "@/lib/webhooks/post-draft";
import { readDiscordBody } from "@/lib/webhooks/protocols/discord-body";
import { discordMessage } from "@/lib/webhooks/protocols/discord-message";
import { discordRefusal } from "@/lib/webhooks/protocols/discord-refusal";
import type { Protocol } from "@/lib/webhooks/protocols/protocol";
import { rateHeaders } from "@/lib/webhooks/protocols/rate-headers";
import { json, noContent, type ReceiveResponse } from "@/lib/webhooks/respond";
import { count, idempotencyKey, requireMethod, requireReady, requireSignature } from "@/lib/webhooks/take-payload";
import { webhookError } from "@/lib/webhooks/webhook-error";

/** Discord's webhook API, as far as a webhook's own token goes: execute, describe, and read, edit or delete what it has posted. */
export const discordProtocol: Protocol = {
  handle: async (attempt) => {
    // First of all, so that every answer says how the webhook stands.
    await count(attempt);
    const response = await (attempt.messageId === null ? webhook(attempt) : message(attempt, attempt.messageId));
    return { ...response, headers: { ...response.headers, ...rateHeaders(`${attempt.webhook.id}`, attempt.rate) } };
  },
  refuse: (error, attempt) => {
    const { status, body } = discordRefusal(error, attempt?.rate?.resetMs ?? null);
    const limits = attempt ? rateHeaders(`${attempt.webhook.id}`, attempt.rate) : {};
    return json(status, body, { ...error.headers, ...limits });
  },
};

async function webhook(attempt: Attempt): Promise<ReceiveResponse> {
  const { request } = attempt;
  requireMethod(request, ["GET", "POST"]);
  if (request.method === "GET") return whoItIs(attempt);
  requireReady(attempt.webhook);
  const key = idempotencyKey(request);
  const { payload, files, known, upload } = await readDiscordBody(attempt, key);
  const names = files.map(({ name }) => name);
  const post = discord(payload, names);
  const posted = await postDraft(attempt, post, known, files);
  if (!upload && !/[?&]wait=(true|1|yes)(&|$)/i.test(request.search ?? "")) return noContent();
  const made = await findWebhookMessage(attempt.webhook.id, posted.messageId);
  return made ? messageAnswer(request, made) : noContent();
}

async function whoItIs({ webhook: { id } }: Attempt): Promise<ReceiveResponse> {
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

async function message(attempt: Attempt, idText: string): Promise<ReceiveResponse> {
  const { request, webhook } = attempt;
  requireMethod(request, ["GET", "PATCH", "DELETE"]);
  const messageId = parseId(idText);
  const found = messageId === null ? null : await findWebhookMessage(webhook.id, messageId);
  if (messageId === null || !found) throw webhookError("unknown_message");
  if (request.method === "GET") return messageAnswer(request, found);
  requireReady(webhook);
  const owner = { webhookId: webhook.id, tokenHash: webhook.tokenHash, signingSecret: webhook.signingSecret };
  if (request.method === "DELETE") {
    requireSignature(attempt, new Uint8Array());
    const refused = await deleteWebhookMessage(owner, messageId);
    if (refused) throw webhookError(refused.refused);
    return noContent();
  }
  return edit(attempt, owner, messageId);
}

async function edit(attempt: Attempt, owner: WebhookOwner, messageId: bigint): Promise<ReceiveResponse> {
  const { payload, files, known } = await readDiscordBody(attempt);
  if (known) forgetOldKeys();
  const kept = keptAttachments(payload);
  const attached = await db().attachment.findMany({
    where: { messageId, ...(kept && { id: { in: kept } }) },
    select: { name: true },
  });
  const names = [...files, ...attached].map(({ name }) => name);
  const change = discordEdit(payload, names);
  const refused = await editWebhookMessage(owner, messageId, { ...change, addAttachments: files, known });
  if (refused) throw webhookError(refused.refused);
  attempt.posted = messageId;
  const edited = await findWebhookMessage(attempt.webhook.id, messageId);
  if (!edited) throw webhookError("unknown_message");
  return messageAnswer(attempt.request, edited);
}

function messageAnswer(request: ReceiveRequest, made: MessageDto): ReceiveResponse {
  return json(200, discordMessage(made, baseUrlOf(request.headers)));
}
