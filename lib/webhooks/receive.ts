import { dialectUnder, parseAddress } from "@/lib/webhooks/address";
import { type Attempt, attemptOf, type ByHand, type ReceiveRequest } from "@/lib/webhooks/attempt";
import { type AuthorizedWebhook, authorize, reauthorize } from "@/lib/webhooks/authorize";
import type { DialectName } from "@/lib/webhooks/dialects/draft";
import { discordProtocol } from "@/lib/webhooks/protocols/discord";
import { githubProtocol } from "@/lib/webhooks/protocols/github";
import { parleyProtocol } from "@/lib/webhooks/protocols/parley";
import type { Protocol } from "@/lib/webhooks/protocols/protocol";
import { slackProtocol } from "@/lib/webhooks/protocols/slack";
import { recordDelivery } from "@/lib/webhooks/record-delivery";
import type { ReceiveResponse } from "@/lib/webhooks/respond";
import { payloadOf, salvagePayload } from "@/lib/webhooks/salvage-payload";
import { toWebhookError, type WebhookError, webhookError } from "@/lib/webhooks/webhook-error";

const PROTOCOLS: Record<DialectName, Protocol> = {
  parley: parleyProtocol,
  slack: slackProtocol,
  github: githubProtocol,
  discord: discordProtocol,
};

/**
 * Answers a request to a webhook's URL in any dialect, in the contract's order of checks: id and token, method and content type,
 * size, parse, validate, post. Never throws; a success leaves after the message is committed to disk.
 */
export async function receive(request: ReceiveRequest): Promise<ReceiveResponse> {
  const address = parseAddress(request.pathname);
  const protocol = PROTOCOLS[address?.dialect ?? dialectUnder(request.pathname)];
  let webhook: AuthorizedWebhook | null;
  try {
    webhook = address && (await authorize(address.id, address.token));
  } catch (error) {
    return protocol.refuse(toWebhookError(error), null);
  }
  if (!address || !webhook) {
    const canBeToken = address !== null && /^[A-Za-z0-9_-]{68}$/.test(address.token);
    return protocol.refuse(canBeToken ? webhookError("unknown_webhook") : webhookError("malformed_token"), null);
  }
  const { response } = await answer(attemptOf(request, webhook, { messageId: address.messageId }), address.dialect);
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
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ messageId: bigint }> {
  async function* stream() {
    yield Buffer.from(body);
  }
  const all: Record<string, string> = { "content-type": "application/json", ...headers };
  const request = { method: "POST", pathname: "", headers: (name: string) => all[name] ?? null, body: stream() };
  const { refusal, posted } = await answer(attemptOf(request, webhook, { byHand }), dialect);
  if (refusal) throw refusal;
  if (posted === null) throw new Error("A request was taken and nothing was posted.");
  return { messageId: posted };
}

async function answer(
  attempt: Attempt,
  dialect: DialectName,
): Promise<{ response: ReceiveResponse; refusal: WebhookError | null; posted: bigint | null }> {
  const protocol = PROTOCOLS[dialect];
  const startedAt = performance.now();
  try {
    const response = await protocol.handle(attempt);
    // Reading changes nothing, so it is no delivery.
    if (attempt.request.method !== "GET") {
      const payload = payloadOf(attempt);
      recordDelivery(attempt, dialect, { status: response.status, reason: null, payload, startedAt });
    }
    return { response, refusal: null, posted: attempt.posted };
  } catch (error) {
    const refusal = await disclose(error, attempt.webhook);
    const response = protocol.refuse(refusal, attempt);
    if (refusal.code !== "unknown_webhook") {
      const payload = await salvagePayload(attempt, refusal.code);
      recordDelivery(attempt, dialect, { status: response.status, reason: refusal.message, payload, startedAt });
    }
    return { response, refusal, posted: null };
  } finally {
    for (const act of attempt.inTheEnd) await act();
  }
}

/** What may be told: nothing but 404 to someone whose token was replaced after it was last looked up. */
async function disclose(error: unknown, webhook: AuthorizedWebhook): Promise<WebhookError> {
  const told = toWebhookError(error);
  if (webhook.fresh || told.status >= 500) return told;
  try {
    return (await reauthorize(webhook)) ? told : webhookError("unknown_webhook");
  } catch (failure) {
    return toWebhookError(failure);
  }
}
