"use client";

import type { FormAction } from "@/components/forms/form-action";
import { afterDialog } from "@/components/ui/after-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";

type RegenerateTokenProps = {
  webhook: WebhookDto;
  regenerateToken: FormAction<WebhookSecretDto>;
  showSecret: (secret: WebhookSecretDto) => void;
};

/** A new URL for a webhook, after asking: the old one dies. */
export function RegenerateToken({ webhook, regenerateToken, showSecret }: RegenerateTokenProps) {
  async function regenerate(): Promise<string | null> {
    const result = await regenerateToken({ channelId: webhook.channelId, webhookId: webhook.id });
    if (!result.ok) return result.error;
    afterDialog(() => showSecret(result.data));
    return null;
  }

  return (
    <ConfirmDialog
      trigger={<Button size="small">Regenerate token</Button>}
      title={`Regenerate the token of webhook ${webhook.name}?`}
      description="Its current URL stops working at once: senders get 404 until they have the new one, which is shown once."
      confirmText="Regenerate"
      onConfirm={regenerate}
    />
  );
}
