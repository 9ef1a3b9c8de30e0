import { type ChangeRefusal, changeWebhookMessage, type WebhookOwner } from "@/lib/messages/change-webhook-message";
import { clearMessage } from "@/lib/messages/clear-message";

/** Deletes a message that this webhook posted; a tombstone stays. */
export function deleteWebhookMessage(
  owner: WebhookOwner,
  messageId: bigint,
): Promise<{ refused: ChangeRefusal } | null> {
  return changeWebhookMessage(owner, messageId, (tx) => clearMessage(tx, messageId));
}
