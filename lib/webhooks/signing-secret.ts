import { AppError } from "@/lib/errors";
import { seal, unseal } from "@/lib/secret";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { standardKey } from "@/lib/webhooks/request/signature";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

/** An empty secret is removed; what is absent stays as it is. */
type Signing = { secret?: string | undefined; scheme?: string | undefined };

/**
 * Makes every post to the webhook need a signature made with `secret` by the rules of `scheme`, or lets everybody with the URL post again.
 * The secret can't be shown again. Somebody else's webhook is told to its creator and the channel's managers. Throws `not_found`, and
 * `invalid` for an unknown scheme, and for a secret that Standard Webhooks can't be signed with.
 */
export function setSigningSecret(
  channel: ManagedChannel,
  webhookId: bigint,
  { secret, scheme }: Signing,
  reason: string | null = null,
): Promise<WebhookDto> {
  return changeWebhook(channel, webhookId, ({ signingSecret, signatureScheme: before }) => {
    const why = { reason };
    if (secret === "") {
      if (signingSecret === null) return null;
      return { data: { signingSecret: null }, action: "webhook.signing_secret_removed", why };
    }
    const signatureScheme = scheme ?? before ?? "github";
    assertFits(signatureScheme, secret ?? (signingSecret && unseal(signingSecret)));
    if (secret !== undefined) {
      const action = signingSecret === null ? "webhook.signing_secret_set" : "webhook.signing_secret_replaced";
      return { data: { signingSecret: seal(secret), signatureScheme }, action, why };
    }
    if (signatureScheme === before) return null;
    return { data: { signatureScheme }, action: "webhook.signature_scheme_changed", why };
  });
}

function assertFits(scheme: string, secret: string | null): void {
  const found = schemeNamed(scheme);
  if (found === null) throw new AppError("invalid", "Choose how requests are signed.", { field: "scheme" });
  if (found.kind !== "standard" || secret === null || standardKey(secret) !== null) return;
  throw new AppError(
    "invalid",
    "A Standard Webhooks secret must be at least 24 bytes in Base64. Copy it from the tool: it usually starts with whsec_.",
    { field: "secret" },
  );
}
