import type { Posted } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post-messages";
import { cleanName } from "@/lib/text";
import type { NewAttachment } from "@/lib/uploads/stored-file";
import type { Attempt } from "@/lib/webhooks/attempt";
import type { WebhookPost } from "@/lib/webhooks/dialects/draft";
import { forgetOldKeys } from "@/lib/webhooks/forget-keys";
import { refusals } from "@/lib/webhooks/rejected";
import type { Taken } from "@/lib/webhooks/take-payload";
import { threadKeyOf } from "@/lib/webhooks/thread-key";

/** Posts what a dialect made of the payload, as the attempt's webhook. Resolves after the commit; throws Rejected. */
export async function postDraft(
  attempt: Attempt,
  post: WebhookPost,
  idempotency: Taken["idempotency"],
  attachments: NewAttachment[] = [],
): Promise<Posted> {
  if (idempotency) forgetOldKeys();
  const { id: webhookId, tokenHash, signingSecret } = attempt.webhook;
  const owner = { webhookId, tokenHash, signingSecret };
  const threadKey = post.threadKey ?? threadKeyOf(attempt.request);
  // A sender's name for itself is never refused.
  const username = cleanName(post.username ?? "") || null;
  const draft = { ...post, username, threadKey };
  const [result] = await postMessages([{ kind: "webhook", ...owner, idempotency, attachments, ...draft }]);
  if (!result) throw new Error("The door answered nothing.");
  if ("refused" in result) throw refusals[result.refused]();
  attempt.posted = result.messageId;
  return result;
}
