"use client";

import { useState } from "react";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { afterDialog } from "@/components/ui/after-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";

type RemoveSecretProps = { webhook: WebhookDto; setSigningSecret: FormAction; headingId: string };

/** Lets unsigned posts in again, after asking. */
export function RemoveSecret({ webhook, setSigningSecret, headingId }: RemoveSecretProps) {
  const [reason, setReason] = useState("");

  async function remove(): Promise<string | null> {
    const ids = { channelId: webhook.channelId, webhookId: webhook.id };
    const failure = failureOf(await setSigningSecret({ ...ids, secret: "", reason }));
    if (failure) return failure;
    setReason("");
    toast.success("Signing secret removed");
    // The button that was pressed is gone with the secret.
    afterDialog(() => document.getElementById(headingId)?.focus());
    return null;
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" className="text-danger!">
          Remove secret
        </Button>
      }
      title={`Remove the signing secret of webhook ${webhook.name}?`}
      description="Anybody who has its URL can then post, signed or not."
      confirmText="Remove"
      onConfirm={remove}
    >
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}
