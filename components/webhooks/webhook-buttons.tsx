"use client";

import { useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { DeleteWebhook } from "./delete-webhook";
import { MoveWebhook } from "./move-webhook";
import { RegenerateToken } from "./regenerate-token";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";

type WebhookButtonsProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
};

/** What can be done with a webhook. */
export function WebhookButtons({ webhook, channel, actions, edit, showSecret, deleted }: WebhookButtonsProps) {
  const [busy, startTransition] = useTransition();
  const [sending, startSending] = useTransition();
  const paused = webhook.state === "paused";

  function togglePaused(): void {
    startTransition(async () => {
      const { channelId, id: webhookId } = webhook;
      const result = await actions.setWebhookPaused({ channelId, webhookId, paused: !paused });
      if (!result.ok) toast.error(result.error);
      else if (paused) toast.success("Webhook resumed");
      else toast.success("Webhook paused", { description: "Senders get 403 until it is resumed." });
    });
  }

  function sendTestMessage(): void {
    startSending(async () => {
      const { channelId, id: webhookId } = webhook;
      const result = await actions.sendTestMessage({ channelId, webhookId });
      if (result.ok) toast.success("Test message sent", { description: "It stands in the channel." });
      else toast.error(result.error);
    });
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="small" onClick={edit}>
        Edit
      </Button>
      <Button size="small" busy={sending} onClick={sendTestMessage}>
        Send test message
      </Button>
      <Button size="small" busy={busy} onClick={togglePaused}>
        {paused ? "Resume" : "Pause"}
      </Button>
      <RegenerateToken webhook={webhook} regenerateToken={actions.regenerateToken} showSecret={showSecret} />
      <MoveWebhook webhook={webhook} channel={channel} moveWebhook={actions.moveWebhook} moved={deleted} />
      <DeleteWebhook webhook={webhook} deleteWebhook={actions.deleteWebhook} deleted={deleted} />
    </div>
  );
}
