"use client";

import { type ReactNode, useState, useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { afterDialog } from "@/components/ui/after-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { MoveWebhook } from "./move-webhook";
import { ReasonField } from "./reason-field";
import { useTestMessage } from "./use-test-message";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";

type RegenerateTokenProps = {
  webhook: WebhookDto;
  regenerateToken: FormAction<WebhookSecretDto>;
  showSecret: (secret: WebhookSecretDto) => void;
};

/** Regenerates the token after a confirmation. */
function RegenerateToken({ webhook, regenerateToken, showSecret }: RegenerateTokenProps) {
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
      description="The current URL stops working immediately: senders get a 404 until you update them. The new URL is shown once."
      confirmText="Regenerate"
      onConfirm={regenerate}
    >
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}

type DeleteWebhookProps = { webhook: WebhookDto; deleteWebhook: FormAction; deleted: () => void };

/** Deletes the webhook after a confirmation. Set apart from the other buttons. */
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
      description="The URL stops working immediately and can't be restored; requests get a 404. Messages it posted are kept."
      confirmText="Delete"
      onConfirm={remove}
    >
      {!webhook.mine && <ReasonField webhook={webhook} value={reason} change={setReason} />}
    </ConfirmDialog>
  );
}

type WebhookButtonsProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
  /** The link to the delivery log, shown here if there's no room next to the name. */
  log: ReactNode;
};

// Every row has these buttons, so they look like plain text until hovered.
const quiet =
  "[&_button:not(:hover)]:bg-transparent [&_button]:border-transparent [&_button]:px-2 [&_button:not(:hover)]:text-text-muted";

/** The actions for a webhook: common ones first, Delete apart. */
export function WebhookButtons({ webhook, channel, actions, edit, showSecret, deleted, log }: WebhookButtonsProps) {
  const [busy, startTransition] = useTransition();
  const test = useTestMessage(webhook, actions.sendTestMessage);
  const paused = webhook.state === "paused";

  function togglePaused(): void {
    startTransition(async () => {
      const { channelId, id: webhookId } = webhook;
      const result = await actions.setWebhookPaused({ channelId, webhookId, paused: !paused });
      if (!result.ok) toast.error(result.error);
      else if (paused) toast.success("Webhook resumed");
      else toast.success("Webhook paused", { description: "Senders get a 403 until you resume it." });
    });
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-y-1.5">
      <Button size="small" className="me-2" onClick={edit}>
        Edit
      </Button>
      <Button size="small" className="me-1" busy={test.sending} onClick={test.send}>
        Send test message
      </Button>
      <div className={`contents ${quiet}`}>
        <Button size="small" busy={busy} onClick={togglePaused}>
          {paused ? "Resume" : "Pause"}
        </Button>
        <RegenerateToken webhook={webhook} regenerateToken={actions.regenerateToken} showSecret={showSecret} />
        <MoveWebhook webhook={webhook} channel={channel} moveWebhook={actions.moveWebhook} moved={deleted} />
      </div>
      {log}
      <DeleteWebhook webhook={webhook} deleteWebhook={actions.deleteWebhook} deleted={deleted} />
    </div>
  );
}
