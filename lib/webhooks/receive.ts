import { createHash } from "node:crypto";
import { type AppError, isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Refusal } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post-messages";
import { isDatabaseUnavailable } from "@/lib/unavailable";
import { type AuthorizedWebhook, authorize, reauthorize } from "@/lib/webhooks/authorize";
import { decodeText, parseJson } from "@/lib/webhooks/decode-body";
import { parley } from "@/lib/webhooks/dialects/parley";
import { forgetOldKeys } from "@/lib/webhooks/forget-keys";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload-schema";
import { countPost } from "@/lib/webhooks/rate-limit";
import { readBody } from "@/lib/webhooks/read-body";
import { recordError } from "@/lib/webhooks/record-error";

/** A request to the webhook endpoint as plain values, whichever server it came through. */
export type ReceiveRequest = {
  method: string;
  /** As it stands in the request, undecoded and without the query. */
  pathname: string;
  headers: (name: string) => string | null;
  body: AsyncIterable<Uint8Array>;
};

export type ReceiveResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

/** An answer that isn't 200: its status, its sentence, and the headers that go with it. */
class Rejected extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

const PATH = /^\/webhooks\/incoming\/([^/]+)\/([^/]+)\/?$/;
const encoder = new TextEncoder();

const notFound = () => new Rejected(404, "There is no webhook with this id and token.");

/**
 * Answers a request to the webhook endpoint, in the contract's order of checks: id and token, method and content type, size,
 * parse, validate, post. Always JSON, never throws; a 200 leaves after the message is committed to disk.
 */
export async function receive(request: ReceiveRequest): Promise<ReceiveResponse> {
  let webhook: AuthorizedWebhook | null = null;
  try {
    const [, id = "", token = ""] = PATH.exec(request.pathname) ?? [];
    webhook = await authorize(id, token);
    if (!webhook) throw notFound();
    return answer(200, await post(request, webhook));
  } catch (error) {
    return reject(await disclose(error, webhook), webhook);
  }
}

async function post(request: ReceiveRequest, webhook: AuthorizedWebhook): Promise<object> {
  if (request.method !== "POST") {
    throw new Rejected(405, `${request.method} is not possible here; use POST.`, { Allow: "POST" });
  }
  if (webhook.paused) throw refusals.paused();
  if (webhook.archived) throw refusals.archived();
  checkContentType(request);
  const idempotencyKey = readIdempotencyKey(request);
  await countPost(webhook.id);
  const body = await readBody(request, PAYLOAD_LIMITS.bodyBytes);
  const draft = parley(parseJson(decodeText(body)));
  const idempotency =
    idempotencyKey === null ? null : { key: idempotencyKey, bodyHash: createHash("sha256").update(body).digest() };
  if (idempotency) forgetOldKeys();
  const { id: webhookId, tokenHash } = webhook;
  const [result] = await postMessages([{ kind: "webhook", webhookId, tokenHash, idempotency, ...draft }]);
  if (!result) throw new Error("The door answered nothing.");
  if ("refused" in result) throw refusals[result.refused]();
  return { messageId: `${result.messageId}`, channelId: `${result.channelId}` };
}

const refusals: Record<Refusal, () => Rejected> = {
  unknown_webhook: notFound,
  not_a_member: notFound,
  paused: () => new Rejected(403, "This webhook is paused. A member can resume it in the channel's settings."),
  archived: () => new Rejected(403, "This webhook's channel is archived and takes no messages."),
  key_reused: () => new Rejected(409, "This Idempotency-Key has been used with another body."),
};

function checkContentType(request: ReceiveRequest): void {
  if (request.headers("content-encoding") !== null) {
    throw new Rejected(415, "Content-Encoding is not supported; send the body as it is.");
  }
  const [type = "", ...parameters] = (request.headers("content-type") ?? "").toLowerCase().split(";");
  if (!/^application\/([\w.+-]+\+)?json$/.test(type.trim())) {
    throw new Rejected(415, "The Content-Type must be application/json.");
  }
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.split("=", 2);
    if (name.trim() === "charset" && !/^"?utf-?8"?$/.test(value.trim())) {
      throw new Rejected(415, "The Content-Type's charset must be utf-8.");
    }
  }
}

function readIdempotencyKey(request: ReceiveRequest): string | null {
  const key = request.headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Rejected(400, "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

/** What may be told: nothing but 404 to someone whose token was replaced after it was last looked up. */
async function disclose(error: unknown, webhook: AuthorizedWebhook | null): Promise<Rejected> {
  const rejected = toRejected(error);
  if (!webhook || webhook.fresh || rejected.status >= 500) return rejected;
  try {
    return (await reauthorize(webhook)) ? rejected : notFound();
  } catch (failure) {
    return toRejected(failure);
  }
}

const STATUS: Partial<Record<AppError["code"], number>> = { invalid: 400, too_large: 413, rate_limited: 429 };

function toRejected(error: unknown): Rejected {
  if (error instanceof Rejected) return error;
  const status = isAppError(error) ? STATUS[error.code] : undefined;
  if (isAppError(error) && status) {
    return new Rejected(status, error.message, error.retryAfter ? { "Retry-After": `${error.retryAfter}` } : {});
  }
  if (isDatabaseUnavailable(error)) {
    return new Rejected(503, "The message can't be stored just now. Try again in a few seconds.", {
      "Retry-After": "5",
    });
  }
  log.error({ err: error }, "an unforeseen error at the webhook endpoint");
  return new Rejected(500, "Something went wrong on our side. Try again.");
}

function reject(rejected: Rejected, webhook: AuthorizedWebhook | null): ReceiveResponse {
  // That it is paused, or its channel archived, is no failure of the sender's.
  if (webhook && rejected.status < 500 && rejected.status !== 404 && rejected.status !== 403)
    recordError(webhook.id, rejected.message);
  return answer(rejected.status, { error: rejected.message }, rejected.headers);
}

function answer(status: number, body: object, headers: Record<string, string> = {}): ReceiveResponse {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", ...headers },
    body: encoder.encode(JSON.stringify(body)),
  };
}
