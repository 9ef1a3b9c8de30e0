import type { ActByHand, Idempotency, Posted, PostResult, WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post-messages";
import { forgetOldUpdateKeys } from "@/lib/messages/update-by-key";
import { cleanName } from "@/lib/names";
import { codePoints, isBlank, storableText } from "@/lib/text";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { invalidAt } from "@/lib/webhooks/format/problem";
import type { WebhookPost } from "@/lib/webhooks/format/read-payload";
import type { ByHand, RequestContext } from "@/lib/webhooks/request/context";
import { webhookError } from "@/lib/webhooks/request/response";
import { forgetOldKeys, withBodyInKey } from "@/lib/webhooks/request/take-payload";

const ACTIONS = {
  test: "webhook.test_sent",
  replay: "webhook.delivery_replayed",
  composed: "webhook.posted_as",
} as const satisfies Record<ByHand["origin"], ActByHand>;

const SHARED_ID = "Its delivery's id came before with another body, so it was posted as a message of its own.";

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
  const username = cleanName(post.username ?? "") || null;
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
