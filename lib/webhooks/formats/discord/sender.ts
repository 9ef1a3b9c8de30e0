import { db } from "@/lib/db/client";
import { IMAGE_TYPES, PDF_TYPE, UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import {
  deleteWebhookMessage,
  editWebhookMessage,
  type WebhookOwner,
} from "@/lib/messages/change/change-webhook-message";
import type { MessageDto } from "@/lib/messages/dto";
import { findWebhookMessage } from "@/lib/messages/read/queries";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { baseUrlOf } from "@/lib/network/request-address";
import { parseId } from "@/lib/text/text";
import { keptAttachments } from "@/lib/webhooks/formats/discord/attachments";
import { type NumberedFile, withDiscordBody } from "@/lib/webhooks/formats/discord/body";
import { discordMessage } from "@/lib/webhooks/formats/discord/message";
import { discordEdit, discord as parse } from "@/lib/webhooks/formats/discord/parse";
import type { DiscordFile } from "@/lib/webhooks/formats/discord/pictures";
import { discordRefusal, rateHeaders } from "@/lib/webhooks/formats/discord/reply";
import type { RequestContext, RequestResult, Sender } from "@/lib/webhooks/request/context";
import { json, noContent, type WebhookResponse, webhookError } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";
import { idempotencyKey, postAsWebhook, requireMethod, requireReady } from "@/lib/webhooks/request/take-payload";

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
  skip: (_, { rate }) => noContent(rateHeaders(rate)),
};

function withHeaders(response: WebhookResponse, headers: Record<string, string>): WebhookResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

async function webhook(context: RequestContext): Promise<RequestResult> {
  requireMethod(context, ["GET", "POST"]);
  if (context.method === "GET") return { messageId: null, answer: () => whoItIs(context) };
  requireReady(context);
  const key = idempotencyKey(context);
  return withDiscordBody(context, key, async ({ payload, files, known, upload }) => {
    const { post, leftOut } = parse(payload, files.map(toDiscordFile));
    if (leftOut !== null) context.remarks.push(leftOut);
    const waits = upload || /[?&]wait=(true|1|yes)(&|$)/i.test(context.search);
    context.noted.awaitsMessage = waits;
    const { messageId } = await postAsWebhook(context, post, known, files.map(toAttachment));
    return { messageId, answer: () => (waits ? posted(context, messageId) : noContent()) };
  });
}

const toDiscordFile = ({ name, number, file }: NumberedFile): DiscordFile => ({
  name,
  number,
  isPicture: isShown(file),
});
const toAttachment = ({ number: _, ...attachment }: NumberedFile): NewAttachment => attachment;

/** Whether Parley has a picture of the file. */
const isShown = ({ contentType }: { contentType: string }): boolean =>
  IMAGE_TYPES.has(contentType) || contentType === PDF_TYPE;

async function posted(context: RequestContext, messageId: bigint): Promise<WebhookResponse> {
  const { webhook, noted } = context;
  const { webhookId } = noted.handedOver.find((each) => each.messageId === messageId) ?? { webhookId: webhook.id };
  const made = await findWebhookMessage(webhookId, messageId);
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

async function message(context: RequestContext, idText: string): Promise<RequestResult> {
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

function edit(context: RequestContext, owner: WebhookOwner, messageId: bigint): Promise<RequestResult> {
  return withDiscordBody(context, null, async ({ payload, files, known }) => {
    const kept = keptAttachments(payload);
    const stored = await db().message.findUnique({
      where: { id: messageId },
      select: {
        embeds: true,
        attachments: {
          where: kept ? { id: { in: kept } } : {},
          select: { name: true, contentType: true },
          take: UPLOAD_LIMITS.files,
        },
      },
    });
    const attached = (stored?.attachments ?? []).map((file) => ({ name: file.name, isPicture: isShown(file) }));
    const names = [...files.map(toDiscordFile), ...attached];
    const { leftOut, ...change } = discordEdit(payload, names, storedEmbeds(stored?.embeds));
    if (leftOut !== null) context.remarks.push(leftOut);
    const addAttachments = files.map(toAttachment);
    const refusal = await editWebhookMessage(owner, messageId, { ...change, addAttachments, known });
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
