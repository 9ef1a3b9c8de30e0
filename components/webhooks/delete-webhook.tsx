"use client";

import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { afterDialog } from "@/components/ui/after-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { ReasonField } from "./reason-field";

type DeleteWebhookProps = { webhook: WebhookDto; deleteWebhook: FormAction; deleted: () => void };

/** The end of a webhook: it stands apart from its other buttons, and asks first. */
export function DeleteWebhook({ webhook, deleteWebhook, deleted }: DeleteWebhookProps) {
  const [reason, setReason] = useState("");

  async function remove(): Promise<string | null> {
    const result = await deleteWebhook({ channelId: webhook.channelId, webhookId: webhook.id, reason });
    if (!result.ok) return result.error;
    toast.success("Webhook deleted");
    afterDialog(deleted);
    return null;
  }

  return (
    <ConfirmDialog
      trigger={
        <Button size="small" variant="ghost" className="-me-2.5 ms-auto text-danger!">
          Delete
        </Button>
      }
      title={`Delete webhook ${webhook.name}?`}
      description="Its URL stops working at once and for good: senders get 404. The messages that it posted stay."
      confirmText="Delete"
      onConfirm={remove}
    >
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}
