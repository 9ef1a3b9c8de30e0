import { seal } from "@/lib/seal";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto } from "@/lib/webhooks/dto";

/**
 * Makes every post to the webhook need a signature made with `secret`, in `X-Hub-Signature-256` as GitHub sends it; null lets
 * everybody with the URL post again. The secret can't be shown again. Somebody else's webhook is told to its creator and
 * the channel's managers. Throws `not_found`.
 */
export function setSigningSecret(
  channel: ManagedChannel,
  webhookId: bigint,
  secret: string | null,
  reason: string | null = null,
): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ signingSecret }) => {
    if (secret === null && signingSecret === null) return null;
    const why = { reason };
    if (secret === null) return { data: { signingSecret: null }, action: "webhook.signing_secret_removed", why };
    const action = signingSecret === null ? "webhook.signing_secret_set" : "webhook.signing_secret_replaced";
    return { data: { signingSecret: seal(secret) }, action, why };
  });
}
