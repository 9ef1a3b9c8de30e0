"use client";

import { type ReactNode, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { WebhookDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { DeleteWebhook } from "./delete-webhook";
import { MoveWebhook } from "./move-webhook";
import { RegenerateToken } from "./regenerate-token";
import { useTestMessage } from "./use-test-message";
import type { WebhookActions, WebhookChannel } from "./webhook-actions";

type WebhookButtonsProps = {
  webhook: WebhookDto;
  channel: WebhookChannel;
  actions: WebhookActions;
  edit: () => void;
  showSecret: (secret: WebhookSecretDto) => void;
  deleted: () => void;
  /** The way to its log, where there is no room for it beside its name. */
  log: ReactNode;
};

// Every row shows all of these buttons, so they look like plain words until the pointer is over them.
const quiet =
  "[&_button:not(:hover)]:bg-transparent [&_button]:border-transparent [&_button]:px-2 [&_button:not(:hover)]:text-text-muted";

/** What can be done with a webhook: the two common things first, what ends it apart. */
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
      else toast.success("Webhook paused", { description: "Senders get 403 until it is resumed." });
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
