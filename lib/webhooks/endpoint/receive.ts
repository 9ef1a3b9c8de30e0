import { captureFailedPayload, rawPayload } from "@/lib/webhooks/deliveries/payload";
import { recordDelivery } from "@/lib/webhooks/deliveries/record-delivery";
import { dialectUnder, parseAddress } from "@/lib/webhooks/endpoint/address";
import { authorize, reauthorize } from "@/lib/webhooks/endpoint/authorize";
import {
  type AuthorizedWebhook,
  type ByHand,
  type RequestContext,
  requestContext,
  type WebhookRequest,
} from "@/lib/webhooks/request/context";
import type { WebhookResponse } from "@/lib/webhooks/request/response";
import type { Sender } from "@/lib/webhooks/request/sender";
import { toWebhookError, type WebhookError, webhookError } from "@/lib/webhooks/request/webhook-error";
import { type DialectName, senderOf } from "@/lib/webhooks/senders/registry";

/**
 * Answers a request to a webhook's URL in any dialect, in the contract's order of checks: id and token, method and content type,
 * size, parse, validate, post. Never throws; a success leaves after the message is committed to disk.
 */
export async function receive(request: WebhookRequest): Promise<WebhookResponse> {
  const address = parseAddress(request.pathname);
  const dialect = address?.dialect ?? dialectUnder(request.pathname);
  const sender = senderOf(dialect, request.headers);
  let webhook: AuthorizedWebhook | null;
  try {
    webhook = address && (await authorize(address.id, address.token, request.method));
  } catch (error) {
    return sender.refuse(toWebhookError(error), null);
  }
  if (!address || !webhook) {
    const canBeToken = address !== null && /^[A-Za-z0-9_-]{68}$/.test(address.token);
    return sender.refuse(webhookError(canBeToken ? "unknown_webhook" : "malformed_token"), null);
  }
  const known = { messageId: address.messageId, event: sender.eventOf?.(request.headers) ?? null };
  const { response } = await answer(requestContext(request, webhook, known), sender, dialect);
  return response;
}

/**
 * The same for a member who manages the webhook and has no token: a test message, a delivery sent again, or what they wrote. Everything but the
 * token and the signature is checked as for a sender. Throws WebhookError.
 */
export async function receiveAs(
  webhook: AuthorizedWebhook,
  dialect: DialectName,
  byHand: ByHand,
  { headers: given, body }: { headers: Record<string, string>; body: string },
): Promise<{ messageId: bigint }> {
  const all: Record<string, string> = { "content-type": "application/json", ...given };
  const headers = (name: string) => all[name] ?? null;
  const sender = senderOf(dialect, headers);
  const request = { method: "POST", pathname: "", headers, body: once(body) };
  const context = requestContext(request, webhook, { byHand, event: sender.eventOf?.(headers) ?? null });
  const { error, messageId } = await answer(context, sender, dialect);
  if (error) throw error;
  if (messageId === null) throw new Error("A request was taken and nothing was posted.");
  return { messageId };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

type Outcome = { response: WebhookResponse; error: WebhookError | null; messageId: bigint | null };

async function answer(context: RequestContext, sender: Sender, dialect: DialectName): Promise<Outcome> {
  const startedAt = performance.now();
  let messageId: bigint | null = null;
  try {
    const done = await sender.handle(context);
    messageId = done.messageId;
    const response = await done.answer();
    // Reading changes nothing, so it is no delivery.
    if (context.method !== "GET") {
      const payload = rawPayload(context.body.payload);
      recordDelivery(context, { dialect, status: response.status, reason: null, payload, messageId, startedAt });
    }
    return { response, error: null, messageId };
  } catch (thrown) {
    const error = await disclosable(thrown, context.webhook);
    const response = sender.refuse(error, context);
    if (error.code !== "unknown_webhook") {
      const payload = await captureFailedPayload(context, error.code);
      const { status } = response;
      recordDelivery(context, { dialect, status, reason: error.message, payload, messageId, startedAt });
    }
    return { response, error, messageId: null };
  }
}

/** What the sender may be told of the webhook as it is now: of one taken from memory the token or the state may have changed. */
async function disclosable(thrown: unknown, webhook: AuthorizedWebhook): Promise<WebhookError> {
  const error = toWebhookError(thrown);
  if (webhook.fresh || error.status >= 500) return error;
  try {
    const now = await reauthorize(webhook);
    if (!now) return webhookError("unknown_webhook");
    if (now.paused) return webhookError("paused");
    return now.archived ? webhookError("archived") : error;
  } catch (failure) {
    return toWebhookError(failure);
  }
}
