import { createHash } from "node:crypto";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { likenessFor } from "@/lib/messages/cards/likeness";
import type { ActByHand, Idempotency, PostedMessage, PostResult } from "@/lib/messages/draft";
import { postTogether } from "@/lib/messages/post/post-messages";
import { withGroupsAsIds } from "@/lib/messages/post/send-message";
import { traced } from "@/lib/process/tracing";
import { charsetIn, formFields, isUtf8 } from "@/lib/text/charset";
import { AppError } from "@/lib/text/errors";
import { cleanName } from "@/lib/text/names";
import { codePoints, isBlank, storableText } from "@/lib/text/text";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { invalidAt } from "@/lib/webhooks/payload/problem";
import type { WebhookPost } from "@/lib/webhooks/payload/read-payload";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";
import { type ByHand, decodeText, type RequestContext, readJson } from "@/lib/webhooks/request/context";
import { postTreated, treatedByRules } from "@/lib/webhooks/request/post-by-rules";
import { Skipped, UTF8_IN_POWERSHELL, WebhookError, webhookError } from "@/lib/webhooks/request/response";
import { requireSignature } from "@/lib/webhooks/request/signature";
import type { Post, Treated } from "@/lib/webhooks/rules/treat";

/** A request's JSON, and how to recognize a repeat of it. */
type TakenPayload = { payload: unknown; idempotency: Idempotency | null };

/**
 * Reads a post's JSON after the contract's checks in order: method, state, content type, rate, size, signature, parse.
 * `form` also accepts JSON in a form's field `payload`. `toolsKey` identifies a tool's delivery that has no
 * Idempotency-Key. Throws WebhookError or AppError.
 */
export function takePayload(
  context: RequestContext,
  options: { form?: boolean; toolsKey?: string | null } = {},
): Promise<TakenPayload> {
  return traced("parse a payload", () => take(context, options));
}

async function take(
  context: RequestContext,
  { form = false, toolsKey = null }: { form?: boolean; toolsKey?: string | null },
): Promise<TakenPayload> {
  requireMethod(context, ["POST"]);
  requireReady(context);
  const isForm = requireContentType(context, form);
  const key = idempotencyKey(context);
  const counted = context.rate.count();
  if (counted) await counted;
  const read = context.body.read();
  const body = read instanceof Promise ? await read : read;
  const known = idempotencyOf(key ?? toolsKey, requireSignature(context, body), body);
  const idempotency = known && { ...known, isToolsId: key === null };
  const text = form ? decodeText(body, charsetIn(context.headers("content-type"))) : decodeText(body);
  context.body.setPayload(text);
  return { payload: isForm ? formPayload(context, text) : readJson(text, bodyBudget()), idempotency };
}

/** Throws WebhookError unless the method is allowed. */
export function requireMethod({ method }: RequestContext, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const headers = { Allow: allowed.join(", ") };
  throw new WebhookError("method_not_allowed", `${method} isn't allowed here. Use ${headers.Allow}.`, { headers });
}

/** Throws WebhookError if the webhook is paused or its channel archived. */
export function requireReady({ webhook }: RequestContext): void {
  if (webhook.paused) throw webhookError("paused");
  if (webhook.archived) throw webhookError("archived");
}

/**
 * Throws WebhookError unless the body is plain JSON, or a form if `form` allows it. Returns whether it's a form. JSON in
 * another charset than UTF-8 is refused only where forms are, at Parley's own URL.
 */
export function requireContentType(context: RequestContext, form: boolean): boolean {
  refuseEncoding(context);
  const given = context.headers("content-type");
  const [type = ""] = (given ?? "").toLowerCase().split(";", 1);
  const isForm = form && type.trim() === "application/x-www-form-urlencoded";
  if (!isForm && !/^application\/([\w.+-]+\+)?json$/.test(type.trim())) {
    const or = form ? " or application/x-www-form-urlencoded" : "";
    throw new WebhookError("unsupported_media_type", `The Content-Type must be application/json${or}.`);
  }
  const charset = form ? null : charsetIn(given);
  if (charset !== null && !isUtf8(charset)) {
    throw new WebhookError(
      "unsupported_media_type",
      `The charset in Content-Type must be utf-8. ${UTF8_IN_POWERSHELL}`,
    );
  }
  return isForm;
}

