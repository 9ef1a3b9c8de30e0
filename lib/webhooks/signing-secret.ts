import { seal, unseal } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";
import type { ManagedChannel } from "@/lib/webhooks/access";
import { changeWebhook } from "@/lib/webhooks/change-webhook";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { standardKey } from "@/lib/webhooks/request/signature";
import { schemeNamed } from "@/lib/webhooks/senders/signature-schemes";

/** An empty secret is removed; absent fields don't change. */
type SigningChange = { secret?: string | undefined; scheme?: string | undefined };

/**
 * Requires requests to be signed with `secret` under `scheme`, or, with an empty secret, stops requiring it. The secret
 * can't be shown again. Notifies the creator and the channel's managers if it's someone else's webhook. Throws
 * `not_found`, and `invalid` for an unknown scheme or a secret that Standard Webhooks can't use.
 */
export function setSigningSecret(
  channel: ManagedChannel,
  webhookId: bigint,
  { secret, scheme }: SigningChange,
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
