import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { ActByHand, Idempotency, Posted, PostResult, WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post-messages";
import { forgetOldUpdateKeys } from "@/lib/messages/update-by-key";
import { cleanName } from "@/lib/names";
import { HOUR_MS, inPortions, repeat } from "@/lib/repeat";
import { codePoints, isBlank, storableText } from "@/lib/text";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { invalidAt } from "@/lib/webhooks/format/problem";
import type { WebhookPost } from "@/lib/webhooks/format/read-payload";
import { type ByHand, decodeText, parseJson, type RequestContext } from "@/lib/webhooks/request/context";
import { WebhookError, webhookError } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";

/** A request's JSON, and what makes a repeat of it known. */
type Taken = { payload: unknown; idempotency: Idempotency | null };

/**
 * The JSON of a post, after the contract's checks in their order: method, state, content type, rate, size, signature, parse.
 * `form`: a form's field `payload` is JSON too. `toolsKey`: what makes a tool's delivery known that has no Idempotency-Key. Throws
 * WebhookError or AppError.
 */
export async function takePayload(
  context: RequestContext,
  { form = false, toolsKey = null }: { form?: boolean; toolsKey?: string | null } = {},
): Promise<Taken> {
  requireMethod(context, ["POST"]);
  requireReady(context);
  const isForm = requireContentType(context, form);
  const key = idempotencyKey(context);
  await context.rate.count();
  const body = await context.body.read();
  const known = idempotencyOf(key ?? toolsKey, requireSignature(context, body), body);
  const idempotency = known && { ...known, isToolsId: key === null };
  const text = decodeText(body);
  context.body.setPayload(text);
  return { payload: isForm ? formPayload(context, text) : parseJson(text), idempotency };
}

/** Throws WebhookError for every method but these. */
export function requireMethod({ method }: RequestContext, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const headers = { Allow: allowed.join(", ") };
  throw new WebhookError("method_not_allowed", `${method} isn't allowed here. Use ${headers.Allow}.`, { headers });
}

/** Throws WebhookError for a paused webhook and an archived channel. */
export function requireReady({ webhook }: RequestContext): void {
  if (webhook.paused) throw webhookError("paused");
  if (webhook.archived) throw webhookError("archived");
}

/** Throws WebhookError for a body that isn't plain JSON, or a form where `form` allows it. Answers whether it is a form. */
export function requireContentType(context: RequestContext, form: boolean): boolean {
  refuseEncoding(context);
  const [type = "", ...parameters] = (context.headers("content-type") ?? "").toLowerCase().split(";");
  const isForm = form && type.trim() === "application/x-www-form-urlencoded";
  if (!isForm && !/^application\/([\w.+-]+\+)?json$/.test(type.trim())) {
    const or = form ? " or application/x-www-form-urlencoded" : "";
    throw new WebhookError("unsupported_media_type", `The Content-Type must be application/json${or}.`);
  }
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.split("=", 2);
    if (name.trim() === "charset" && !/^"?utf-?8"?$/.test(value.trim())) {
      throw new WebhookError("unsupported_media_type", "The charset in Content-Type must be utf-8.");
    }
  }
  return isForm;
}

/** Throws WebhookError for a body that is compressed or encoded otherwise. */
export function refuseEncoding({ headers }: RequestContext): void {
  if (headers("content-encoding") === null) return;
  throw new WebhookError("unsupported_media_type", "Content-Encoding isn't supported. Send the body uncompressed.");
}

function formPayload({ body }: RequestContext, text: string): unknown {
  const payload = new URLSearchParams(text).get("payload");
  if (payload === null) throw new AppError("invalid", "The form has no field named payload. Send the JSON in it.");
  body.setPayload(payload);
  return parseJson(payload, () => new AppError("invalid", "The form field payload must be JSON."));
}

const DAY_MS = 24 * 3_600_000;

