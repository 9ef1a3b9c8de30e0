import { seal } from "@/lib/seal";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto } from "@/lib/webhooks/dto";

/**
 * Makes every post to the webhook need a signature made with `secret`, in `X-Hub-Signature-256` as GitHub sends it; null lets
 * everybody with the URL post again. The secret can't be shown again. Throws `not_found`.
 */
export function setSigningSecret(
  channel: ManagedChannel,
  webhookId: bigint,
  secret: string | null,
): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ signingSecret }) => {
    if (secret === null && signingSecret === null) return null;
    const action = secret === null ? "webhook.signing_secret_removed" : "webhook.signing_secret_set";
    return { data: { signingSecret: secret === null ? null : seal(secret) }, action };
  });
}
