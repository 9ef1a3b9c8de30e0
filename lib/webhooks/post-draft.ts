import type { ActByHand, Idempotency, Posted } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post-messages";
import { cleanName } from "@/lib/names";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import type { Attempt, ByHand } from "@/lib/webhooks/attempt";
import type { WebhookPost } from "@/lib/webhooks/dialects/draft";
import { forgetOldKeys } from "@/lib/webhooks/forget-keys";
import { threadKeyOf } from "@/lib/webhooks/thread-key";
import { webhookError } from "@/lib/webhooks/webhook-error";

const ACTIONS = {
  test: "webhook.test_sent",
  replay: "webhook.delivery_replayed",
  composed: "webhook.posted_as",
} as const satisfies Record<ByHand["origin"], ActByHand>;

/** Posts what a dialect made of the payload, as the attempt's webhook. Resolves after the commit; throws WebhookError. */
export async function postDraft(
  attempt: Attempt,
  post: WebhookPost,
  idempotency: Idempotency | null,
  attachments: NewAttachment[] = [],
): Promise<Posted> {
  if (idempotency) forgetOldKeys();
  const { id: webhookId, tokenHash, signingSecret } = attempt.webhook;
  const owner = { webhookId, tokenHash, signingSecret };
  const threadKey = post.threadKey ?? threadKeyOf(attempt.request);
  // A sender's name for itself is never refused.
  const username = cleanName(post.username ?? "") || null;
  const sentBy = attempt.byHand && { ...attempt.byHand.user, action: ACTIONS[attempt.byHand.origin] };
  const draft = { kind: "webhook", ...owner, idempotency, attachments, ...post, username, threadKey, sentBy } as const;
  const [result] = await postMessages([draft]);
  if (!result) throw new Error("The door answered nothing.");
  if ("refused" in result) {
    const { refused } = result;
    if (refused === "not_a_member" || refused === "unknown_thread") throw new Error("Only people are refused so.");
    throw webhookError(refused);
  }
  attempt.posted = result.messageId;
  return result;
}