/** The request's `Idempotency-Key`, or null. Throws AppError `invalid`. */
export function idempotencyKey({ headers }: RequestContext): string | null {
  const key = headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

/** The key of a delivery to which its tool gave this id; null without one that can be a key. */
export function toolsKey(tool: string, id: string | null | undefined): string | null {
  if (!id || !/^[\x21-\x7e]{1,200}$/.test(id)) return null;
  return `${tool}:${id}`.replace(/[^\x21-\x7e]/g, "-");
}

/** By what a repeat of a request is known; null when it has neither a key nor a signature. */
export function idempotencyOf(
  key: string | null,
  signature: Buffer | null,
  ...body: readonly (Uint8Array | string)[]
): Idempotency | null {
  if (key === null && signature === null) return null;
  const hash = createHash("sha256");
  for (const part of body) hash.update(part);
  return { key, signature, bodyHash: hash.digest() };
}

/**
 * By what a delivery is known whose tool gave its id to one with another body before: tools share ids between deliveries. A repeat of it
 * is still one. Null when the key is the sender's own promise.
 */
function withBodyInKey(idempotency: Idempotency): Idempotency | null {
  const { key, bodyHash, isToolsId } = idempotency;
  if (key === null || !isToolsId) return null;
  return { ...idempotency, key: `${key}~${bodyHash.toString("base64url").slice(0, 22)}` };
}

/** Deletes keys that need not be known any more, now and every hour from now on. Starts once per process, answers at once, never throws. */
export function forgetOldKeys(): void {
  repeat("forget-keys", { every: HOUR_MS }, deleteOldKeys, "old idempotency keys were not deleted");
}

/** Deletes the idempotency keys older than the 24 hours that are promised, a portion at a time. */
export async function deleteOldKeys(): Promise<void> {
  const before = new Date(Date.now() - DAY_MS);
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM idempotency_keys WHERE id IN (
        SELECT id FROM idempotency_keys WHERE created_at < ${before} ORDER BY created_at LIMIT ${atMost}
        FOR UPDATE SKIP LOCKED)`,
  );
}

const ACTIONS = {
  test: "webhook.test_sent",
  replay: "webhook.delivery_replayed",
  composed: "webhook.posted_as",
} as const satisfies Record<ByHand["origin"], ActByHand>;

const SHARED_ID = "This delivery ID was already used with a different body, so it was posted as a new message.";

/**
 * Posts what a sender's payload says, as the request's webhook. Resolves after the commit, with what people should read of it in the
 * delivery log; throws WebhookError or AppError.
 */
export async function postAsWebhook(
  { webhook, search, byHand, messages }: RequestContext,
  post: WebhookPost,
  idempotency: Idempotency | null,
  attachments: NewAttachment[] = [],
): Promise<Posted & { remark: string | null }> {
  if (idempotency) forgetOldKeys();
  if (post.updateKey !== undefined) forgetOldUpdateKeys();
  const { id: webhookId, channelId, tokenHash, signingSecret } = webhook;
  const owner = { webhookId, channelId, tokenHash, signingSecret };
  const threadKey = post.threadKey ?? threadKeyIn(search);
  // Whatever a sender calls itself is shown as far as it can be; it is no reason to refuse a message.
  const username = post.username === null ? null : cleanName(post.username) || null;
  const sentBy = byHand && { ...byHand.user, action: ACTIONS[byHand.origin] };
  // What a member sends by hand is a message of its own, whatever it takes the place of when its sender sends it.
  const bump = post.bump === true || byHand !== null;
  const draft = {
    kind: "webhook",
    ...owner,
    attachments,
    ...post,
    bump,
    username,
    threadKey,
    sentBy,
  } as const;
  const first = await postOne({ ...draft, idempotency });
  const known = idempotency && isReused(first) ? withBodyInKey(idempotency) : null;
  const result = known ? await postOne({ ...draft, idempotency: known }) : first;
  if (!("refused" in result)) {
    messages.add(result.messageId);
    if (result.replyId !== undefined) messages.add(result.replyId);
    return { ...result, remark: known && !result.replayed ? SHARED_ID : null };
  }
  const { refused } = result;
  if (refused === "not_a_member" || refused === "unknown_thread") throw new Error("Only people are refused for this.");
  throw webhookError(refused);
}

async function postOne(draft: WebhookDraft): Promise<PostResult> {
  const [result] = await postMessages([draft]);
  if (!result) throw new Error("A draft was neither posted nor refused.");
  return result;
}

function isReused(result: PostResult): boolean {
  return "refused" in result && result.refused === "key_reused";
}

/** The query's `thread_key`, for senders that can't put one into the body; null without one. */
function threadKeyIn(search: string): string | null {
  const key = storableText(new URLSearchParams(search).get("thread_key") ?? "");
  if (isBlank(key)) return null;
  if (codePoints(key) <= PAYLOAD_LIMITS.threadKey) return key;
  throw invalidAt(["thread_key"], `can have at most ${PAYLOAD_LIMITS.threadKey} characters`);
}