/** Throws WebhookError if the body is compressed or otherwise encoded; "identity" means that it isn't. */
export function refuseEncoding({ headers }: RequestContext): void {
  const encodings = headers("content-encoding")?.split(",") ?? [];
  if (encodings.every((encoding) => /^\s*(identity\s*)?$/i.test(encoding))) return;
  throw new WebhookError("unsupported_media_type", "Content-Encoding isn't supported. Send the body uncompressed.");
}

function formPayload({ body, headers }: RequestContext, text: string): unknown {
  const payload = formFields(text, charsetIn(headers("content-type"))).get("payload");
  if (payload === null) throw new AppError("invalid", "The form has no field named payload. Send the JSON in it.");
  body.setPayload(payload);
  return readJson(payload, bodyBudget(), (problem) => new AppError("invalid", `The form field payload ${problem}.`));
}

/** Returns the request's `Idempotency-Key`, or null. Throws AppError `invalid`. */
export function idempotencyKey({ headers }: RequestContext): string | null {
  const key = headers("idempotency-key");
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

/** Returns an idempotency key made from a tool's delivery id, or null if the id can't be one. */
export function toolsKey(tool: string, id: string | null | undefined): string | null {
  if (!id || !/^[\x21-\x7e]{1,200}$/.test(id)) return null;
  return `${tool}:${id}`.replace(/[^\x21-\x7e]/g, "-");
}

/** Returns how to recognize a repeat of the request; null without a key or signature. */
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
 * Tools sometimes share an id between deliveries. Returns a key that includes the body, so that a repeat is still
 * recognized, or null if the sender chose the key itself.
 */
function withBodyInKey(idempotency: Idempotency): Idempotency | null {
  const { key, bodyHash, isToolsId } = idempotency;
  if (key === null || !isToolsId) return null;
  return { ...idempotency, key: `${key}~${bodyHash.toString("base64url").slice(0, 22)}` };
}

const ACTIONS = {
  test: "webhook.test_sent",
  replay: "webhook.delivery_replayed",
  composed: "webhook.posted_as",
} as const satisfies Record<ByHand["origin"], ActByHand>;

const SHARED_ID = "This delivery ID was already used with a different body, so it was posted as a new message.";

/**
 * Posts a sender's payload as the request's webhook, as its rules say. Resolves after the commit with a remark for the
 * delivery log. Throws WebhookError or AppError, and Skipped if a rule skips it.
 */
export async function postAsWebhook(
  context: RequestContext,
  post: WebhookPost,
  idempotency: Idempotency | null,
  attachments: NewAttachment[] = [],
): Promise<PostedMessage & { remark: string | null }> {
  const plain = draftOf(context, isForGroups(post) ? await withGroups(post) : post, attachments);
  const treated = treatedByRules(context, plain);
  const draft = treated instanceof Promise ? await treated : treated;
  const first = await postTreated(context, draft, idempotency);
  const known = idempotency && isReused(first) ? withBodyInKey(idempotency) : null;
  const result = known ? await postTreated(context, draft, known) : first;
  const posted = accepted(context, result);
  return { ...posted, remark: known && !posted.replayed ? SHARED_ID : null };
}

/**
 * Posts one payload's messages as the request's webhook: all of them together, or none, except for those that its rules
 * skip or hand over. Files go with the first. Resolves with the first message after the commit. Throws WebhookError or
 * AppError, and Skipped if rules skip all.
 */
export async function postAllAsWebhook(
  context: RequestContext,
  [post, ...others]: readonly [WebhookPost, ...WebhookPost[]],
  idempotency: Idempotency | null,
  attachments: NewAttachment[] = [],
): Promise<PostedMessage> {
  if (others.length === 0) return postAsWebhook(context, post, idempotency, attachments);
  await context.rate.countMessages(others.length + 1);
  const all = [draftOf(context, await withGroups(post), attachments)];
  for (const other of others) all.push(draftOf(context, other, []));
  const drafts: Treated[] = [];
  for (const draft of all) drafts.push(await treatedByRules(context, draft));
  return postSeveral(context, drafts, idempotency);
}

/** Posts what rules have left of one request's messages. */
async function postSeveral(
  context: RequestContext,
  all: readonly Treated[],
  idempotency: Idempotency | null,
): Promise<PostedMessage> {
  const isHere = ({ handOver, post: { skip } }: Treated) => !handOver && !skip;
  const [first, ...more] = all.filter(isHere).map(({ post }) => ({ ...post, idempotency: null }));
  const results = first ? await postTogether([{ ...first, idempotency }, ...more]) : [];
  const posted = results.map((result) => accepted(context, result));
  const others = all.filter((each) => !isHere(each));
  const outcomes: PromiseSettledResult<PostedMessage>[] = [];
  for (const [index, each] of others.entries()) {
    const known = nthKey(idempotency, first ? index + 1 : index);
    const post = postTreated(context, each, known).then((result) => accepted(context, result));
    outcomes.push(...(await Promise.allSettled([post])));
  }
  const [message] = [...posted, ...unlessAllSkipped(context, outcomes, posted.length)];
  if (!message) throw new Error("Drafts were neither posted nor refused.");
  return message;
}

/** Returns how to recognize a repeat of a request's message with this index; its first has the request's own key. */
function nthKey(idempotency: Idempotency | null, index: number): Idempotency | null {
  if (idempotency === null || index === 0) return idempotency;
  const { key, signature } = idempotency;
  const own = key ?? Buffer.from(signature ?? []).toString("base64url");
  return { ...idempotency, key: `${own}#${index}`, signature: null };
}

/**
 * Returns what was posted of a request's messages. Throws the first error. Those that were skipped count only if all
 * were, and none of the `before` others; otherwise the delivery log says how many weren't posted.
 */
export function unlessAllSkipped<T>(
  { remarks }: RequestContext,
  outcomes: readonly PromiseSettledResult<T>[],
  before = 0,
): T[] {
  const failed = outcomes.flatMap((each): unknown[] => (each.status === "rejected" ? [each.reason] : []));
  const error = failed.find((each) => !(each instanceof Skipped));
  if (error !== undefined) throw error;
  const made = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const [skipped] = failed;
  if (skipped instanceof Skipped) {
    if (made.length + before === 0) throw skipped;
    remarks.push(`${failed.length} of ${outcomes.length + before} messages weren't posted: ${skipped.reason}.`);
  }
  return made;
}

/** A sender that wants to reach groups knows their handles, not their IDs. */
const isForGroups = ({ allowedMentions }: WebhookPost): boolean => allowedMentions?.parse?.includes("roles") ?? false;

async function withGroups(post: WebhookPost): Promise<WebhookPost> {
  return isForGroups(post) ? { ...post, content: await withGroupsAsIds(post.content) } : post;
}

function draftOf({ webhook, search, byHand }: RequestContext, post: WebhookPost, attachments: NewAttachment[]): Post {
  const { id: webhookId, channelId, tokenHash, signingSecret } = webhook;
  const owner = { webhookId, channelId, tokenHash, signingSecret };
  const threadKey = post.threadKey ?? threadKeyIn(search);
  // An unusable name is dropped; it's no reason to reject a message.
  const username = post.username === null ? null : cleanName(post.username) || null;
  const sentBy = byHand && { ...byHand.user, action: ACTIONS[byHand.origin] };
  // A member's post is always a new message, even if the payload would update one.
  const bump = post.bump === true || byHand !== null;
  return {
    kind: "webhook",
    ...owner,
    attachments,
    ...post,
    bump,
    username,
    threadKey,
    sentBy,
    likeness: post.likeness === null ? null : likenessFor(webhook, { ...post, threadKey }),
  };
}

/** Notes the message of a result. Throws WebhookError if it was refused, and Skipped if it was skipped. */
function accepted({ messages, repeated, noted }: RequestContext, result: PostResult): PostedMessage {
  if (!("refused" in result)) {
    if (noted.handedOver.some(({ messageId }) => messageId === result.messageId)) return result;
    messages.add(result.messageId);
    if (result.replayed) repeated.add(result.messageId);
    if (result.replyId !== undefined) messages.add(result.replyId);
    return result;
  }
  const { refused } = result;
  if (refused === "skipped") throw new Skipped(result.reason);
  if (refused === "not_a_member" || refused === "not_a_manager" || refused === "unknown_thread")
    throw new Error("Only people are refused for this.");
  throw webhookError(refused);
}

function isReused(result: PostResult): boolean {
  return "refused" in result && result.refused === "key_reused";
}

/** Returns the query's `thread_key`, for senders that can't set it in the body, or null. */
function threadKeyIn(search: string): string | null {
  if (search === "") return null;
  const key = storableText(new URLSearchParams(search).get("thread_key") ?? "");
  if (isBlank(key)) return null;
  if (codePoints(key) <= PAYLOAD_LIMITS.threadKey) return key;
  throw invalidAt(["thread_key"], `can have at most ${PAYLOAD_LIMITS.threadKey} characters`);
}
