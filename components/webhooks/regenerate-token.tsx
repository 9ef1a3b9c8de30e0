"use client";

import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { afterDialog } from "@/components/ui/after-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";

type RegenerateTokenProps = {
  webhook: WebhookDto;
  regenerateToken: FormAction<WebhookSecretDto>;
  showSecret: (secret: WebhookSecretDto) => void;
};

/** A new URL for a webhook, after asking: the old one dies. */
export function RegenerateToken({ webhook, regenerateToken, showSecret }: RegenerateTokenProps) {
  const [reason, setReason] = useState("");

  async function regenerate(): Promise<string | null> {
    const result = await regenerateToken({ channelId: webhook.channelId, webhookId: webhook.id, reason });
    if (!result.ok) return result.error;
    setReason("");
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
    >
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}
